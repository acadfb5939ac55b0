import { minuteAsked, minuteWithdrawn } from '@unspoken/contract/experiences';
import { met } from '@unspoken/testing/encounter';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  // The shipped limits apply.
  world = await startWorld({
    LIMITS: 'on',
    DURATIONS: JSON.stringify({ introDuration: 50, connectionDuration: 200, beginLead: 50 }),
  });
});
afterAll(() => world.close());

let people = 0;
const newMember = (name: string) => world.member(`${name}${++people}`);
const post = (path: string, body: Record<string, string>, token?: string) => world.call(path, { body, token });
const friends = async ({ token }: Member) => (await world.call('/api/v1/friends/list', { token })).body.friends;

/** Two members who are in each other's circle. */
async function matched(): Promise<[Member, Member]> {
  const both: [Member, Member] = [await newMember('Ann'), await newMember('Ben')];
  const { roomID, sockets } = await met(both);
  for (const socket of sockets) socket.close();
  for (const [i, { token }] of both.entries())
    await post('/api/v1/friends/addtomycircle', { roomID, position: String(i + 1) }, token);
  return both;
}
const ask = async (host: Member) => {
  const [{ friendID }] = await friends(host);
  return post('/api/v1/experiences/ask-friend', { friendID }, host.token);
};

test('[EXP-19] a friend who is here is asked for a minute on their open pages, once, by the first name; only the friend can follow', async () => {
  const [ann, ben] = await matched();
  const [socket, annSocket] = [await ben.socket(), await ann.socket()];
  const { body, status } = await ask(ann);
  expect(status).toBe(200);
  const { code } = body.invitation;
  expect(await socket.hears(minuteAsked)).toEqual({
    id: expect.any(String),
    code,
    firstName: `Ann${people - 1}`,
    life: 30 * 60_000,
  });
  expect(socket.count(minuteAsked)).toBe(1);
  const other = await newMember('Cay');
  const retrieve = (token?: string) => post('/api/v1/experiences/retrieve-invitation', { roomID: body.roomID }, token);
  expect((await retrieve(other.token)).body.error).toBe('invitation_inactive');
  expect((await retrieve()).body.error).toBe('invitation_inactive');
  expect((await retrieve(ben.token)).body).toMatchObject({ hostFirstName: `Ann${people - 2}` });
  const connect = (token: { emit: typeof socket.emit }, clickID: string) =>
    token.emit('connectClick', { clickID, poolType: 'personalInvite', groupSpace: code });
  expect(await connect(await other.socket(), 'c')).toMatchObject({ error: 'invitation_inactive' });
  expect(await connect(annSocket, 'a')).toEqual({ ok: true });
  expect(await connect(socket, 'b')).toEqual({ ok: true });
  await socket.hears<{ roomID?: string }>('matchmakerEvent', ({ roomID }) => roomID !== undefined);
});

test('[EXP-19] a friend who is asked hears when it is withdrawn, and the asker nothing when it is declined', async () => {
  const [ann, ben] = await matched();
  const socket = await ben.socket();
  const { roomID } = (await ask(ann)).body;
  const { id } = await socket.hears<{ id: string }>(minuteAsked);
  await post('/api/v1/experiences/cancel-invitation', { roomID }, ann.token);
  expect(await socket.hears(minuteWithdrawn)).toEqual({ id });
});

test('[EXP-19] only a match who is here can be asked', async () => {
  const [ann, ben] = await matched();
  await expect.poll(async () => (await ask(ann)).body.error).toBe('friend_away');
  const unknown = { friendID: '00000000-0000-4000-8000-000000000000' };
  expect((await post('/api/v1/experiences/ask-friend', unknown, ann.token)).body.error).toBe('not_found');
  await ben.socket();
  const [{ friendID }] = await friends(ann);
  await post('/api/v1/friends/remove', { friendID: (await friends(ben))[0].friendID }, ben.token);
  expect((await post('/api/v1/experiences/ask-friend', { friendID }, ann.token)).body.error).toBe('not_found');
});

test('[EXP-19] the same friend can be asked three times an hour', async () => {
  const [ann, ben] = await matched();
  await ben.socket();
  await expect.poll(async () => (await ask(ann)).status).toBe(200);
  for (let i = 0; i < 2; i++) expect((await ask(ann)).status).toBe(200);
  expect((await ask(ann)).body.error).toBe('too_many_requests');
});
