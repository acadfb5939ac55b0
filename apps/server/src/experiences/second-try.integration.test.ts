import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const minute = 60_000;
let world: World;
beforeAll(async () => {
  const durations = { introDuration: 50, connectionDuration: 2_000, beginLead: 50 };
  world = await startWorld({ DURATIONS: JSON.stringify(durations) });
});
afterAll(() => world.close());

let people = 0;
const newMember = () => world.member(`Person${++people}`);
const post = (path: string, body: Record<string, string>, token?: string) =>
  world.call(`/api/v1/experiences/${path}`, { body, token });
const create = async (host: Member, more: Record<string, string> = {}) =>
  (await post('create-invitation', { type: 'oneminute', ...more }, host.token)).body;
const agreed = { guest: 'true', termsAccepted: 'true', over18: 'true' };
const guestToken = async (roomID: string) => (await post('retrieve-invitation', { roomID, ...agreed })).body.token as string;
const socketOf = async (token: string) => world.socketWith((await world.call('/api/v1/realtime/auth', { token })).body.token);
const isSignedIn = async (token: string) => (await world.call('/api/v1/account/loginfromtoken', { token })).status === 200;
const connect = (socket: MemberSocket, code: string, clickID: string) =>
  socket.emit('connectClick', { clickID, poolType: 'personalInvite', groupSpace: code });
const roomFor = (socket: MemberSocket, clickID: string) =>
  socket.hears<MatchmakerEvent>('matchmakerEvent', (event) => event.roomID !== undefined && event.clickID === clickID);
const roomsOf = (socket: MemberSocket) =>
  socket.heard.filter(({ payload }) => (payload as MatchmakerEvent | undefined)?.roomID && 'position' in (payload as object));
const send = (socket: MemberSocket, roomID: string, name: string, n: number, payload?: object) =>
  socket.emit('room:send', { roomID, name, n, ...(payload && { payload }) });

/** Both press Connect and greet each other. Returns their room. */
async function greet(host: MemberSocket, guest: MemberSocket, code: string, attempt: number): Promise<string> {
  // Until the end of the room before is recorded, both are still in it.
  await expect.poll(() => connect(host, code, `h${attempt}`)).toEqual({ ok: true });
  await expect.poll(() => connect(guest, code, `g${attempt}`)).toEqual({ ok: true });
  const { roomID } = (await roomFor(host, `h${attempt}`)) as { roomID: string };
  expect((await roomFor(guest, `g${attempt}`)).roomID).toBe(roomID);
  for (const socket of [host, guest]) await socket.emit('room:join', { roomID });
  for (const socket of [guest, host]) expect(await send(socket, roomID, 'hello', 1)).toEqual({ ok: true });
  return roomID;
}
async function begin(roomID: string, ...sockets: readonly MemberSocket[]): Promise<void> {
  for (const socket of sockets) await send(socket, roomID, 'ready', 2);
  for (const socket of sockets) await socket.emit('room:media', { roomID });
  for (const socket of sockets) await socket.hears('room:begin');
}

test('[EXP-16] a guest whose camera fails can use the same link again, until a minute uses it up', async () => {
  const host = await newMember();
  const { roomID: invited, invitation } = await create(host);
  const token = await guestToken(invited);
  const [waiting, guest] = [await host.socket(), await socketOf(token)];
  const first = await greet(waiting, guest, invitation.code, 1);
  expect(await send(guest, first, 'close', 2, { byMediaDenied: true })).toMatchObject({ ok: true });
  // The guest is free at once and signed in, and the link still works.
  await expect
    .poll(() => world.query('select 1 from encounter where room_id = $1 and ended_at is not null', [first]))
    .toHaveLength(1);
  expect(await isSignedIn(token)).toBe(true);
  expect((await post('retrieve-invitation', { roomID: invited })).body.experience).toBeDefined();
  const second = await greet(waiting, guest, invitation.code, 2);
  expect(second).not.toBe(first);
  // One has pressed Start, the other leaves: no minute has begun.
  await send(guest, second, 'ready', 2);
  expect(await send(waiting, second, 'close', 2, {})).toMatchObject({ ok: true });
  const third = await greet(waiting, guest, invitation.code, 3);
  await begin(third, waiting, guest);
  await expect.poll(async () => (await post('retrieve-invitation', { roomID: invited })).body.error).toBe('invitation_inactive');
  for (const socket of [waiting, guest]) socket.close();
});

test('[EXP-16] a failed attempt does not extend the half hour', async () => {
  const host = await newMember();
  const { roomID: invited, invitation } = await create(host);
  const token = await guestToken(invited);
  const [waiting, guest] = [await host.socket(), await socketOf(token)];
  const room = await greet(waiting, guest, invitation.code, 1);
  await send(guest, room, 'close', 2, { byMediaDenied: true });
  world.advance(30 * minute - 10_000);
  expect((await post('retrieve-invitation', { roomID: invited })).body.experience).toBeDefined();
  world.advance(20_000);
  expect((await post('retrieve-invitation', { roomID: invited })).body.error).toBe('invitation_inactive');
  expect(await connect(guest, invitation.code, 'late')).toMatchObject({ error: 'invitation_inactive' });
  for (const socket of [waiting, guest]) socket.close();
});

test('[EXP-3] a guest without an encounter stays signed in for 15 minutes after the invitation’s end', async () => {
  const host = await newMember();
  const [expiring, cancelled] = [await create(host), await create(host)];
  const [one, two] = [await guestToken(expiring.roomID), await guestToken(cancelled.roomID)];
  await post('cancel-invitation', { roomID: cancelled.roomID }, host.token);
  world.advance(14 * minute);
  expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([true, true]);
  world.advance(2 * minute);
  expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([true, false]);
  world.advance(28 * minute);
  expect(await isSignedIn(one)).toBe(true);
  world.advance(2 * minute);
  expect(await isSignedIn(one)).toBe(false);
});

test('[EXP-17] a second guest of the same link waits in no room, and is refused when the minute begins', async () => {
  const host = await newMember();
  const { roomID: invited, invitation } = await create(host);
  const [waiting, guest, second] = [
    await host.socket(),
    await socketOf(await guestToken(invited)),
    await socketOf(await guestToken(invited)),
  ];
  const room = await greet(waiting, guest, invitation.code, 1);
  expect(await connect(second, invitation.code, 's')).toEqual({ ok: true });
  await send(guest, room, 'ready', 2);
  expect((await post('retrieve-invitation', { roomID: invited })).body.experience).toBeDefined();
  await send(waiting, room, 'ready', 2);
  for (const socket of [waiting, guest]) await socket.emit('room:media', { roomID: room });
  expect(await second.hears('matchmakerEvent', ({ error }: MatchmakerEvent) => error !== undefined)).toMatchObject({
    type: matchmakerEvents.connectFailed,
    error: 'invitation_inactive',
    clickID: 's',
  });
  expect(roomsOf(second)).toEqual([]);
  for (const socket of [waiting, guest, second]) socket.close();
});

test.each([
  ['a guest', true],
  ['a member', undefined],
])(
  '[EXP-18] the host is informed that the partner is %s, also on a repeated request; the partner is not informed',
  async (_, partnerIsGuest) => {
    const host = await newMember();
    const { roomID: invited, invitation } = await create(host);
    const waiting = await host.socket();
    const coming = partnerIsGuest ? await socketOf(await guestToken(invited)) : await (await newMember()).socket();
    await greet(waiting, coming, invitation.code, 1);
    waiting.heard.length = 0;
    await connect(waiting, invitation.code, 'h1');
    expect((await roomFor(waiting, 'h1')).partnerIsGuest).toBe(partnerIsGuest);
    expect(await roomFor(coming, 'g1')).not.toHaveProperty('partnerIsGuest');
    for (const socket of [waiting, coming]) socket.close();
  },
);

test('[EXP-18] an invitation for members only cannot be followed by a visitor, but by a member', async () => {
  const [host, member] = [await newMember(), await newMember()];
  const { roomID: invited, invitation } = await create(host, { membersOnly: 'true' });
  for (const more of [{}, agreed])
    expect((await post('retrieve-invitation', { roomID: invited, ...more })).body).toMatchObject({
      error: 'invitation_for_members',
    });
  // A guest of another invitation cannot use this one.
  const other = await create(host);
  const guest = await socketOf(await guestToken(other.roomID));
  expect(await connect(guest, invitation.code, 'x')).toMatchObject({ error: 'invitation_inactive' });
  expect((await post('retrieve-invitation', { roomID: invited }, member.token)).body.experience).toBeDefined();
  const [waiting, coming] = [await host.socket(), await member.socket()];
  await greet(waiting, coming, invitation.code, 1);
  for (const socket of [guest, waiting, coming]) socket.close();
});
