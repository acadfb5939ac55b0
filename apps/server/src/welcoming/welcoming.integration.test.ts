import { hostingOf } from '@unspoken/testing/hosting';
import { moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type WelcomingBeside, welcomingBeside } from '@unspoken/testing/welcoming';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [minute, day] = [60_000, 86_400_000];
let world: World;
let [ada, ben, mo, ma]: Member[] = [];
let beside: WelcomingBeside;
let moderation: ReturnType<typeof moderationOf>;
beforeAll(async () => {
  world = await startWorld();
  ada = await moderatorOf(world, 'Ada Admin', 'admin');
  ben = await moderatorOf(world, 'Ben Admin', 'admin');
  mo = await moderatorOf(world, 'Mo Moderator');
  ma = await moderatorOf(world, 'Ma Moderator');
  moderation = moderationOf(world);
  beside = await welcomingBeside(world);
});
afterAll(async () => {
  await beside.close();
  await world.close();
});

let people = 0;
const experienced = (minutes = 20) => hostingOf(world).experienced(`Member ${++people}`, minutes);
const own = async ({ token }: Member) => (await world.call('/api/v1/welcoming', { token })).body;
const ask = ({ token }: Member) => world.call('/api/v1/welcoming/ask', { token, method: 'POST' });
const withdraw = ({ token }: Member) => world.call('/api/v1/welcoming/withdraw', { token, method: 'POST' });
const list = async (by = ada as Member) => (await world.call('/api/v1/office/welcomers', { token: by.token })).body.welcomers;
const decide = ({ userId: personID }: Member, decision: string, { reason = 'A reason.', by = ada as Member } = {}) =>
  world.call('/api/v1/office/welcomers/decide', { token: by.token, body: { personID, decision, reason } });
const lines = ({ userId }: Member) =>
  world.query(`select kind, actor, code, case_id from act where subject = $1 and kind like 'welcomer%' order by seq`, [userId]);
const row = async ({ userId }: Member) => (await world.query('select * from welcoming where account_id = $1', [userId]))[0];
/** A member with twenty minutes whose request is approved. */
async function welcomer(): Promise<Member> {
  const member = await experienced();
  await ask(member);
  expect((await decide(member, 'approve')).body).toEqual({ success: true });
  return member;
}
/** A moderator upholds a report about a member; returns the case. */
async function uphold(member: Member, decision = 'warn'): Promise<string> {
  await reported(world, await moderation.newMember('Reporter'), member);
  const caseID = await moderation.caseOf(member);
  await moderation.as(mo, 'cases/claim', { caseID });
  expect((await moderation.as(mo, 'cases/decide', moderation.decision(caseID, { decision }))).status).toBe(200);
  return caseID;
}
/** The member appeals the last decision about them, and another moderator reverses it. */
async function reverse(member: Member): Promise<void> {
  await moderation.appeal(member, (await moderation.standing(member)).statements[0].statementID);
  const caseID = await moderation.caseOf(member, 'appeal');
  await moderation.as(ma, 'cases/claim', { caseID });
  const reversed = await moderation.as(ma, 'cases/decideappeal', { caseID, outcome: 'reverse', facts: 'It was not so.' });
  expect(reversed.status).toBe(200);
}

test('[WEL-1] with 19 completed minutes nobody may ask, with 20 they may', async () => {
  const [nineteen, twenty] = [await experienced(19), await experienced(20)];
  expect(await own(nineteen)).toEqual({ missingMinutes: 1, isEligible: false, request: null });
  expect((await ask(nineteen)).body.error).toBe('forbidden');
  expect(await row(nineteen)).toBeUndefined();
  expect(await own(twenty)).toEqual({ missingMinutes: 0, isEligible: true, request: null });
  expect((await ask(twenty)).body).toMatchObject({ request: { state: 'asked', reason: '' } });
  expect(await beside.isWelcomer(twenty)).toBe(false);
});

test('[WEL-1] asking twice, also at once, is one request with its first date', async () => {
  const member = await experienced();
  const both = await Promise.all([ask(member), ask(member), ask(member)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { changed_at: since } = (await row(member)) ?? {};
  world.advance(minute);
  await ask(member);
  expect((await row(member))?.changed_at).toEqual(since);
  expect(await list()).toContainEqual(expect.objectContaining({ personID: member.userId, state: 'asked' }));
});

test('[WEL-1] [WEL-5] after an upheld report nobody may ask; after a dismissed or a reversed one they may', async () => {
  const [warned, dismissed] = [await experienced(), await experienced()];
  await uphold(warned);
  expect(await own(warned)).toMatchObject({ missingMinutes: 0, isEligible: false });
  expect((await ask(warned)).body.error).toBe('forbidden');
  await reverse(warned);
  expect((await ask(warned)).status).toBe(200);
  await uphold(dismissed, 'dismiss');
  expect((await ask(dismissed)).status).toBe(200);
});

test('[WEL-1] a suspended account cannot ask', async () => {
  const member = await experienced();
  await hostingOf(world).stand(member, 'suspended');
  expect((await ask(member)).body.error).toBe('account_suspended');
  expect(await own(member)).toMatchObject({ isEligible: false, request: null });
});

test('[WEL-2] an administrator sees who asks and who welcomes, and approves, declines and ends with a reason that the member reads', async () => {
  const [approved, declined] = [await experienced(33), await experienced()];
  for (const member of [approved, declined]) await ask(member);
  const without = await decide(declined, 'decline', { reason: ' ' });
  expect([without.status, without.body.fields]).toEqual([422, { reason: 'Please say what happened, for the person to read' }]);
  expect((await decide(declined, 'decline', { reason: 'You are here to teach.' })).body).toEqual({ success: true });
  expect(await own(declined)).toMatchObject({ request: { state: 'declined', reason: 'You are here to teach.' } });
  expect((await decide(approved, 'approve', { reason: '' })).body).toEqual({ success: true });
  expect(await own(approved)).toMatchObject({ isEligible: true, request: { state: 'approved', reason: '' } });
  const listed = (await list()).filter(({ personID }: { personID: string }) =>
    [approved.userId, declined.userId].includes(personID),
  );
  expect(listed).toEqual([
    {
      ...{ personID: approved.userId, name: approved.name, completedMinutes: 33, state: 'approved' },
      ...{ isEligible: true, isOwn: false, memberSince: expect.any(Number), since: expect.any(Number) },
    },
  ]);
  expect(await Promise.all([approved, declined].map(beside.isWelcomer))).toEqual([true, false]);
  expect((await decide(approved, 'end', { reason: '' })).status).toBe(422);
  expect((await decide(approved, 'end', { reason: 'We have enough now.', by: ben as Member })).body).toEqual({ success: true });
  expect(await own(approved)).toMatchObject({ request: { state: 'ended', reason: 'We have enough now.' } });
  expect(await beside.isWelcomer(approved)).toBe(false);
  const line = (kind: string, by = ada) => ({ kind, actor: by?.userId, code: null, case_id: null });
  expect(await lines(approved)).toEqual([line('welcomer approved'), line('welcomer ended', ben)]);
  expect(await lines(declined)).toEqual([line('welcomer declined')]);
  // After either they may ask again, and the earlier reason is gone.
  for (const member of [approved, declined])
    expect((await ask(member)).body).toMatchObject({ request: { state: 'asked', reason: '' } });
});

test('[WEL-2] of many the first are listed, longest first, and whether there are more', async () => {
  const members = [];
  for (let i = 0; i < 3; i++) members.push(await experienced());
  for (const member of members) await ask(member);
  for (const member of members) expect((await decide(member, 'approve')).status).toBe(200);
  const first = async (wanted: number) => {
    const { body } = await world.call(`/api/v1/office/welcomers?first=${wanted}`, { token: ada?.token });
    const approved = body.welcomers.filter(({ state }: { state: string }) => state === 'approved');
    return { ...body, approved: approved.map(({ personID }: { personID: string }) => personID) };
  };
  const all = await first(1_000);
  expect(all.hasMore).toBe(false);
  expect(all.approved.slice(-3)).toEqual(members.map(({ userId }) => userId));
  const count = all.approved.length;
  expect(await first(count - 1)).toMatchObject({ hasMore: true, approved: all.approved.slice(0, -1) });
  expect((await first(count)).approved).toEqual(all.approved);
  expect((await world.call('/api/v1/office/welcomers?first=-1', { token: ada?.token })).status).toBe(422);
});

test('[WEL-2] nobody decides about themselves, without the role, or without a second factor', async () => {
  const member = await experienced();
  await ask(member);
  const { userId } = ben as Member;
  await world.query('insert into encounter_total (account_id, completed_minutes) values ($1, 20)', [userId]);
  await ask(ben as Member);
  expect((await decide(ben as Member, 'approve', { by: ben as Member })).body.error).toBe('other_person_needed');
  expect(await list(ben)).toContainEqual(expect.objectContaining({ personID: userId, isOwn: true }));
  expect(await row(ben as Member)).toMatchObject({ state: 'asked', decided_by: null });
  for (const by of [member, mo as Member]) expect((await decide(member, 'approve', { by })).body.error).toBe('role_needed');
  await world.query('update session set second_factor_at = null where account_id = $1', [userId]);
  expect((await decide(member, 'approve', { by: ben as Member })).body.error).toBe('second_factor_needed');
  await world.query('update session set second_factor_at = now() where account_id = $1', [userId]);
  expect((await decide(await experienced(), 'approve')).body.error).toBe('not_found');
  expect(await lines(member)).toEqual([]);
});

test('[WEL-3] of two administrators who decide at once, one does; what was decided or withdrawn is not decided again', async () => {
  const member = await experienced();
  await ask(member);
  const both = await Promise.all([decide(member, 'approve'), decide(member, 'decline', { by: ben as Member })]);
  expect(both.map(({ body }) => body.error ?? 'done').toSorted()).toEqual(['case_changed', 'done']);
  expect(await lines(member)).toHaveLength(1);
  await withdraw(member);
  for (const decision of ['approve', 'decline', 'end']) expect((await decide(member, decision)).body.error).toBe('case_changed');
  await ask(member);
  expect((await decide(member, 'end')).body.error).toBe('case_changed');
});

test('[WEL-3] [WEL-4] a withdrawal during the decision stands', async () => {
  for (let i = 0; i < 5; i++) {
    const member = await experienced();
    await ask(member);
    const [withdrawn, decided] = await Promise.all([withdraw(member), decide(member, 'approve')]);
    expect([withdrawn.status, decided.body.error ?? 'done']).toEqual([200, expect.stringMatching(/^(done|case_changed)$/)]);
    expect(await row(member)).toMatchObject({ state: 'withdrawn', decided_by: null });
    expect(await beside.isWelcomer(member)).toBe(false);
  }
});

test('[WEL-3] a report that is upheld after the request prevents the approval', async () => {
  const member = await experienced();
  await ask(member);
  await uphold(member);
  expect(await list()).toContainEqual(expect.objectContaining({ personID: member.userId, isEligible: false }));
  expect((await decide(member, 'approve')).body.error).toBe('case_changed');
  expect((await decide(member, 'decline')).body).toEqual({ success: true });
});

test('[WEL-4] a welcomer stops whenever they wish, also while suspended, and may ask again', async () => {
  const member = await welcomer();
  expect((await withdraw(member)).body).toMatchObject({ request: { state: 'withdrawn' } });
  expect(await beside.isWelcomer(member)).toBe(false);
  expect((await withdraw(member)).status).toBe(200);
  await ask(member);
  expect(await beside.isWelcomer(member)).toBe(false);
  await decide(member, 'approve');
  expect(await beside.isWelcomer(member)).toBe(true);
  await hostingOf(world).stand(member, 'suspended');
  expect((await withdraw(member)).status).toBe(200);
  expect(await row(member)).toMatchObject({ state: 'withdrawn' });
  // A member who has never asked has nothing to withdraw.
  const never = await experienced();
  expect((await withdraw(never)).body.request).toBeNull();
});

test('[WEL-5] with an upheld report a welcomer is none at once, in another process too, until it is reversed', async () => {
  const member = await welcomer();
  expect(await beside.partOf(member)).toEqual({ welcomes: true });
  await uphold(member);
  expect([await beside.isWelcomer(member), await beside.partOf(member)]).toEqual([false, {}]);
  expect(await own(member)).toMatchObject({ isEligible: false, request: { state: 'approved' } });
  await reverse(member);
  expect([await beside.isWelcomer(member), await beside.partOf(member)]).toEqual([true, { welcomes: true }]);
});

test.each(['held', 'suspended', 'banned'] as const)('[WEL-5] a welcomer who is %s is none; only a hold passes', async (kind) => {
  const member = await welcomer();
  await hostingOf(world).stand(member, kind, kind === 'banned' ? null : minute / day);
  expect(await beside.isWelcomer(member)).toBe(false);
  world.advance(minute);
  expect(await beside.isWelcomer(member)).toBe(kind === 'held');
});

test('[WEL-7] a deleted account takes its request with it', async () => {
  const member = await welcomer();
  const data = (await world.call('/api/v1/account/exportdata', { token: member.token, body: { password } })).body;
  expect(data.welcoming).toEqual({
    ...{ state: 'approved', reason: '' },
    askedAt: expect.any(String),
    changedAt: expect.any(String),
  });
  await world.call('/api/v1/account/deleteaccount', { token: member.token, body: { password } });
  expect(await row(member)).toBeUndefined();
  expect(await beside.isWelcomer(member)).toBe(false);
  expect((await list()).some(({ personID }: { personID: string }) => personID === member.userId)).toBe(false);
  expect((await decide(member, 'end')).body.error).toBe('not_found');
});

test('[WEL-7] what is over is deleted after a year, and what is open is not', async () => {
  const members = await Promise.all([1, 2, 3, 4, 5].map(() => experienced()));
  for (const member of members) await ask(member);
  const [asked, approved, declined, withdrawn, ended] = members as [Member, Member, Member, Member, Member];
  for (const member of [approved, ended]) await decide(member, 'approve');
  await decide(declined, 'decline');
  await decide(ended, 'end');
  await withdraw(withdrawn);
  const states = () => Promise.all(members.map(async (member) => (await row(member))?.state));
  const since = (await Promise.all(members.map(row))).map((each) => Number(each?.changed_at));
  await beside.forget(new Date(Math.min(...since)));
  expect(await states()).toEqual(['asked', 'approved', 'declined', 'withdrawn', 'ended']);
  await beside.forget(new Date(Math.max(...since) + 1));
  expect(await states()).toEqual(['asked', 'approved', undefined, undefined, undefined]);
  expect(await Promise.all([asked, approved].map(beside.isWelcomer))).toEqual([false, true]);
});

test('[WEL-7] an approval that an upheld report has voided is deleted before the ledger forgets the report', async () => {
  const [voided, other] = [await welcomer(), await welcomer()];
  await uphold(voided);
  const { at } = (await world.query(`select at from act where subject = $1 and kind = 'warned'`, [voided.userId]))[0] as {
    at: Date;
  };
  await beside.forget(new Date(at.getTime() - 30 * day));
  expect(await row(voided)).toMatchObject({ state: 'approved' });
  await beside.forget(new Date(at.getTime() - 30 * day + 1));
  expect([await row(voided), await row(other)]).toEqual([undefined, expect.objectContaining({ state: 'approved' })]);
});
