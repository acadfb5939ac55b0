import { payingWorld, soon } from '@unspoken/testing/paying';
import { changeAtProvider } from '@unspoken/testing/rehearsed-provider';
import { afterAll, expect, test } from 'vitest';

const { world, it, later, own } = await payingWorld();
afterAll(() => world.close());

/** The subjects of somebody's mails about money, the earliest first. */
const subjects = async (email: string) =>
  (await world.mails(email))
    .map(({ subject }) => subject)
    .filter((subject) => /membership|withdrawal|bank|Receipt|Beleg|mitgliedschaft|Widerruf|Kündigung|gekündigt/i.test(subject))
    .toReversed();
const failing = (outcome: string) =>
  changeAtProvider(
    world.query,
    `data = data || jsonb_build_object('present', $1::text, 'absent', $1::text)`,
    `data->>'object' = 'behaviour'`,
    [outcome],
  );

test('[MEM-27] [PAY-13] a member is written to when a membership begins, is cancelled, and is withdrawn from; each receipt once', async () => {
  const ann = await world.member('Ann');
  await world.query(`update account set language = 'de' where id = $1`, [ann.userId]);
  const { body } = await it.create(ann, 1_250, { email: 'bills@example.org', first_name: 'Anna' });
  await it.rehearse(ann, body.client_secret, 'visa');
  await it.status(ann, body.paymentRecordId);
  await it.status(ann, body.paymentRecordId);
  await soon(async () => expect(await subjects('bills@example.org')).toHaveLength(1));
  await soon(async () => expect(await subjects(ann.email)).toHaveLength(1));
  const [begun] = await world.mails(ann.email);
  expect(begun?.text).toMatch(/12,50\s€/);
  expect(begun?.text).toContain('/account/membership');
  const [receipt] = await world.mails('bills@example.org');
  const { receipts } = (await it.get('receipts', ann)).body;
  expect(receipt?.subject).toContain(receipts[0].number);
  for (const line of [receipts[0].number, 'Anna Example', '10115 DE', receipts[0].issuer.name, receipts[0].issuer.taxNumber])
    expect(receipt?.text).toContain(line);
  expect(receipt?.text).toMatch(/12,50\s€/);
  expect(receipt?.text).toContain(`/account/receipt/${receipts[0].number}`);
  for (const mail of [begun, receipt]) {
    expect(mail?.html).toContain('<html lang="de">');
    expect(mail?.text).toMatch(/Probe|echtes Geld/);
    expect(mail?.text).not.toMatch(/\{\{|undefined/);
  }

  await it.post('subscription/cancel', ann);
  await it.post('subscription/cancel', ann);
  await soon(async () => expect(await subjects(ann.email)).toHaveLength(2));
  await it.post('subscription/withdraw', ann);
  await soon(async () => expect(await subjects(ann.email)).toHaveLength(3));
  // The receipt that corrects the first one.
  await soon(async () => expect(await subjects('bills@example.org')).toHaveLength(2));
  expect((await world.mails('bills@example.org'))[0]?.text).toMatch(/-12,50\s€/);
});

test('[MEM-28] a member whose renewal fails is written to on the days 0, 3, 7 and 12, and once it has ended', async () => {
  const ben = await it.paying('Ben');
  await soon(async () => expect(await subjects(ben.email)).toHaveLength(1));
  await failing('declines');
  const failed = [expect.stringMatching(/^Your contributing/), 'A payment for your membership failed'];
  let member = await later(ben, 32);
  await soon(async () => expect(await it.subscription(member)).toMatchObject({ state: 'actionRequired' }));
  const [row] = await own(ben.userId);
  const since = row?.failing_since as Date;
  const untilDay = async (days: number) => {
    member = await later(member, days - (world.now().getTime() - since.getTime()) / 86_400_000);
    await it.subscription(member);
  };
  await soon(async () => expect(await subjects(ben.email)).toEqual(failed));
  // Nothing runs until the eighth day: one mail, not two.
  await untilDay(8);
  await soon(async () => expect(await subjects(ben.email)).toEqual([...failed, failed[1]]));
  await untilDay(11.9);
  await world.call('/healthz');
  expect(await subjects(ben.email)).toHaveLength(3);
  await untilDay(12.1);
  await soon(async () => expect(await subjects(ben.email)).toHaveLength(4));
  expect((await subjects(ben.email))[3]).toMatch(/^Your membership ends on /);
  await untilDay(14.1);
  await soon(async () => expect((await own(ben.userId))[0]).toMatchObject({ cause: 'unpaid' }));
  await soon(async () => expect((await subjects(ben.email)).slice(4)).toEqual(['Your membership has ended']));
  const [mail] = await world.mails(ben.email);
  expect(mail?.text).toMatch(/\/membership\n/);
});

test('[MEM-28] a member whose bank asks is written to at once, and not of a failure as well; a suspended one is not written to', async () => {
  const [cay, dan] = [await world.member('Cay'), await it.paying('Dan')];
  const { body } = await it.create(cay);
  expect(await it.rehearse(cay, body.client_secret, 'authenticatesAlways')).toMatchObject({ status: 'requires_action' });
  await it.post('payments/rehearse', cay, { client_secret: body.client_secret, confirmed: true });
  await it.status(cay, body.paymentRecordId);
  for (const each of [cay, dan]) await soon(async () => expect(await subjects(each.email)).toHaveLength(1));
  await failing('authenticates');
  await world.query(
    `insert into act (id, at, kind, subject, until) values (gen_random_uuid(), $2::timestamptz, 'suspended', $1, $2::timestamptz + interval '90 days')`,
    [dan.userId, world.now()],
  );
  await soon(async () => expect((await own(dan.userId))[0]?.paused_since).toBeInstanceOf(Date));
  // Just after the renewal: months differ, and three days after the failure the next mail is due.
  const { paidUntil } = await it.subscription(cay);
  await later(cay, (Date.parse(paidUntil) - world.now().getTime()) / 86_400_000 + 0.1);
  await soon(async () => expect((await subjects(cay.email)).at(-1)).toBe('Your bank asks you to confirm a payment'));
  await later(cay, 1);
  expect(await subjects(cay.email)).toHaveLength(2);
  expect(await subjects(dan.email)).toHaveLength(1);
});
