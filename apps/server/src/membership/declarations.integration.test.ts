import { moderatorOf } from '@unspoken/testing/moderation';
import { payingWorld, soon } from '@unspoken/testing/paying';
import { afterAll, expect, test } from 'vitest';

const { world, it, later } = await payingWorld();
afterAll(() => world.close());

const form = (email: string, more: object = {}) => ({
  ...{ kind: 'cancellation', name: 'Ann Example', contract: 'Membership http://evil.example/now', email, ...more },
});
const json = (body: object) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const declare = (body: object) => world.call('/api/v1/membership/declarations', json(body));
const redeem = (token: string) => world.call('/api/v1/membership/declarations/redeem', json({ token }));
const stateOf = async (email: string) =>
  (await world.query(`select state from declaration where fields->>'email' = $1 order by received_at desc`, [email]))[0]?.state;
const linkIn = async (email: string, path: string) =>
  new RegExp(`/${path}/(\\S+)`).exec((await world.mailContaining(email, `/${path}/`)).text)?.[1] as string;

test('[MEM-29] [MEM-30] a cancellation without signing in takes effect at the end of the period; its owner undoes it, once', async () => {
  const ann = await it.paying('Ann');
  const { status, body } = await declare(form(ann.email.toUpperCase()));
  expect([status, body]).toEqual([
    200,
    { declaration: expect.stringContaining('I hereby cancel this contract.'), receivedAt: expect.any(String) },
  ]);
  for (const part of ['Membership http://evil.example/now', 'Ann Example', 'as soon as possible', 'UTC'])
    expect(body.declaration).toContain(part);
  await soon(async () => expect(await it.subscription(ann)).toMatchObject({ state: 'ending' }));
  const mail = await world.mailContaining(ann.email, '/undocancellation/');
  expect(mail.text).toContain('Ann Example');
  expect(mail.text).not.toContain('evil.example');
  expect((await world.mails(ann.email)).filter(({ subject }) => /cancel/i.test(subject))).toHaveLength(1);
  const token = await linkIn(ann.email, 'undocancellation');
  expect((await redeem(token)).body).toEqual({ kind: 'cancellation' });
  expect(await it.subscription(ann)).toMatchObject({ state: 'active', subscriptionCancelsAt: null });
  expect((await redeem(token)).body.error).toBe('invalid_declaration_link');
  // A second one is a new declaration, with a new link.
  await declare(form(ann.email, { at: new Date(world.now().getTime() + 86_400_000).toISOString().slice(0, 10) }));
  await soon(async () => expect(await it.subscription(ann)).toMatchObject({ state: 'ending' }));
});

test('[MEM-29] [MEM-30] strangers get the same answer; somebody who does not pay is mailed nothing of what was written', async () => {
  const [ben, cay] = [await world.member('Ben'), await it.paying('Cay')];
  const shape = ({ status, body }: { status: number; body: Record<string, string> }) => [status, Object.keys(body)];
  const [known, unpaid, unknown] = [
    await declare(form(cay.email)),
    await declare(form(ben.email)),
    await declare(form('nobody@example.org')),
  ];
  expect([shape(unpaid), shape(unknown)]).toEqual([shape(known), shape(known)]);
  for (const email of [ben.email, 'nobody@example.org']) {
    await soon(async () => expect(await stateOf(email)).toBe('console'));
    const mail = await world.mailContaining(email, 'A declaration about a contract');
    for (const word of ['Ann Example', 'evil', 'Membership http']) expect(mail.text).not.toContain(word);
  }
  for (const wrong of [
    { name: '' },
    { contract: ' ' },
    { email: 'x' },
    { type: 'extraordinary' },
    { at: '2026-02-30' },
    { kind: 'gift' },
  ])
    expect((await declare(form(ben.email, wrong))).status, JSON.stringify(wrong)).toBe(422);
});

test('[MEM-30] a withdrawal waits for its owner and counts from its receipt; after three days an administrator looks', async () => {
  const [dan, eve] = [await it.paying('Dan'), await it.paying('Eve')];
  const onDay13 = await later(dan, 13);
  await declare(form(dan.email, { kind: 'withdrawal' }));
  const token = await linkIn(dan.email, 'confirmwithdrawal');
  expect(await it.subscription(onDay13)).toMatchObject({ state: 'active' });
  const onDay15 = await later(dan, 2);
  expect((await it.post('subscription/withdraw', onDay15)).body.error).toBe('withdrawal_over');
  expect((await redeem(token)).body).toEqual({ kind: 'withdrawal' });
  expect(await it.subscription(onDay15)).toMatchObject({ state: 'ended' });
  await soon(async () => expect((await it.get('receipts', onDay15)).body.receipts).toHaveLength(2));

  const early = await it.again(eve);
  // Declared too late: the link says so, and an administrator decides.
  await declare(form(eve.email, { kind: 'withdrawal' }));
  expect((await redeem(await linkIn(eve.email, 'confirmwithdrawal'))).body.error).toBe('withdrawal_over');
  expect(await it.subscription(early)).toMatchObject({ state: 'active' });
  expect(await stateOf(eve.email)).toBe('awaiting');
  const lateLink = await linkIn(eve.email, 'confirmwithdrawal');
  await later(eve, 3.1);
  await soon(async () => expect(await stateOf(eve.email)).toBe('console'));
  // Nor does the link work later, least of all for another membership.
  expect((await redeem(lateLink)).body.error).toBe('invalid_declaration_link');
});

test('[MEM-30] what is declared for cause, or for a later day, is left to an administrator, who notes that it is done', async () => {
  const [fay, gus] = [await it.paying('Fay'), await it.paying('Gus')];
  await declare(form(fay.email, { type: 'extraordinary', reason: 'You closed the lobby.' }));
  await soon(async () => expect(await it.subscription(fay)).toMatchObject({ state: 'ending' }));
  await declare(form(gus.email, { at: new Date(world.now().getTime() + 90 * 86_400_000).toISOString().slice(0, 10) }));
  await soon(async () => expect(await stateOf(gus.email)).toBe('console'));
  expect((await world.mailContaining(gus.email, 'is to end on')).text).not.toContain('undocancellation');
  expect(await it.subscription(gus)).toMatchObject({ state: 'active' });
  const admin = await moderatorOf(world, 'Ada Administration', 'admin');
  const call = (path: string, body?: object) =>
    world.call(`/api/v1/office/declarations${path}`, { token: admin.token, ...(body && json(body)) });
  const open = (await call('')).body.declarations as { id: string; email: string; declaration: string; ofPayer: boolean }[];
  const fays = open.find(({ email }) => email === fay.email);
  expect(fays).toMatchObject({ ofPayer: true, isDone: true, declaration: expect.stringContaining('You closed the lobby.') });
  expect((await call('/settle', { id: fays?.id })).body).toEqual({ success: true });
  expect((await call('/settle', { id: fays?.id })).body.error).toBe('not_found');
  const guss = (await call('')).body.declarations.find(({ email }: { email: string }) => email === gus.email);
  expect(guss).toMatchObject({ ofPayer: true, isDone: false });
  expect((await call('/settle', { id: guss.id, execute: true })).body).toEqual({ success: true });
  expect(await it.subscription(gus)).toMatchObject({ state: 'ending' });
  expect(await world.query(`select kind from act where kind = 'declaration settled'`)).toHaveLength(2);
});

test('[MEM-30] what would end a membership at once waits for its owner; a link is about one membership only', async () => {
  const [hal, ivy] = [await world.member('Hal'), await it.paying('Ivy')];
  const { body } = await it.create(hal, 500);
  await it.rehearse(hal, body.client_secret, 'debit');
  await it.status(hal, body.paymentRecordId);
  expect(await it.subscription(hal)).toMatchObject({ state: 'settling' });
  await declare(form(hal.email));
  const token = await linkIn(hal.email, 'confirmcancellation');
  expect(await it.subscription(hal)).toMatchObject({ state: 'settling', activeSubscription: true });
  expect((await redeem(token)).status).toBe(200);
  expect(await it.subscription(hal)).toMatchObject({ activeSubscription: false });
  expect((await world.mailContaining(hal.email, 'If your bank still carries out a debit')).subject).toBe(
    'Your membership has ended',
  );

  await declare(form(ivy.email));
  const undo = await linkIn(ivy.email, 'undocancellation');
  // Repeated declarations do not fill the mailbox.
  for (let i = 0; i < 3; i++) await declare(form(ivy.email));
  await soon(async () => expect(await world.query(`select 1 from declaration where state = 'received'`)).toEqual([]));
  expect((await world.mails(ivy.email)).filter(({ text }) => text.includes('undocancellation'))).toHaveLength(1);
  await it.post('subscription/withdraw', ivy);
  const again = await it.create(ivy, 700);
  await it.rehearse(ivy, again.body.client_secret, 'visa');
  await it.status(ivy, again.body.paymentRecordId);
  await it.post('subscription/cancel', ivy);
  expect((await redeem(undo)).body.error).toBe('no_membership');
  expect(await it.subscription(ivy)).toMatchObject({ state: 'ending' });
});

test('[MEM-30] an undo link does nothing while its owner is suspended', async () => {
  const jon = await it.paying('Jon');
  await declare(form(jon.email));
  const undo = await linkIn(jon.email, 'undocancellation');
  await world.query(`insert into act (id, at, kind, subject, until) values (gen_random_uuid(), $2, 'suspended', $1, null)`, [
    jon.userId,
    world.now(),
  ]);
  expect((await redeem(undo)).body.error).toBe('account_suspended');
});
