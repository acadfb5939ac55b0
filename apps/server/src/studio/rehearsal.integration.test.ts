import type { Script } from '@unspoken/contract/scripts';
import { moderatorOf } from '@unspoken/testing/moderation';
import { studioCalls } from '@unspoken/testing/studio-calls';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let [fay, gus, ada] = [] as unknown as [Member, Member, Member];
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ leastIntro: 100, leastConnection: 100, leastAfter: 100 }) });
  await world.query(`insert into category values ('quiet', 1)`);
  fay = await moderatorOf(world, 'Fay Writes', 'facilitator');
  gus = await moderatorOf(world, 'Gus Writes', 'facilitator');
  ada = await moderatorOf(world, 'Ada Decides', 'admin');
  await world.query('update account set guidance_accepted_at = now()');
});
afterAll(() => world.close());

const { call, studio, office } = studioCalls(() => world);
const script = (draft: Script): Script => ({
  ...draft,
  ...{ introDuration: 100, connectionDuration: 5_000, afterConnectionDuration: 100, description: { en: 'Breathe together.' } },
  name: { en: 'Two breaths' },
  textInstructions: [{ time: 0, user1Instruction: { en: 'Breathe in.' }, user2Instruction: { en: 'Breathe out.' } }],
});
async function written(type: string): Promise<number> {
  const made = await studio(fay, 'create', { type, categoryID: 'quiet', name: 'Two breaths', language: 'en' });
  return (await studio(fay, 'draft', { type, revision: 0, script: script(made.draft.script) })).revision;
}
const retrieve = (code: string, who?: Member) =>
  call('experiences/retrieve-invitation', who, { roomID: `any:${code}`, language: 'en' });
const connect = async (socket: MemberSocket, experienceType: string, code: string) => {
  const answer = await socket.emit('connectClick', { experienceType, poolType: 'personalInvite', groupSpace: code });
  return (answer as { error?: string }).error ?? 'ok';
};
const pairedBy = (socket: MemberSocket) =>
  socket.hears<{ roomID: string; position: number }>(
    'matchmakerEvent',
    ({ roomID }: { roomID?: string }) => roomID !== undefined,
  );

test('[STU-12] a rehearsal freezes a version that nobody sees, that is never published, and that is not the next one to be submitted', async () => {
  const revision = await written('frozen');
  expect((await studio(gus, 'invite', { type: 'frozen', revision })).error).toBe('experience_unknown');
  expect((await studio(fay, 'invite', { type: 'frozen', revision: revision - 1 })).error).toBe('draft_changed');
  const { roomID, position, invitation } = await studio(fay, 'invite', { type: 'frozen', revision });
  expect([roomID, position]).toEqual([`frozen:${invitation.code}`, 1]);
  const { experience } = await studio(fay, 'experience?type=frozen');
  expect(experience).toMatchObject({ state: 'draft', isInReview: false, versions: [] });
  expect((await office(ada, 'reviews')).experiences).toEqual([]);
  const [{ id: versionID }] = (await world.query(`select id from experience_version where type = 'frozen'`)) as [{ id: string }];
  const reason = 'It is good.';
  expect((await office(ada, 'review', { versionID, decision: 'production', reason })).error).toBe('not_reviewable');
  expect((await office(ada, 'publish', { type: 'frozen', stage: 'beta', versionID, reason })).error).toBe('not_reviewable');
  // What breaks a rule cannot be rehearsed either: it could not be played.
  const { draft } = await studio(fay, 'experience?type=frozen');
  const broken = { ...draft.script, description: { en: '' } };
  const next = (await studio(fay, 'draft', { type: 'frozen', revision, script: broken })).revision;
  expect((await studio(fay, 'invite', { type: 'frozen', revision: next })).error).toBe('script_not_proven');
  const mended = (await studio(fay, 'draft', { type: 'frozen', revision: next, script: draft.script })).revision;
  const page = { title: {}, bio: {}, pronouns: null, image: null, outboundLink: null, published: false };
  await studio(fay, 'profile', { ...page, slug: 'fay', name: 'F. Example' });
  const submitted = await studio(fay, 'submit', { type: 'frozen', revision: mended, rights: true, noPromotion: true });
  expect(submitted.experience).toMatchObject({ isInReview: true, versions: [{ number: 2, decision: null }] });
});

test('[STU-13] only people with access to the beta follow the invitation; the two live the frozen version, which counts for nobody', async () => {
  const revision = await written('rehearsed');
  const [colleague, stranger] = [await world.member('Col League'), await world.member('Str Anger')];
  await world.query('update account set guidance_accepted_at = now()');
  await world.query('update account set beta_access = true where id = $1', [colleague.userId]);
  const { invitation } = await studio(fay, 'invite', { type: 'rehearsed', revision });
  // The draft goes on; the rehearsal is of what was frozen.
  const { draft } = await studio(fay, 'experience?type=rehearsed');
  await studio(fay, 'draft', { type: 'rehearsed', revision, script: { ...draft.script, name: { en: 'Later' } } });
  expect(await retrieve(invitation.code, colleague)).toMatchObject({ isRehearsal: true, experience: { name: 'Two breaths' } });
  expect((await retrieve(invitation.code, stranger)).error).toBe('invitation_inactive');
  expect((await retrieve(invitation.code)).error).toBe('invitation_for_members');
  const sockets = await Promise.all([fay, colleague, stranger].map((each) => each.socket()));
  const [host, guest, other] = sockets as [MemberSocket, MemberSocket, MemberSocket];
  expect(await connect(other, 'rehearsed', invitation.code)).toBe('invitation_inactive');
  expect(await connect(host, 'rehearsed', invitation.code)).toBe('ok');
  expect(await connect(guest, 'rehearsed', invitation.code)).toBe('ok');
  const [{ roomID }, { position }] = [await pairedBy(host), await pairedBy(guest)];
  for (const socket of [host, guest]) await socket.emit('room:join', { roomID });
  for (const socket of position === 1 ? [host, guest] : [guest, host]) await socket.emit('room:send', { roomID, name: 'hello' });
  const data = await call('experiences/selectedexperiencedata', colleague, { type: 'rehearsed', position, language: 'en' });
  expect(data).toMatchObject({ name: 'Two breaths', isRehearsal: true, connectionDuration: 5_000 });
  for (const socket of [host, guest]) await socket.emit('room:send', { roomID, name: 'ready' });
  for (const socket of [host, guest]) await socket.emit('room:media', { roomID });
  const ended = () =>
    world.query(
      'select end_reason_a as reason, completed, rehearsal from encounter where room_id = $1 and ended_at is not null',
      [roomID],
    );
  await expect.poll(ended, { timeout: 15_000 }).toEqual([{ reason: 'natural', completed: false, rehearsal: true }]);
  const counted = await world.query('select count(*)::int as count from encounter where completed and $1 in (a, b)', [
    colleague.userId,
  ]);
  expect(counted).toEqual([{ count: 0 }]);
  // Nor is the author’s free try used for it.
  expect(await world.query('select account_id from free_try')).toEqual([]);
  for (const socket of sockets) socket.close();
});
