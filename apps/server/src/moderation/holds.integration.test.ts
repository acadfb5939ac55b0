import { moderate, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const day = 24 * 3_600_000;
let world: World;
let moderator: Member;
let reporters: Member[];
beforeAll(async () => {
  world = await startWorld({ TRUST_PROXY: 'on' });
  moderator = await moderatorOf(world, 'Mo');
  reporters = [];
  for (let i = 0; i < 7; i++) reporters.push(await world.member(`Reporter${i}`));
  world.later(3 * day);
});
afterAll(() => world.close());

let people = 0;
const somebody = () => world.member(`Somebody${++people}`);
const standing = async ({ token }: Member) => (await world.call('/api/v1/account/standing', { token })).body;
const conduct = async (member: Member) => (await standing(member)).conduct;
const by = async (index: number, other: Member, reasons = ['written signs'], network = index) => {
  const { body } = await reported(world, reporters[index] as Member, other, { reasons, from: `192.0.${network}.7` });
  expect(body).toEqual({ success: true });
};
const dismissAll = async () => {
  for (;;) {
    const { caseID } = (await moderate(world, moderator, 'cases/claim', {})).body;
    if (caseID === null) return;
    expect((await moderate(world, moderator, 'cases/decide', { caseID, decision: 'dismiss' })).status).toBe(200);
  }
};

test('[MOD-6] [MOD-17] three reporters from three networks hold somebody: no connecting, everything else, a day at most', async () => {
  const dan = await somebody();
  await by(0, dan);
  await by(1, dan);
  await by(2, dan, undefined, 1);
  expect(await conduct(dan)).toBe('good');
  const socket = await dan.socket();
  expect(await socket.emit('connectClick', { clickID: 'waits' })).toEqual({ ok: true });
  await by(3, dan);
  // Out of the queue, and not back into it.
  expect(await socket.hears('matchmakerEvent', ({ error }: { error?: string }) => error !== undefined)).toMatchObject({
    type: 'connectRecievedError',
    error: 'account_held',
    clickID: 'waits',
  });
  await socket.hears('account:changed');
  expect(await socket.emit('connectClick', { clickID: 'again' })).toMatchObject({ error: 'account_held' });
  const { conduct: held, until, statements } = await standing(dan);
  expect([held, statements]).toMatchObject(['held', [{ kind: 'held', decidedBy: 'machine', rule: null, appeal: 'none' }]]);
  expect(until - world.now().getTime()).toBeLessThanOrEqual(day);
  const mail = await world.mailSaying(dan.email, '/account/standing');
  expect(mail.subject).toContain('cannot connect');
  // The account itself stays open, and is not called suspended.
  const { user } = (await world.call('/api/v1/account/loginfromtoken', { token: dan.token })).body;
  expect(user.accountSuspended).toBe(false);
  world.later(day);
  expect(await socket.emit('connectClick', { clickID: 'a day later' })).toEqual({ ok: true });
  // Nor does a fourth network hold them again in the same case.
  await by(4, dan);
  expect(await conduct(dan)).toBe('good');
  socket.close();
  await dismissAll();
});

test('[MOD-6] one who seems under 18 is held at once; looked at and dismissed, the same few hold them no more', async () => {
  const eli = await somebody();
  await by(5, eli, ['seems under 18']);
  expect(await conduct(eli)).toBe('held');
  await dismissAll();
  expect(await conduct(eli)).toBe('good');
  await by(6, eli, ['seems under 18']);
  for (const index of [0, 1, 2, 3]) await by(index, eli);
  expect(await conduct(eli)).toBe('good');
  await dismissAll();
});

test('[MOD-6] what came to nothing is remembered: the reporter of a dismissed alarm holds nobody else by another', async () => {
  const fay = await somebody();
  await by(6, fay, ['seems under 18']);
  expect(await conduct(fay)).toBe('good');
  await dismissAll();
});

test('[MOD-6] nothing tells from which network somebody reported, and what could is forgotten', async () => {
  const origins = await world.query('select network from report_origin');
  expect(origins.length).toBeGreaterThan(5);
  expect(JSON.stringify(origins)).not.toContain('192.0');
});

test('[MOD-17] whoever is reported in vain notices nothing of it', async () => {
  const eve = await somebody();
  const socket = await eve.socket();
  await by(0, eve);
  await dismissAll();
  await socket.emit('time', {});
  expect(socket.count('account:changed')).toBe(0);
});
