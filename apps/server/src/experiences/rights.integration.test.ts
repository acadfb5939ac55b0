import { type ContentFolder, contentFolder } from '@unspoken/testing/content/folder';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { administer } from '../commands/admin.ts';

let content: ContentFolder;
let world: World;
const sockets: MemberSocket[] = [];
beforeAll(async () => {
  content = await contentFolder();
  const look = { time: 1_000, user1Instruction: { en: 'Look.', de: 'Schau.' }, user2Instruction: { en: 'Look.', de: 'Schau.' } };
  await content.write('threequestions', {
    script: { introDuration: 4_000, introTextInstructions: [], textInstructions: [look] },
  });
  await content.write('notyet', { status: 'beta' });
  world = await startWorld({ CONTENT_DIR: content.path });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  await world.close();
  await content.remove();
});

const admin = (...args: string[]) => administer(args, { ...process.env, ...world.environment });

async function member(name: string, { subscribed = false } = {}) {
  const made = await world.member(name);
  await world.query('update account set guidance_accepted_at = now() where id = $1', [made.userId]);
  if (subscribed) expect(await admin('gift', made.email)).toContain('has a membership for 30 days');
  const socket = await made.socket();
  sockets.push(socket);
  return { ...made, socket };
}
type Person = Omit<Member, 'socket'> & { readonly socket: MemberSocket };

const connect = async (
  { socket }: Pick<Person, 'socket'>,
  poolType = 'anyone',
  experienceType = 'threequestions',
  groupSpace = 'open',
) => {
  const answer = await socket.emit('connectClick', { experienceType, poolType, groupSpace });
  return (answer as { error?: string }).error ?? 'ok';
};
/** The room that a member is given, other than those before. */
const roomOf = async ({ socket }: Pick<Person, 'socket'>, before: ReadonlySet<unknown>): Promise<string> =>
  (await socket.hears<{ roomID?: string }>('matchmakerEvent', ({ roomID }) => roomID !== undefined && !before.has(roomID)))
    .roomID as string;
const match = async (one: Person, other: Person) =>
  world.query(
    `insert into circle_add (adder, added, friend_id, at)
     values ($1, $2, gen_random_uuid(), now()), ($2, $1, gen_random_uuid(), now())`,
    [one.userId, other.userId],
  );
const tries = (person: Person) =>
  world.query('select used_at is not null as used from free_try where account_id = $1', [person.userId]);

/** Both have joined their room and greeted. */
async function meet(one: Person, other: Person, pool?: readonly [string, string?, string?]): Promise<string> {
  const before = new Set(one.socket.heard.map(({ payload }) => (payload as { roomID?: string }).roomID));
  for (const each of [one, other]) expect(await connect(each, ...(pool ?? ['anyone']))).toBe('ok');
  const roomID = await roomOf(one, before);
  await roomOf(other, before);
  for (const { socket } of [one, other]) await socket.emit('room:join', { roomID });
  const greeting = (person: Person) => person.socket.emit('room:send', { roomID, name: 'hello' });
  const position = one.socket.heard.find(({ payload }) => (payload as { roomID?: string }).roomID === roomID)?.payload as {
    position: number;
  };
  for (const each of position.position === 1 ? [other, one] : [one, other]) await greeting(each);
  return roomID;
}
const close = ({ socket }: Person, roomID: string) => socket.emit('room:send', { roomID, name: 'close' });
const begin = async (roomID: string, ...both: readonly Person[]) => {
  for (const { socket } of both) await socket.emit('room:send', { roomID, name: 'ready' });
  for (const { socket } of both) await socket.emit('room:media', { roomID });
};

test('[EXP-25] strangers meet in an experience as subscribers only; the minute stays free', async () => {
  const [ann, ben, cay] = [
    await member('Ann'),
    await member('Ben', { subscribed: true }),
    await member('Cay', { subscribed: true }),
  ];
  expect(await connect(ann)).toBe('membership_needed');
  const roomID = await meet(ben, cay);
  expect(roomID).toMatch(/^threequestions:/);
  expect(await world.query('select version_id is not null as scripted from encounter where room_id = $1', [roomID])).toEqual([
    { scripted: true },
  ]);
  expect([await tries(ben), await tries(cay)]).toEqual([[], []]);
  expect(await connect(ann, 'anyone', 'oneminute')).toBe('ok');
});

test('[EXP-25] an experience that does not exist, or is in beta, is unknown to those without access', async () => {
  const dot = await member('Dot', { subscribed: true });
  expect(await connect(dot, 'anyone', 'nosuchthing')).toBe('experience_unknown');
  expect(await connect(dot, 'anyone', 'notyet')).toBe('experience_unknown');
  await admin('beta', dot.email);
  expect(await connect(dot, 'anyone', 'notyet')).toBe('ok');
});

test('[EXP-26] in the circle a try is claimed with the room, released when the partner ends it, and used when its owner does', async () => {
  const [eve, fay] = [await member('Eve'), await member('Fay')];
  await match(eve, fay);
  const first = await meet(eve, fay, ['myCircle']);
  expect([await tries(eve), await tries(fay)]).toEqual([[{ used: false }], [{ used: false }]]);
  // Before the connection has begun a close is a cancel: no try is used.
  await close(fay, first);
  await expect.poll(async () => [await tries(eve), await tries(fay)]).toEqual([[], []]);
  const second = await meet(eve, fay, ['myCircle']);
  await begin(second, eve, fay);
  await eve.socket.hears('room:begin', ({ roomID }: { roomID: string }) => roomID === second);
  // The intro of four seconds.
  await world.query('select pg_sleep(4.5)');
  await close(fay, second);
  await expect.poll(async () => [await tries(eve), await tries(fay)]).toEqual([[], [{ used: true }]]);
  const me = await world.call('/api/v1/account/loginfromtoken', { token: fay.token });
  expect(me.body.user.subscription.freeExperienceUsed).toBe(true);
  expect(await connect(fay, 'myCircle')).toBe('membership_needed');
}, 60_000);

test('[EXP-27] by an invitation only the host needs a right', async () => {
  const [gil, hal] = [await member('Gil'), await member('Hal')];
  await world.query(`insert into free_try (account_id, room_id, claimed_at, used_at) values ($1, 'x:y', now(), now())`, [
    hal.userId,
  ]);
  const invite = (token: string, type: string) => world.call('/api/v1/experiences/create-invitation', { token, body: { type } });
  expect((await invite(hal.token, 'threequestions')).body.error).toBe('membership_needed');
  expect((await invite(gil.token, 'nosuchthing')).body.error).toBe('experience_unknown');
  const { code } = (await invite(gil.token, 'threequestions')).body.invitation;
  const look = async (roomID: string) =>
    (await world.call('/api/v1/experiences/retrieve-invitation', { token: hal.token, body: { roomID } })).body;
  expect((await look(`any:${code}`)).experience).toMatchObject({ type: 'threequestions', card: { microphoneIcon: true } });
  expect((await look(`threequestions:${code}`)).experience.type).toBe('threequestions');
  expect((await look(`oneminute:${code}`)).error).toBe('invitation_inactive');
  await meet(gil, hal, ['personalInvite', 'threequestions', code]);
  expect([await tries(gil), await tries(hal)]).toEqual([[{ used: false }], [{ used: true }]]);
});

test('[EXP-25] a right that is lost while waiting ends the request', async () => {
  const kim = await member('Kim', { subscribed: true });
  expect(await connect(kim)).toBe('ok');
  await world.query('delete from place where account_id = $1', [kim.userId]);
  const lea = await member('Lea', { subscribed: true });
  expect(await connect(lea)).toBe('ok');
  await kim.socket.hears('matchmakerEvent', ({ error }: { error?: string }) => error === 'membership_needed');
});

test('[EXP-28] each side gets its own script, in its language, in a confirmed room of that type only, for as long as the room lasts', async () => {
  const [mia, noa] = [await member('Mia', { subscribed: true }), await member('Noa', { subscribed: true })];
  const data = async ({ token }: Person, body: Record<string, string>) =>
    (await world.call('/api/v1/experiences/selectedexperiencedata', { token, body: { type: 'threequestions', ...body } })).body;
  expect((await data(mia, { position: '1' })).error).toBe('room_not_found');
  const roomID = await meet(mia, noa);
  const first = await data(mia, { position: '1' });
  expect(first).toMatchObject({
    type: 'threequestions',
    name: 'threequestions',
    introDuration: 4_000,
    connectionDuration: 60_000,
    afterConnectionDuration: 5_000,
    introAudioStart: 500,
    introAudioURL: expect.stringMatching(/^\/media\/[0-9a-f]{32}\.mp3$/),
    introAudioDescription: 'A tone',
    introAudioCues: [],
    mainAudioURL: null,
    userAudioFromStart: false,
    textInstructions: [{ time: 1_000, user1Instruction: 'Look.', user2Instruction: null }],
  });
  expect(first.userAudioChanges[0]).toEqual({ time: 10_000, user1Audio: 'on', user2Audio: 'off', message: '' });
  expect((await data(noa, { position: '2', language: 'de' })).textInstructions).toEqual([
    { time: 1_000, user1Instruction: null, user2Instruction: 'Schau.' },
  ]);
  expect((await data(noa, { position: '1' })).error).toBe('wrong_position');
  expect((await data(mia, { position: '1', type: 'notyet' })).error).toBe('room_not_found');
  // A tab that is still in an earlier room names it, and does not get the script of this one.
  expect((await data(mia, { position: '1', roomID: 'threequestions:an-earlier-one' })).error).toBe('room_not_found');
  expect(await data(mia, { position: '1', roomID })).toEqual(first);
  // What is published meanwhile changes nothing here.
  const look = {
    time: 1_000,
    user1Instruction: { en: 'Changed.', de: 'Neu.' },
    user2Instruction: { en: 'Changed.', de: 'Neu.' },
  };
  await content.write('threequestions', {
    script: { introDuration: 4_000, introTextInstructions: [], textInstructions: [look], backgroundColor: '#000000' },
  });
  expect(await admin('experiences', 'import', content.path)).toContain('threequestions: version 2, changed');
  const published = async () =>
    (await world.call('/api/v1/experiences', { body: { experienceStatus: 'production' } })).body.experiencesByCategory[0];
  await expect.poll(async () => (await published()).experiences[0].backgroundColor, { timeout: 20_000 }).toBe('#000000');
  expect(await data(mia, { position: '1' })).toEqual(first);
  await close(mia, roomID);
  await expect.poll(async () => (await data(mia, { position: '1' })).error).toBe('room_not_found');
});

test('[EXP-25] an experience that is taken down ends waiting for it, and no other waiting', async () => {
  await content.write('soongone', {});
  await admin('experiences', 'import', content.path);
  const [lea, moe] = [await member('Ola', { subscribed: true }), await member('Pia', { subscribed: true })];
  const listed = async () =>
    JSON.stringify((await world.call('/api/v1/experiences', { body: { experienceStatus: 'production' } })).body);
  await vi.waitFor(async () => expect(await listed()).toContain('soongone'), { timeout: 10_000, interval: 200 });
  expect(await connect(lea, 'anyone', 'soongone')).toBe('ok');
  expect(await connect(moe)).toBe('ok');
  await world.query("update experience set retired_at = now() where type = 'soongone'", []);
  await lea.socket.hears('matchmakerEvent', ({ error }: { error?: string }) => error === 'experience_unknown');
  expect(await connect(lea, 'anyone', 'soongone')).toBe('experience_unknown');
  expect(JSON.stringify(moe.socket.heard)).not.toContain('experience_unknown');
});
