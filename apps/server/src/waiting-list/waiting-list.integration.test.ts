import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld({ WAITING_LIST: 'on', ADMIN_EMAILS: 'boss@example.org' });
});
afterAll(() => world.close());

const me = async (token: string) => (await world.call('/api/v1/account/loginfromtoken', { token })).body.user;
const confirm = async (email: string, token: string) =>
  world.call(`/api/v1/account/confirmemail/${await world.mailedToken(email, 'confirmemail')}`, { token });
const answers = { motivation: 'Curiosity', reference: 'friend', explanation: 'Bea told me' };
const apply = (token: string, body: Record<string, string> = answers) =>
  world.call('/api/v1/account/addregistrationinfo', { body, token });

test('[ACC-15] a new account waits: it sends the questionnaire once, then awaits the decision', async () => {
  const ann = await world.newcomer('Ann');
  await confirm(ann.email, ann.token);
  expect(await me(ann.token)).toMatchObject({ registeringStage: 'sentCredentials', needsVerification: false });
  const early = await world.call('/api/v1/realtime/auth', { token: ann.token });
  expect([early.status, early.body.error]).toEqual([403, 'not_admitted']);
  const sent = await apply(ann.token);
  expect(sent.body).toMatchObject({ token: ann.token, user: { registeringStage: 'sentInfo' } });
  const twice = await apply(ann.token, { ...answers, motivation: 'Another' });
  expect([twice.status, twice.body]).toEqual([
    409,
    { error: 'info_already_sent', message: 'We already received your information and will review your request.' },
  ]);
  expect(await world.query('select motivation from application where account_id = $1', [ann.userId])).toEqual([
    { motivation: 'Curiosity' },
  ]);
});

test('[ACC-7] an incomplete questionnaire is refused by field', async () => {
  const bea = await world.newcomer('Bea');
  const answer = await apply(bea.token, { motivation: ' ', reference: 'a newspaper' });
  expect([answer.status, answer.body.fields]).toEqual([
    422,
    { motivation: 'Please tell us why you would like to join', reference: 'Please choose how you heard of us' },
  ]);
  expect(await me(bea.token)).toMatchObject({ registeringStage: 'sentCredentials' });
});

test('[ACC-15] an invitation skips the waiting list, for the address it was sent to', async () => {
  const boss = await world.newcomer('Boss');
  const confirmation = await world.mailedToken(boss.email, 'confirmemail');
  await world.call(`/api/v1/account/confirmemail/${confirmation}`, { body: { password } });
  const token = (await world.call('/api/v1/account/login', { body: { email: boss.email, password } })).body.token;
  expect(await me(token)).toMatchObject({ role: 'admin', registeringStage: null });
  await world.call('/api/v1/invitation', { body: { toEmail: 'cay@example.org' }, token });
  const hash = await world.mailedToken('cay@example.org', '\\?invitation');
  const cay = await world.newcomer('Cay', { invitationHash: hash });
  expect(await me(cay.token)).toMatchObject({ registeringStage: null });
  const dan = await world.newcomer('Dan', { invitationHash: 'nonsense' });
  expect(await me(dan.token)).toMatchObject({ registeringStage: 'sentCredentials' });
});

test('an admitted account cannot send a questionnaire', async () => {
  const { body } = await world.call('/api/v1/account/login', { body: { email: 'cay@example.org', password } });
  const answer = await apply(body.token);
  expect([answer.status, answer.body.error]).toEqual([403, 'forbidden']);
});
