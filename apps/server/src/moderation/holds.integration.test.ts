import { matchmakerEvents } from '@unspoken/contract/matchmaking';
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
  for (let i = 0; i < 8; i++) reporters.push(await world.member(`Reporter${i}`));
  world.advance(3 * day);
});
afterAll(() => world.close());

let people = 0;
const newMember = () => world.member(`Somebody${++people}`);
const standing = async ({ token }: Member) => (await world.call('/api/v1/account/standing', { token })).body;
const conduct = async (member: Member) => (await standing(member)).conduct;
const heldUntil = async ({ token }: Member) =>
  (await world.call('/api/v1/account/loginfromtoken', { token })).body.user.accountHeldUntil;
const reportBy = async (index: number, other: Member, reasons = ['written signs'], network = index) => {
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

test('[MOD-6] [MOD-17] reports from three networks hold a member: no connecting for a day at most, all else allowed', async () => {
  const dan = await newMember();
  await reportBy(0, dan);
  await reportBy(1, dan);
  await reportBy(2, dan, undefined, 1);
  expect(await conduct(dan)).toBe('good');
  const socket = await dan.socket();
  expect(await socket.emit('connectClick', { clickID: 'waits' })).toEqual({ ok: true });
  await reportBy(3, dan);
  // The member leaves the queue, and cannot join it again.
  expect(await socket.hears('matchmakerEvent', ({ error }: { error?: string }) => error !== undefined)).toMatchObject({
    type: matchmakerEvents.connectFailed,
    error: 'account_held',
    clickID: 'waits',
  });
  await socket.hears('account:changed');
  expect(await socket.emit('connectClick', { clickID: 'again' })).toMatchObject({ error: 'account_held' });
  const { conduct: held, until, statements } = await standing(dan);
  expect([held, statements]).toMatchObject(['held', [{ kind: 'held', decidedBy: 'machine', rule: null, appeal: 'none' }]]);
  expect(until - world.now().getTime()).toBeLessThanOrEqual(day);
  const mail = await world.mailContaining(dan.email, '/account/standing');
  expect(mail.subject).toContain('cannot connect');
  // The account itself can be used, and is not reported as suspended.
  const { user } = (await world.call('/api/v1/account/loginfromtoken', { token: dan.token })).body;
  expect(user).toMatchObject({ accountSuspended: false, accountHeldUntil: until });
  world.advance(until - world.now().getTime() - 60_000);
  expect(await heldUntil(dan)).toBe(until);
  world.advance(60_000);
  expect(await heldUntil(dan)).toBe(null);
  expect(await socket.emit('connectClick', { clickID: 'a day later' })).toEqual({ ok: true });
  // A report from a fourth network does not hold the member again in the same case.
  await reportBy(4, dan);
  expect(await conduct(dan)).toBe('good');
  socket.close();
  await dismissAll();
});

test('[MOD-17] an open page is notified as a hold begins, and again as a moderator ends it before its time', async () => {
  const gil = await newMember();
  const socket = await gil.socket();
  expect(await heldUntil(gil)).toBe(null);
  await reportBy(7, gil, ['seems under 18']);
  await expect.poll(() => socket.count('account:changed')).toBe(1);
  expect(await heldUntil(gil)).toBeGreaterThan(world.now().getTime());
  await dismissAll();
  await expect.poll(() => socket.count('account:changed')).toBe(2);
  expect(await heldUntil(gil)).toBe(null);
  socket.close();
});

test('[MOD-6] "seems under 18" holds at once; after a dismissed case the same few cannot hold the member again', async () => {
  const eli = await newMember();
  await reportBy(5, eli, ['seems under 18']);
  expect(await conduct(eli)).toBe('held');
  await dismissAll();
  expect(await conduct(eli)).toBe('good');
  await reportBy(6, eli, ['seems under 18']);
  for (const index of [0, 1, 2, 3]) await reportBy(index, eli);
  expect(await conduct(eli)).toBe('good');
  await dismissAll();
});

test('[MOD-6] a reporter whose "seems under 18" was dismissed cannot hold another member with the next one', async () => {
  const fay = await newMember();
  await reportBy(6, fay, ['seems under 18']);
  expect(await conduct(fay)).toBe('good');
  await dismissAll();
});

test('[MOD-6] the network of a report is stored only as a keyed hash', async () => {
  const origins = await world.query('select network from report_origin');
  expect(origins.length).toBeGreaterThan(5);
  expect(JSON.stringify(origins)).not.toContain('192.0');
});

test('[MOD-17] a member is not notified of a dismissed report about them', async () => {
  const eve = await newMember();
  const socket = await eve.socket();
  await reportBy(0, eve);
  await dismissAll();
  await socket.emit('time', {});
  expect(socket.count('account:changed')).toBe(0);
});
