import { encountered } from '@unspoken/testing/moderation';
import { payingWorld, soon } from '@unspoken/testing/paying';
import { type Member, password } from '@unspoken/testing/world';
import { afterAll, expect, test } from 'vitest';
import { administer } from '../commands/admin.ts';

const { world, it, later } = await payingWorld({ MEMBERSHIP_TRIAL_DAYS: '10' });
afterAll(() => world.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const ask = (member: { token: string }, kind = 'solidarity') => it.post('membership/place', member, { kind });
const placeOf = async (member: { token: string }) => (await it.subscription(member)).place;
const isMember = async (member: { token: string }) => (await it.subscription(member)).activeSubscription;
/** Somebody who may ask: a week old, with a completed minute. */
async function ready<M extends Member>(...members: M[]): Promise<M[]> {
  for (const [i, each] of members.entries()) await encountered(world, each, members[(i + 1) % members.length] as M);
  world.advance(8 * 86_400_000);
  return Promise.all(members.map((each) => it.again(each)));
}
/** Donates this amount for places, in cents; about 96 % is left after fees. */
async function donate(cents: number): Promise<void> {
  const giver = await world.member(`Giver ${cents}`);
  const { body } = await it.create(giver, cents, { paymentType: 'donation', purpose: 'places' });
  await it.rehearse(giver, body.client_secret, 'visa');
  await it.status(giver, body.paymentRecordId);
}
const inPlaces = async () =>
  0 - Number((await world.query(`select coalesce(sum(cents), 0) as cents from posting where account = 'places'`))[0]?.cents);

test('[MEM-31] [MEM-32] places are opened while there is money for them, for those who never had one and have waited longest', async () => {
  const young = await world.member('Young');
  expect((await ask(young)).body.error).toBe('place_too_early');
  expect(await placeOf(young)).toMatchObject({ kind: null, refusal: 'young', isQueued: false });
  const waiting = await ready(...(await Promise.all(['Ann', 'Ben', 'Cay', 'Dan', 'Eve'].map((name) => world.member(name)))));
  const [ann, ben, cay, dan, eve] = waiting as [Member, Member, Member, Member, Member];
  const idle = await it.again(young);
  expect((await ask(idle)).body.error).toBe('place_too_early');
  expect(await placeOf(idle)).toMatchObject({ refusal: 'minute' });

  expect((await ask(ann)).body).toEqual({ success: true });
  world.advance(1_000);
  await world.query(`insert into act (id, at, kind, subject, until) values (gen_random_uuid(), $2, 'suspended', $1, null)`, [
    ben.userId,
    world.now(),
  ]);
  expect((await ask(ben)).body.error).toBe('account_suspended');
  await world.query(`insert into place_queue values ($1, $2)`, [ben.userId, world.now()]);
  for (const each of [cay, dan]) {
    world.advance(1_000);
    await ask(each);
  }
  await ask(dan);
  // Dan pays in the meantime.
  const { body } = await it.create(dan);
  await it.rehearse(dan, body.client_secret, 'visa');
  await it.status(dan, body.paymentRecordId);
  expect(await placeOf(cay)).toMatchObject({ kind: null, isQueued: true });
  await donate(600);
  await soon(async () => expect(await isMember(ann)).toBe(true));
  expect(await isMember(cay)).toBe(false);
  expect(await inPlaces()).toBeLessThan(500);
  expect((await world.mailContaining(ann.email, 'Other members have paid for it')).subject).toBe('A membership is open for you');
  await donate(550);
  await soon(async () => expect(await isMember(cay)).toBe(true));
  await soon(async () => expect(await world.query('select account_id from place_queue')).toEqual([{ account_id: ben.userId }]));
  expect(await isMember(ben)).toBe(false);
  expect(await inPlaces()).toBeLessThan(500);
  expect(await world.query(`select 1 from entry where kind = 'place'`)).toHaveLength(2);
  expect(await world.query(`select 1 from place where kind = 'solidarity'`)).toHaveLength(2);

  // Ann asks again in the last week; Eve, who has never had one, comes first.
  await world.query(`delete from place_queue`);
  const early = await later(ann, 20);
  expect((await ask(early)).body.error).toBe('membership_exists');
  const last = await later(early, 4);
  await soon(async () =>
    expect(
      (await world.mails(ann.email)).map(({ subject }) => subject).some((each) => each.startsWith('Your membership ends on')),
    ).toBe(true),
  );
  const { endsAt } = await placeOf(last);
  expect((await ask(last)).body).toEqual({ success: true });
  world.advance(1_000);
  const newcomer = await it.again(eve);
  expect((await ask(newcomer)).body).toEqual({ success: true });
  await donate(560);
  await soon(async () => expect(await isMember(newcomer)).toBe(true));
  expect(await placeOf(last)).toMatchObject({ isQueued: true, endsAt });
  await donate(570);
  await soon(async () => expect(await placeOf(last)).toMatchObject({ isQueued: false, endsAt }));
  expect(
    await world.query(`select begins_at from place where account_id = $1 order by begins_at desc limit 1`, [ann.userId]),
  ).toEqual([{ begins_at: new Date(endsAt) }]);
  const after = await later(last, 7);
  expect(await isMember(after)).toBe(true);
  const over = await later(after, 31);
  await soon(async () => expect(await isMember(over)).toBe(false));
});

test('[MEM-33] somebody who deletes the account and comes again with the same address has had their trial', async () => {
  const gil = await world.member('Gil');
  expect((await ask(gil, 'trial')).status).toBe(200);
  const { body } = await world.call('/api/v1/account/deleteaccount', { token: gil.token, body: { password } });
  expect(body).toEqual({ success: true });
  const again = await world.member('Gil');
  expect(await placeOf(again)).toMatchObject({ kind: null, trialDays: 0 });
  expect((await ask(again, 'trial')).body.error).toBe('trial_used');
  expect((await ask(await world.member('Hal'), 'trial')).status).toBe(200);
});

test('[MEM-33] three days before a trial ends, and not earlier, its holder is mailed', async () => {
  const [ian, joy] = [await world.member('Ian'), await world.member('Joy')];
  await ask(ian, 'trial');
  world.advance(minute);
  await ask(joy, 'trial');
  const isReminded = async ({ userId }: Member) =>
    (await world.query('select 1 from place where account_id = $1 and reminded_at is not null', [userId])).length > 0;
  /** Everything that is due now is done once a trial that ends sooner has been seen. */
  const looked = async (name: string) => {
    const control = await world.member(name);
    await world.query(
      `insert into place (id, account_id, kind, begins_at, ends_at)
       values (gen_random_uuid(), $1, 'trial', $2::timestamptz - interval '8 days', $2::timestamptz + interval '2 days')`,
      [control.userId, world.now()],
    );
    await soon(async () => expect(await isReminded(control)).toBe(true));
  };
  // Ian's trial has three days and a minute left.
  world.advance(7 * day - 2 * minute);
  await looked('Kit');
  expect([await isReminded(ian), await isReminded(joy)]).toEqual([false, false]);
  world.advance(minute + 1_000);
  await looked('Lea');
  await soon(async () => expect(await isReminded(ian)).toBe(true));
  expect(await isReminded(joy)).toBe(false);
  expect((await world.mailContaining(ian.email, 'Your trial ends on')).subject).toMatch(/^Your trial/);
});

test('[MEM-33] a trial is begun once and ends by itself; a gift follows it; neither gives rights in a suspension', async () => {
  const earlier = await world.member('Uma');
  expect((await ask(earlier, 'trial')).status).toBe(200);
  world.advance(120_000);
  const fay = await world.member('Fay');
  expect(await placeOf(fay)).toMatchObject({ kind: null, trialDays: 10 });
  const begun = await Promise.all([ask(fay, 'trial'), ask(fay, 'trial'), ask(fay, 'trial')]);
  expect(begun.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await it.subscription(fay)).toMatchObject({
    ...{ activeSubscription: true, subscriptionAmount: 0, trialUsed: true, place: { kind: 'trial', trialDays: 0 } },
  });
  // Three days before the end, and not earlier: the trial that began two minutes before is mailed first.
  const reminder = (to: string) => world.mailContaining(to, 'Your trial ends on');
  world.advance(7 * 86_400_000 - 60_000);
  expect((await reminder(earlier.email)).subject).toMatch(/^Your trial/);
  expect((await world.mails(fay.email)).filter(({ subject }) => subject.startsWith('Your trial'))).toEqual([]);
  world.advance(60_000);
  expect((await reminder(fay.email)).subject).toMatch(/^Your trial/);
  const near = await later(fay, 1);
  expect(await administer(['gift', fay.email, '5'], { ...process.env, ...world.environment })).toContain('for 5 days');
  expect(await world.query(`select kind from act where subject = $1`, [fay.userId])).toEqual([{ kind: 'membership given' }]);
  await world.query(
    `insert into act (id, at, kind, subject, until) values (gen_random_uuid(), $2::timestamptz, 'suspended', $1, $2::timestamptz + interval '1 hour')`,
    [fay.userId, world.now()],
  );
  expect(await it.subscription(near)).toMatchObject({ activeSubscription: false, place: { kind: 'trial' } });
  const given = await later(near, 3);
  expect(await it.subscription(given)).toMatchObject({ activeSubscription: true, place: { kind: 'gift' } });
  const over = await later(given, 5);
  expect(await it.subscription(over)).toMatchObject({ activeSubscription: false, subscriptionAmount: null, trialUsed: true });
  expect((await ask(over, 'trial')).body.error).toBe('trial_used');
  await expect(administer(['gift', fay.email, '0'], { ...process.env, ...world.environment })).rejects.toThrow('number of days');
});
