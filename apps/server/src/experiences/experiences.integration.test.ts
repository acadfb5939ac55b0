import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { closeOf, met } from '@unspoken/testing/encounter';
import { type Member, type MemberSocket, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  const durations = { introDuration: 50, connectionDuration: 300, beginLead: 50, guestSweep: 200 };
  world = await startWorld({ DURATIONS: JSON.stringify(durations) });
});
afterAll(() => world.close());

let people = 0;
const newMember = () => world.member(`Person${++people}`);
const post = (path: string, body: Record<string, string>, token?: string) =>
  world.call(`/api/v1/experiences/${path}`, { body, token });
const create = async (host: Member) => (await post('create-invitation', { type: 'oneminute' }, host.token)).body;
const inactive = { error: 'invitation_inactive', message: 'This experience invitation is no longer active' };
const agreed = { guest: 'true', termsAccepted: 'true', over18: 'true' };
const request = (code: string, clickID: string) => ({ clickID, poolType: 'personalInvite', groupSpace: code });
const roomOf = (socket: MemberSocket) => socket.hears<MatchmakerEvent>('matchmakerEvent', ({ roomID }) => roomID !== undefined);

/** The guest greets, and the host answers. Returns the room. */
async function greet(host: MemberSocket, guest: MemberSocket): Promise<string> {
  const { roomID } = await roomOf(host);
  for (const socket of [host, guest]) await socket.emit('room:join', { roomID });
  for (const socket of [guest, host])
    expect(await socket.emit('room:send', { roomID, name: 'hello', n: 1 })).toEqual({ ok: true });
  return roomID as string;
}

/** Both press Start and see each other, so that the server names the start of the minute. */
async function begin(roomID: string, ...sockets: readonly MemberSocket[]): Promise<void> {
  for (const socket of sockets) await socket.emit('room:send', { roomID, name: 'ready', n: 2 });
  for (const socket of sockets) await socket.emit('room:media', { roomID });
}

test('[EXP-1] a friend with an account follows the link, and it works once', async () => {
  const [host, friend, late] = [await newMember(), await newMember(), await newMember()];
  const { roomID, position, invitation } = await create(host);
  expect([roomID, position]).toEqual([`oneminute:${invitation.code}`, 1]);
  expect(invitation.url).toMatch(new RegExp(`/xp-i/${invitation.code}$`));
  expect((await post('retrieve-invitation', { roomID }, friend.token)).body).toEqual({
    experience: { type: 'oneminute', name: 'Unspoken Minute' },
    hostFirstName: expect.stringMatching(/^Person\d+$/),
  });
  const [waiting, coming] = [await host.socket(), await friend.socket()];
  expect(await waiting.emit('connectClick', request(invitation.code, 'h'))).toEqual({ ok: true });
  expect(await coming.emit('connectClick', request(invitation.code, 'f'))).toEqual({ ok: true });
  const room = await greet(waiting, coming);
  expect(await roomOf(coming)).toMatchObject({ position: 2 });
  expect((await post('store-invitation-session', { roomID: room }, friend.token)).body).toEqual({ success: true });
  expect((await post('store-invitation-session', { roomID: room }, late.token)).body.error).toBe('room_not_found');
  await begin(room, waiting, coming);
  await expect.poll(async () => (await post('retrieve-invitation', { roomID }, late.token)).body).toEqual(inactive);
  const tooLate = await late.socket();
  expect(await tooLate.emit('connectClick', request(invitation.code, 'l'))).toMatchObject(inactive);
  // The ledger does not hold the secret of the link.
  const [row] = await world.query('select * from encounter where room_id = $1', [room]);
  expect(JSON.stringify(row)).not.toContain(invitation.code);
  for (const socket of [waiting, coming, tooLate]) socket.close();
});

test('[EXP-1] two people with the same link never meet each other', async () => {
  const [host, one, other] = [await newMember(), await newMember(), await newMember()];
  const { invitation } = await create(host);
  const [first, second] = [await one.socket(), await other.socket()];
  for (const socket of [first, second])
    expect(await socket.emit('connectClick', request(invitation.code, 'x'))).toEqual({ ok: true });
  expect([...first.heard, ...second.heard].some(({ payload }) => (payload as MatchmakerEvent).roomID)).toBe(false);
  const waiting = await host.socket();
  await waiting.emit('connectClick', request(invitation.code, 'h'));
  expect((await roomOf(first)).roomID).toBe((await roomOf(waiting)).roomID);
  for (const socket of [first, second, waiting]) socket.close();
});

test('[EXP-2] a cancelled, expired or invented invitation, or a separated host’s, gets the same answer', async () => {
  const [host, friend] = [await newMember(), await newMember()];
  const retrieve = async (roomID: string, token = friend.token) => (await post('retrieve-invitation', { roomID }, token)).body;
  expect(await retrieve('oneminute:AAAAAAAAAAAAAAAAAAAAAA')).toEqual(inactive);
  const own = await create(host);
  expect(await retrieve(own.roomID, host.token)).toMatchObject({ error: 'invitation_own' });
  // A person who waits is notified when the host cancels the invitation; nobody else can cancel it.
  const waiting = await friend.socket();
  await waiting.emit('connectClick', request(own.invitation.code, 'w'));
  await post('cancel-invitation', { roomID: own.roomID }, friend.token);
  expect((await retrieve(own.roomID)).experience).toBeDefined();
  await post('cancel-invitation', { roomID: own.roomID }, host.token);
  expect(await retrieve(own.roomID)).toEqual(inactive);
  expect(await waiting.hears('matchmakerEvent', ({ error }: MatchmakerEvent) => error !== undefined)).toMatchObject({
    error: 'invitation_inactive',
  });
  waiting.close();
  const pair = await met([host, friend]);
  await world.call('/api/v1/userreport', {
    token: host.token,
    body: { roomID: pair.roomID, position: '1', selectedOptions: '["written signs"]' },
  });
  expect(await retrieve((await create(host)).roomID)).toEqual(inactive);
  const third = await newMember();
  const old = await create(host);
  world.advance(31 * 60_000);
  expect(await retrieve(old.roomID, third.token)).toEqual(inactive);
});

test('[EXP-3] [EXP-4] a guest takes part in one encounter, and is erased afterwards', async () => {
  const host = await newMember();
  const { roomID, invitation } = await create(host);
  const preview = (await post('retrieve-invitation', { roomID })).body;
  expect(preview).toEqual({ experience: { type: 'oneminute', name: 'Unspoken Minute' }, hostFirstName: expect.any(String) });
  expect((await post('retrieve-invitation', { roomID, guest: 'true' })).body.error).toBe('terms_not_accepted');
  expect((await post('retrieve-invitation', { roomID, ...agreed, over18: 'false' })).body.fields).toEqual({
    over18: 'You need to be 18 or over to create an account',
  });
  const { token, user } = (await post('retrieve-invitation', { roomID, ...agreed })).body;
  expect(user).toMatchObject({ role: 'experienceGuest', needsVerification: false });
  const guest = await world.socketWith((await world.call('/api/v1/realtime/auth', { token })).body.token);
  for (const pool of [{}, { poolType: 'myCircle' }])
    expect(await guest.emit('connectClick', { clickID: `c${JSON.stringify(pool)}`, ...pool })).toMatchObject({
      error: 'guests_not_allowed',
    });
  const other = await create(await newMember());
  expect(await guest.emit('connectClick', request(other.invitation.code, 'o'))).toMatchObject(inactive);
  for (const call of ['/api/v1/friends/list', '/api/v1/account/sessions'])
    expect((await world.call(call, { token })).body.error).toBe('guests_not_allowed');
  const waiting = await host.socket();
  await waiting.emit('connectClick', request(invitation.code, 'h'));
  await guest.emit('connectClick', request(invitation.code, 'g'));
  const room = await greet(waiting, guest);
  await begin(room, waiting, guest);
  expect((await closeOf(guest)).endReason).toBe('natural');
  expect(await guest.emit('thanksClick', { roomID: room, position: 2 })).toEqual({ ok: true });
  const circle = (position: number, by: string) =>
    world.call('/api/v1/friends/addtomycircle', { token: by, body: { roomID: room, position: String(position) } });
  expect((await circle(1, host.token)).body.error).toBe('partner_is_guest');
  expect((await circle(2, token)).body.error).toBe('guests_not_allowed');
  expect((await world.call('/api/v1/account/loginfromtoken', { token })).status).toBe(200);
  // A guest's report is accepted.
  const report = { roomID: room, position: '2', selectedOptions: '["written signs"]' };
  expect((await world.call('/api/v1/userreport', { token, body: report })).body).toEqual({ success: true });
  world.advance(20 * 60_000);
  expect((await world.call('/api/v1/account/loginfromtoken', { token })).body.error).toBe('sign_in_required');
  world.advance(2 * 3_600_000);
  await expect.poll(() => world.query('select 1 from account where id = $1', [user.userId])).toEqual([]);
  expect(await world.query('select 1 from experience_guest where account_id = $1', [user.userId])).toEqual([]);
});
