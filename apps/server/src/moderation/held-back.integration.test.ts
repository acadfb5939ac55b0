import { encountered, moderate, moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const minute = 60_000;
const day = 24 * 60 * minute;
let world: World;
let moderator: Member;
beforeAll(async () => {
  world = await startWorld({ TRUST_PROXY: 'on', METRICS_TOKEN: 'a-token-that-only-machines-know' });
  moderator = await moderatorOf(world, 'Mo');
});
afterAll(() => world.close());

let people = 0;
/** A member whose account has this age, ms. */
async function aged(age: number): Promise<Member> {
  const member = await world.member(`Somebody${++people}`);
  await world.query('update account set created_at = $2 where id = $1', [member.userId, new Date(world.now().getTime() - age)]);
  return member;
}
const conduct = async ({ token }: Member) => (await world.call('/api/v1/account/standing', { token })).body.conduct;
const report = (member: Member, roomID: string, position: 1 | 2, reason = 'seems under 18') =>
  world.call('/api/v1/userreport', {
    token: member.token,
    body: { roomID, position: String(position), selectedOptions: JSON.stringify([reason]) },
  });
const queue = async () => (await moderate(world, moderator, 'cases')).body.cases;
const caseOf = (member: Member): Promise<string> => moderationOf(world).caseOf(member);
const alarms = async () =>
  (await world.mails(moderator.email, 0)).filter(({ subject }) => subject.includes('needs attention now')).length;
const heldBack = async (caseID: string) =>
  (await moderate(world, moderator, `cases/${caseID}`)).body.records.map((each: { heldBack: string | null }) => each.heldBack);
const dismiss = async (caseID: string) => {
  await moderate(world, moderator, 'cases/claim', { caseID });
  expect((await moderate(world, moderator, 'cases/decide', { caseID, decision: 'dismiss' })).status).toBe(200);
};

test.each([
  ['the person who waited', 1],
  ['the person who joined', 2],
] as const)('[MOD-28] [MOD-29] %s reports first, and the report in return holds nobody', async (_, first) => {
  const [ann, ben] = [await aged(3 * day), await aged(3 * day)];
  const roomID = await encountered(world, first === 1 ? ann : ben, first === 1 ? ben : ann);
  const before = await alarms();
  expect((await report(ann, roomID, first)).body).toEqual({ success: true });
  expect([await conduct(ann), await conduct(ben)]).toEqual(['good', 'held']);
  // Ben is held and reports Ann in return: she is not held, and moderators look at her case first.
  expect((await report(ben, roomID, first === 1 ? 2 : 1)).body).toEqual({ success: true });
  expect([await conduct(ann), await conduct(ben)]).toEqual(['good', 'held']);
  const [against, own] = [await caseOf(ann), await caseOf(ben)];
  expect((await queue()).slice(0, 2)).toMatchObject([
    { caseID: against, rank: 4, held: false },
    { caseID: own, rank: 3, held: true },
  ]);
  expect([await heldBack(against), await heldBack(own)]).toEqual([['reported_first'], [null]]);
  await expect.poll(alarms).toBe(before + 1);
  for (const caseID of [against, own]) await dismiss(caseID);
});

test('[MOD-28] a member in mutual reports can still be held by a report from another encounter, on either side', async () => {
  const [ann, ben, cay] = [await aged(3 * day), await aged(3 * day), await aged(3 * day)];
  const roomID = await encountered(world, ann, ben);
  await report(ann, roomID, 1, 'written signs');
  await report(ben, roomID, 2);
  expect([await conduct(ann), await conduct(ben)]).toEqual(['good', 'good']);
  // In other encounters neither of them has been reported first.
  await reported(world, cay, ann, { reasons: ['seems under 18'] });
  expect(await conduct(ann)).toBe('held');
  await reported(world, cay, ben, { reasons: ['seems under 18'] });
  expect(await conduct(ben)).toBe('held');
  for (const member of [ann, ben]) await dismiss(await caseOf(member));
});

test('[MOD-28] when two report each other at the same moment, one report is first, and one of the two is held', async () => {
  const [ann, ben] = [await aged(3 * day), await aged(3 * day)];
  const roomID = await encountered(world, ann, ben);
  const answers = await Promise.all([report(ann, roomID, 1), report(ben, roomID, 2)]);
  expect(answers.map(({ body }) => body)).toEqual([{ success: true }, { success: true }]);
  expect([await conduct(ann), await conduct(ben)].toSorted()).toEqual(['good', 'held']);
  for (const member of [ann, ben]) await dismiss(await caseOf(member));
});

test('[MOD-28] [MOD-29] both sides of the limit of one day', async () => {
  const [young, old] = [await aged(day - 2 * minute), await aged(day + 1)];
  const [one, other] = [await aged(day), await aged(day)];
  const before = await alarms();
  await reported(world, young, one, { reasons: ['seems under 18'] });
  await reported(world, old, other, { reasons: ['seems under 18'] });
  expect([await conduct(one), await conduct(other)]).toEqual(['good', 'held']);
  expect((await queue())[0]).toMatchObject({ caseID: await caseOf(one), rank: 4 });
  // The report of a young account does not count later either, because it was held back when it was made.
  world.advance(3 * minute);
  await reported(world, await aged(3 * day), one, { reasons: ['written signs'] });
  expect(await conduct(one)).toBe('good');
  expect(await heldBack(await caseOf(one))).toEqual(['unproven', null]);
  await expect.poll(alarms).toBe(before + 1);
  for (const member of [one, other]) await dismiss(await caseOf(member));
});

test('[MOD-28] a report by a member on hold holds nobody', async () => {
  const [held, other] = [await aged(3 * day), await aged(3 * day)];
  await reported(world, await aged(3 * day), held, { reasons: ['seems under 18'] });
  expect(await conduct(held)).toBe('held');
  await reported(world, held, other, { reasons: ['seems under 18'] });
  expect(await conduct(other)).toBe('good');
  expect(await heldBack(await caseOf(other))).toEqual(['unproven']);
  for (const member of [held, other]) await dismiss(await caseOf(member));
});

test('[MOD-28] [MOD-29] a guest’s report holds nobody, comes first in the queue, and alerts once for each case', async () => {
  const [guest, second, host] = [await aged(3 * day), await aged(3 * day), await aged(3 * day)];
  await world.query(`update account set role = 'experienceGuest' where id = any($1)`, [[guest.userId, second.userId]]);
  const before = await alarms();
  await reported(world, guest, host, { reasons: ['written signs'] });
  await reported(world, second, host, { reasons: ['seems under 18'] });
  expect(await conduct(host)).toBe('good');
  expect((await queue())[0]).toMatchObject({ caseID: await caseOf(host), rank: 4, reports: 2 });
  expect(await heldBack(await caseOf(host))).toEqual(['guest', 'guest']);
  // Both reports are stored; only the first was mailed.
  await expect.poll(alarms).toBe(before + 1);
  const { text } = await world.mailContaining(moderator.email, 'needs attention now');
  expect(text).toContain('/admin');
  expect(text).not.toContain(host.name);
  await dismiss(await caseOf(host));
});

test('[MOD-28] held-back reports do not count towards the three that set a hold', async () => {
  const ben = await aged(3 * day);
  const rooms: { by: Member; roomID: string }[] = [];
  for (let i = 0; i < 3; i++) {
    const by = await aged(3 * day);
    rooms.push({ by, roomID: await encountered(world, by, ben) });
  }
  // Two report unprovoked; the third had been reported by Ben first.
  const [first, second, third] = rooms as [(typeof rooms)[0], (typeof rooms)[0], (typeof rooms)[0]];
  await report(ben, third.roomID, 2, 'written signs');
  for (const [i, { by, roomID }] of [first, second, third].entries())
    await world.call('/api/v1/userreport', {
      token: by.token,
      headers: { 'x-forwarded-for': `198.51.${i}.7` },
      body: { roomID, position: '1', selectedOptions: '["written signs"]' },
    });
  expect(await conduct(ben)).toBe('good');
  await reported(world, await aged(3 * day), ben, { from: '198.51.77.7' });
  expect(await conduct(ben)).toBe('held');
  for (const member of [ben, third.by]) await dismiss(await caseOf(member));
});

test('[MOD-29] a moderator who is one of the two is not alerted, and alerts are counted', async () => {
  const mia = await moderatorOf(world, 'Mia');
  const own = async () =>
    (await world.mails(mia.email, 0)).filter(({ subject }) => subject.includes('needs attention now')).length;
  const [guest, host] = [await aged(3 * day), await aged(3 * day)];
  await world.query(`update account set role = 'experienceGuest' where id = $1`, [guest.userId]);
  await reported(world, guest, mia);
  await reported(world, guest, host);
  await expect.poll(own).toBe(1);
  const figures = await world.call('/metrics', { token: 'a-token-that-only-machines-know' });
  expect(Number(/unspoken_moderation_alarms\w*(?:\{[^}]*\})? (\d+)/.exec(figures.body)?.[1])).toBeGreaterThan(5);
});
