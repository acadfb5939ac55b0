import { accountChanged } from '@unspoken/contract/presence';
import { met } from '@unspoken/testing/encounter';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const minute = 60_000;
const day = 24 * 60 * minute;
let world: World;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ introDuration: 50, connectionDuration: 200, beginLead: 50 }) });
});
afterAll(() => world.close());

let people = 0;
const newMember = (name: string) => world.member(`${name}${++people}`);
const post = (path: string, body: Record<string, string>, token?: string) => world.call(path, { body, token });
const listOf = async ({ token }: Pick<Member, 'token'>) => (await world.call('/api/v1/friends/list', { token })).body;

const awaiting = async ({ token }: Pick<Member, 'token'>) =>
  (await world.call('/api/v1/account/loginfromtoken', { token })).body.user.guestsAwaiting;

/** A host and a guest who have had a minute, with the guest's token and the room. */
async function metAsGuest() {
  const host = await newMember('Host');
  const { roomID: invited, invitation } = (await post('/api/v1/experiences/create-invitation', { type: 'oneminute' }, host.token))
    .body;
  const agreed = { roomID: invited, guest: 'true', termsAccepted: 'true', over18: 'true' };
  const { token } = (await post('/api/v1/experiences/retrieve-invitation', agreed)).body;
  const socket = async () => world.socketWith((await world.call('/api/v1/realtime/auth', { token })).body.token);
  const guest = { ...host, token, socket } as Member;
  const { roomID } = await met([host, guest], { poolType: 'personalInvite', groupSpace: invitation.code });
  return { host, token, roomID };
}
const keep = (roomID: string, position: string, token: string) => post('/api/v1/friends/keepadd', { roomID, position }, token);
const claim = (secret: string, token: string) => post('/api/v1/friends/claimadd', { claim: secret }, token);
const answer = (guestID: string, add: boolean, token: string) =>
  post('/api/v1/friends/answerguest', { guestID, add: String(add) }, token);

test('[CIR-19] a guest’s add waits until they have an account; then the host is asked, and the answer makes a match', async () => {
  const { host, token, roomID } = await metAsGuest();
  const kept = (await keep(roomID, '2', token)).body.claim;
  expect((await listOf(host)).guests).toEqual([]);
  const member = await newMember('New');
  const page = await host.socket();
  const before = page.count(accountChanged);
  expect(await awaiting(host)).toBe(0);
  expect((await claim(kept, member.token)).status).toBe(200);
  // The open lobby of the host is notified.
  await expect.poll(() => page.count(accountChanged)).toBeGreaterThan(before);
  expect(await awaiting(host)).toBe(1);
  const [asked] = (await listOf(host)).guests;
  expect(Object.keys(asked).sort()).toEqual(['guestID', 'since']);
  expect((await listOf(member)).friends).toEqual([]);
  expect((await answer(asked.guestID, true, host.token)).status).toBe(200);
  expect((await listOf(host)).guests).toEqual([]);
  expect(await awaiting(host)).toBe(0);
  page.close();
  expect((await listOf(host)).friends).toMatchObject([{ firstName: `New${people}` }]);
  expect((await listOf(member)).friends).toHaveLength(1);
});

test('[CIR-19] a claim works once, and not for the host; a guest who is left without an answer hears nothing', async () => {
  const { host, token, roomID } = await metAsGuest();
  const kept = (await keep(roomID, '2', token)).body.claim;
  expect((await claim('made up', host.token)).body.error).toBe('not_found');
  const member = await newMember('New');
  await claim(kept, member.token);
  expect((await claim(kept, (await newMember('Other')).token)).body.error).toBe('not_found');
  const [{ guestID }] = (await listOf(host)).guests;
  expect((await answer(guestID, true, member.token)).body.error).toBe('not_found');
  expect((await answer(guestID, false, host.token)).status).toBe(200);
  expect((await answer(guestID, true, host.token)).body.error).toBe('not_found');
  expect([(await listOf(host)).friends, (await listOf(member)).friends]).toEqual([[], []]);
  const own = (await keep(roomID, '2', token)).body.claim;
  expect((await claim(own, host.token)).status).toBe(200);
  expect((await listOf(host)).guests).toEqual([]);
});

test('[CIR-19] only a guest can keep an add, and has one claim for an encounter', async () => {
  const { host, token, roomID } = await metAsGuest();
  expect((await keep(roomID, '1', host.token)).body.error).toBe('message_not_allowed');
  const [first, second] = [(await keep(roomID, '2', token)).body.claim, (await keep(roomID, '2', token)).body.claim];
  const member = await newMember('New');
  expect((await claim(first, member.token)).body.error).toBe('not_found');
  expect((await claim(second, member.token)).status).toBe(200);
});

test('[CIR-19] [MOD-3] a guest whom the host has reported gets a claim that redeems nothing, whether the report came before or after', async () => {
  for (const isBefore of [true, false]) {
    const { host, token, roomID } = await metAsGuest();
    const report = () => post('/api/v1/userreport', { roomID, position: '1', selectedOptions: '["many gestures"]' }, host.token);
    if (isBefore) expect((await report()).status).toBe(200);
    const kept = await keep(roomID, '2', token);
    expect([kept.status, typeof kept.body.claim]).toEqual([200, 'string']);
    if (!isBefore) expect((await report()).status).toBe(200);
    expect((await claim(kept.body.claim, (await newMember('New')).token)).body.error).toBe('not_found');
    expect((await listOf(host)).guests).toEqual([]);
  }
});

test('[CIR-19] [MOD-3] a report of a guest who has an account by now separates the host from that account', async () => {
  const { host, token, roomID } = await metAsGuest();
  const member = await newMember('New');
  await claim((await keep(roomID, '2', token)).body.claim, member.token);
  expect((await listOf(host)).guests).toHaveLength(1);
  await post('/api/v1/userreport', { roomID, position: '1', selectedOptions: '["many gestures"]' }, host.token);
  expect((await listOf(host)).guests).toEqual([]);
  const separated = await world.query('select 1 from separation where $1 in (one, other) and $2 in (one, other)', [
    host.userId,
    member.userId,
  ]);
  expect(separated).toHaveLength(1);
});

test('[CIR-19] a guest adds only the partner of an encounter that ended well, and nobody whom they have reported', async () => {
  const { token, roomID } = await metAsGuest();
  expect((await keep(roomID, '1', token)).body.error).toBe('wrong_position');
  expect((await keep('oneminute:elsewhere', '2', token)).body.error).toBe('room_not_found');
  const report = { roomID, position: '2', selectedOptions: '["many gestures"]' };
  expect((await post('/api/v1/userreport', report, token)).status).toBe(200);
  expect((await keep(roomID, '2', token)).body.error).toBe('message_not_allowed');
});

test('[CIR-19] a separated pair is not asked about; a claim ends after seven days', async () => {
  const { host, token, roomID } = await metAsGuest();
  const member = await newMember('New');
  await claim((await keep(roomID, '2', token)).body.claim, member.token);
  expect((await listOf(host)).guests).toHaveLength(1);
  const pair = await met([host, member]);
  const block = { roomID: pair.roomID, position: '1' };
  expect((await post('/api/v1/userblock', block, host.token)).status).toBe(200);
  expect((await listOf(host)).guests).toEqual([]);
  const [early, late] = [await metAsGuest(), await metAsGuest()];
  const [one, other] = [
    (await keep(early.roomID, '2', early.token)).body.claim,
    (await keep(late.roomID, '2', late.token)).body.claim,
  ];
  const [soon, tooLate] = [await newMember('Soon'), await newMember('Late')];
  world.advance(7 * day - minute);
  expect((await claim(one, soon.token)).status).toBe(200);
  world.advance(minute);
  expect((await claim(other, tooLate.token)).body.error).toBe('not_found');
});
