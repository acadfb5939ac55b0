import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const account = '/api/v1/account';
const minute = 60_000;
const day = 24 * 60 * minute;
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const comeBack = (token: string) => world.call(`${account}/loginfromtoken`, { token });

test('[ACC-10] [ACC-13] a link to reset the password does not survive a change of address', async () => {
  const ann = await world.member('Ann');
  const changed = await world.call(`${account}/changeemail`, {
    token: ann.token,
    body: { email: 'ann.new@example.org', password },
  });
  expect(changed.body).toEqual({ success: true });
  const confirmation = await world.mailedToken('ann.new@example.org', 'confirmemail');
  await world.call(`${account}/startrecoverpassword`, { body: { email: ann.email } });
  const hash = await world.mailedToken(ann.email, 'resetpassword');
  expect((await world.call(`${account}/validaterecoveryhash`, { body: { hash } })).status).toBe(200);
  const moved = await world.call(`${account}/confirmemail/${confirmation}`, { token: ann.token });
  expect(moved.status).toBe(200);
  expect((await comeBack(ann.token)).body.user).toMatchObject({ email: 'ann.new@example.org' });
  for (const [call, body] of [
    ['validaterecoveryhash', { hash }],
    ['resetpassword', { hash, password: 'chosen by the old mailbox' }],
  ] as const) {
    const answer = await world.call(`${account}/${call}`, { body });
    expect([answer.status, answer.body.error]).toEqual([404, 'invalid_recovery_link']);
  }
});

test('[ACC-22] a token that is a day old is replaced, and expires a minute after the first use of the new one', async () => {
  const bea = await world.member('Bea');
  world.advance(day - minute);
  expect((await comeBack(bea.token)).body.token).toBe(bea.token);
  world.advance(2 * minute);
  const { token } = (await comeBack(bea.token)).body;
  expect(token).not.toBe(bea.token);
  // Until the new token is used the old one stays valid: the answer with the new one may have been lost.
  world.advance(5 * minute);
  expect((await comeBack(bea.token)).status).toBe(200);
  expect((await comeBack(token)).status).toBe(200);
  world.advance(minute / 2);
  expect((await comeBack(bea.token)).status).toBe(200);
  world.advance(minute / 2 + 1_000);
  expect([(await comeBack(bea.token)).status, (await comeBack(token)).status]).toEqual([401, 200]);
});
