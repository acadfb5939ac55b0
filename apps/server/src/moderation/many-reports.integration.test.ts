import { encountered, moderate, moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { startProcesses } from '@unspoken/testing/processes';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moderationLimits } from './limits.ts';

const day = 24 * 3_600_000;
const { count, window } = moderationLimits.reportPerAccount;
let world: World;
let moderator: Member;
beforeAll(async () => {
  // The shipped limits; addresses come from a proxy, so that each reporter has a network of their own.
  world = await startWorld({ LIMITS: 'on', TRUST_PROXY: 'on' });
  world.stopClock();
  moderator = await moderatorOf(world, 'Mo');
});
afterAll(() => world.close());

let people = 0;
/** A member whose account is three days old, so that their reports count. */
async function settled(at: World = world): Promise<Member> {
  const member = await at.newcomer(`Person ${++people}`);
  const longAgo = new Date(at.now().getTime() - 3 * day);
  await at.query('update account set verified_at = $2, created_at = $2 where id = $1', [member.userId, longAgo]);
  return { ...member, name: `Person ${people}`, socket: () => Promise.reject(new Error('needs none')) };
}
const newNetwork = () => ({ from: `198.51.${++people}.7` });
const conduct = async ({ token }: Member) => (await world.call('/api/v1/account/standing', { token })).body.conduct;
const caseOf = (member: Member) => moderationOf(world).caseOf(member);
/** Why reports about a member were held back; those that were not are left out. */
const heldBack = async (member: Member) => {
  const { records } = (await moderate(world, moderator, `cases/${await caseOf(member)}`)).body;
  return records.flatMap((each: { heldBack: string | null }) => each.heldBack ?? []);
};
const queued = async (member: Member) => {
  const caseID = await caseOf(member);
  const { cases } = (await moderate(world, moderator, 'cases')).body;
  return cases.find((each: { caseID: string }) => each.caseID === caseID);
};
const alarms = async () =>
  (await world.mails(moderator.email, 0)).filter(({ subject }) => subject.includes('needs attention now')).length;

/** A member whom two others have reported: one more report that counts sets a hold. */
async function nearlyHeld(): Promise<Member> {
  const member = await settled();
  for (let i = 0; i < 2; i++) await reported(world, await settled(), member, newNetwork());
  return member;
}

test('[MOD-36] the tenth report of a day counts towards a hold, the eleventh is kept and queued, and after a day they count again', async () => {
  const ann = await settled();
  const from = newNetwork();
  for (let i = 1; i < count; i++) expect((await reported(world, ann, await settled(), from)).status).toBe(200);
  const [room, other] = [await nearlyHeld(), await nearlyHeld()];
  const roomID = await encountered(world, ann, room);
  const repeat = () =>
    world.call('/api/v1/userreport', {
      token: ann.token,
      headers: { 'x-forwarded-for': from.from },
      body: { roomID, position: '1', selectedOptions: '["written signs"]' },
    });
  expect([(await repeat()).status, (await repeat()).status]).toEqual([200, 200]);
  expect(await conduct(room)).toBe('held');
  // The eleventh is answered like all others.
  const before = await alarms();
  expect((await reported(world, ann, other, from)).body).toEqual({ success: true });
  expect(await conduct(other)).toBe('good');
  expect(await heldBack(other)).toEqual(['many']);
  expect(await queued(other)).toMatchObject({ rank: 1, reports: 3 });
  expect(await alarms()).toBe(before);
  // Somebody else's report counts, and a report of the same person on the next day.
  await reported(world, await settled(), other, newNetwork());
  expect(await conduct(other)).toBe('held');
  world.advance(window - 1);
  const [late, next] = [await nearlyHeld(), await nearlyHeld()];
  await reported(world, ann, late, from);
  expect(await conduct(late)).toBe('good');
  world.advance(1);
  await reported(world, ann, next, from);
  expect(await conduct(next)).toBe('held');
});

test('[MOD-36] one of very many reports holds nobody at once, but if it says "seems under 18" it comes first and alerts', async () => {
  const ben = await settled();
  for (let i = 0; i < count; i++) await reported(world, ben, await settled());
  const young = await settled();
  const before = await alarms();
  await reported(world, ben, young, { reasons: ['seems under 18'] });
  expect(await conduct(young)).toBe('good');
  expect(await queued(young)).toMatchObject({ rank: 4 });
  await expect.poll(alarms).toBe(before + 1);
});

// One process alone has nobody to share its counts with.
if (process.env.WORLD_REDIS && process.env.WORLD_POSTGRES)
  test('[MOD-36] several processes count a person’s reports together', { tags: ['long'] }, async () => {
    const { processes, close } = await startProcesses(2, { LIMITS: 'on' });
    const [first, second] = processes as [World, World];
    const cay = await settled(first);
    for (let i = 0; i <= count; i++) await reported(i % 2 === 0 ? first : second, cay, await settled(first));
    expect(await first.query('select held_back from report where reporter = $1 order by held_back', [cay.userId])).toEqual([
      { held_back: 'many' },
      ...Array.from({ length: count }, () => ({ held_back: null })),
    ]);
    await close();
  });
