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

test('[MEM-29] [MEM-30] strangers get the same answer; whoever does not pay is mailed nothing of what was written', async () => {
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
  await later(eve, 3.1);
  await soon(async () => expect(await stateOf(eve.email)).toBe('console'));
});

test('[MEM-30] what is declared for cause, or for a later day, is left to an administrator, who notes that it is done', async () => {
  const [fay, gus] = [await it.paying('Fay'), await it.paying('Gus')];
  await declare(form(fay.email, { type: 'extraordinary', reason: 'You closed the lobby.' }));
  await soon(async () => expect(await it.subscription(fay)).toMatchObject({ state: 'ending' }));
  await declare(form(gus.email, { at: new Date(world.now().getTime() + 90 * 86_400_000).toISOString().slice(0, 10) }));
  await soon(async () => expect(await stateOf(gus.email)).toBe('console'));
  expect(await it.subscription(gus)).toMatchObject({ state: 'active' });
  const admin = await moderatorOf(world, 'Ada Administration', 'admin');
  const call = (path: string, body?: object) =>
    world.call(`/api/v1/office/declarations${path}`, { token: admin.token, ...(body && json(body)) });
  const open = (await call('')).body.declarations as { id: string; email: string; declaration: string; ofPayer: boolean }[];
  const fays = open.find(({ email }) => email === fay.email);
  expect(fays).toMatchObject({ ofPayer: true, declaration: expect.stringContaining('You closed the lobby.') });
  expect((await call('/settle', { id: fays?.id })).body).toEqual({ success: true });
  expect((await call('/settle', { id: fays?.id })).body.error).toBe('not_found');
  expect((await call('')).body.declarations.map(({ email }: { email: string }) => email)).toContain(gus.email);
});
