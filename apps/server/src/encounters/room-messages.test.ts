import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { limits } from '@unspoken/contract/limits';
import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { endOf, MeetingBed, messagesOf, type TestSocket } from '@unspoken/testing/meeting-bed';
import { expect, test } from 'vitest';

const refused = (code: ErrorCode) => new AppError(code);
const names = (socket: TestSocket) => messagesOf(socket).map(({ name }) => name);
const last = (socket: TestSocket) => messagesOf(socket).at(-1);

/** A pair who have joined their room and not yet greeted each other. */
async function greeting() {
  const bed = new MeetingBed();
  const sockets = [bed.socket('ann'), bed.socket('ben')] as const;
  for (const socket of sockets) await bed.connect(socket);
  const roomID = bed.roomRegistry.current('ann') as string;
  const joined = sockets.map((socket) => bed.roomRegistry.join(socket, roomID, 0));
  return { bed, sockets, roomID, joined };
}

/** A pair whose minute is over. */
async function over() {
  const bed = new MeetingBed();
  const { sockets, roomID, startsAt } = await bed.begunMinute();
  await bed.clock.advance(startsAt + 60_000 - bed.clock.now());
  return { bed, sockets, roomID };
}

test('[ENC-2] both are notified of their room with their own position and request, and nothing about the other', async () => {
  const bed = new MeetingBed();
  const [ann, ben] = [bed.socket('ann'), bed.socket('ben')];
  const requests = [await bed.connect(ann), await bed.connect(ben)];
  const roomID = bed.roomRegistry.current('ann');
  for (const [i, { heard }] of [ann, ben].entries()) {
    const { event, payload } = heard.at(-1) ?? {};
    expect(event).toBe('matchmakerEvent');
    expect(payload).toEqual({ type: matchmakerEvents.connectReceived, roomID, position: i + 1, clickID: requests[i] });
  }
});

test('[ENC-1] position 2 greets first, the answer confirms the room, and a repeated hello is delivered once', async () => {
  const { bed, sockets, roomID, joined } = await greeting();
  const [ann, ben] = sockets;
  expect(joined).toEqual([
    { position: 1, heard: 0, told: 0 },
    { position: 2, heard: 0, told: 0 },
  ]);
  expect(() => bed.say(ann, roomID, 'hello')).toThrow(refused('message_not_allowed'));
  expect(bed.say(ben, roomID, 'hello')).toEqual({ ok: true });
  expect(bed.say(ben, roomID, 'hello')).toEqual({ ok: true });
  expect([names(ann), bed.roomRegistry.look('ann', roomID)?.phase]).toEqual([['hello'], 'greeting']);
  expect(bed.say(ann, roomID, 'hello')).toEqual({ ok: true });
  expect([names(ben), bed.roomRegistry.look('ann', roomID)?.phase]).toEqual([['hello'], 'confirmed']);
  expect(bed.store.rows.get(roomID)?.confirmedAt).toBe(bed.clock.now());
  expect(last(ben)).toEqual({ roomID, name: 'hello', payload: {}, position: 1, seq: 1 });
});

test('[ENC-10] a repeated number gets the same answer, a number that comes too early is refused, none is lost', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  const [ann, ben] = sockets;
  expect(bed.roomRegistry.join(ann, roomID, 0).heard).toBe(1);
  expect(() => bed.say(ann, roomID, 'ready', {}, 3)).toThrow(refused('out_of_order'));
  expect(bed.say(ann, roomID, 'ready', {}, 2)).toEqual({ ok: true });
  expect(bed.say(ann, roomID, 'ready', {}, 2)).toEqual({ ok: true });
  expect(() => bed.say(ann, roomID, 'thankyou', {}, 3)).toThrow(refused('message_not_allowed'));
  expect(bed.say(ann, roomID, 'thankyou', {}, 3)).toEqual(refused('message_not_allowed').answer());
  expect(bed.say(ann, roomID, 'ready', {}, 2)).toEqual({ ok: true });
  expect(bed.say(ann, roomID, 'ready', { camera: 'lost' }, 4)).toEqual({ ok: true });
  expect(names(ben)).toEqual(['hello', 'ready', 'ready']);
  const answered = bed.say(ann, roomID, 'close', {}, 5);
  expect(answered).toEqual({ ok: true, endReason: 'cancel_self' });
  expect(bed.say(ann, roomID, 'close', {}, 5)).toEqual(answered);
});

test('[ENC-10] a member who joins again is sent what came after the last message received, and nothing twice', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  for (const camera of ['lost', 'back']) bed.say(sockets[0], roomID, 'ready', { camera });
  const joinAfter = (after: number | 'now') => {
    const socket = bed.socket('ben');
    const answer = bed.roomRegistry.join(socket, roomID, after);
    return [messagesOf(socket).map(({ seq }) => seq), answer];
  };
  const joined = { position: 2, heard: 1, told: 3 };
  expect(joinAfter(0)).toEqual([[1, 2, 3], joined]);
  expect(joinAfter(2)).toEqual([[3], joined]);
  expect(joinAfter('now')).toEqual([[], joined]);
});

test('[ENC-10] messages sent while the partner is away are delivered when they come back', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.lose(sockets[1]);
  bed.say(sockets[0], roomID, 'ready');
  const again = bed.socket('ben');
  bed.roomRegistry.join(again, roomID, 1);
  expect(messagesOf(again).map(({ name, seq }) => [name, seq])).toEqual([['ready', 2]]);
});

test('[ENC-2] to a stranger, a room of others and one that never existed look the same', async () => {
  const bed = new MeetingBed();
  const { roomID } = await bed.confirmed();
  const cay = bed.socket('cay');
  for (const room of [roomID, 'no room']) {
    expect(() => bed.roomRegistry.join(cay, room, 0)).toThrow(refused('room_not_found'));
    expect(() => bed.say(cay, room, 'hello')).toThrow(refused('room_not_found'));
    expect(() => bed.roomRegistry.leave(cay, room)).toThrow(refused('room_not_found'));
    expect(bed.roomRegistry.look('cay', room)).toBeUndefined();
  }
  expect(bed.roomRegistry.look('ann', 'no room')).toBeUndefined();
  expect([bed.roomRegistry.holds(roomID), bed.roomRegistry.holds('no room'), bed.roomRegistry.current('cay')]).toEqual([
    true,
    false,
    undefined,
  ]);
});

test('[ENC-2] a message from a socket that has not joined the room is refused', async () => {
  const { bed, sockets, roomID } = await greeting();
  expect(() => bed.say(bed.socket('ann'), roomID, 'hello')).toThrow(refused('message_not_allowed'));
  bed.say(sockets[1], roomID, 'hello');
  bed.say(sockets[0], roomID, 'hello');
  bed.lose(sockets[0]);
  expect(() => bed.say(sockets[0], roomID, 'ready')).toThrow(refused('unavailable'));
});

test('[ENC-2] a socket whose process was taken for gone keeps its message until it has joined again', async () => {
  const { bed, sockets, roomID } = await greeting();
  for (const socket of [...sockets].reverse()) bed.say(socket, roomID, 'hello');
  bed.lose(sockets[0]);
  const ready = { roomID, name: 'ready', n: 2 } as const;
  expect(() => bed.roomRegistry.send(sockets[0], ready)).toThrow(refused('unavailable'));
  expect(names(sockets[1])).toEqual(['hello']);
  bed.roomRegistry.join(sockets[0], roomID, 0);
  bed.roomRegistry.send(sockets[0], ready);
  expect(names(sockets[1])).toEqual(['hello', 'ready']);
  bed.roomRegistry.leave(sockets[0], roomID);
  // After the end nobody waits for it any more.
  expect(() => bed.roomRegistry.send(sockets[0], { ...ready, n: 3 })).toThrow(refused('message_not_allowed'));
});

test('[ENC-11] a malformed or untimely message is refused, and does not reach the partner', async () => {
  const { bed, sockets, roomID } = await greeting();
  expect(() => bed.say(sockets[1], roomID, 'ready')).toThrow(refused('message_not_allowed'));
  for (const socket of [...sockets].reverse()) bed.say(socket, roomID, 'hello');
  expect(() => bed.say(sockets[0], roomID, 'ready', { camera: 'blue' })).toThrow(refused('validation_failed'));
  expect(() => bed.say(sockets[0], roomID, 'sdp', { type: 'offer' })).toThrow(refused('validation_failed'));
  expect(names(sockets[1])).toEqual(['hello']);
});

const offer = { type: 'offer', sdp: 'v=0\r\ns=a name\r\nm=video 9 UDP' } as const;
const candidate = { candidate: 'candidate:1 1 udp 2 192.0.2.7 5000 typ host' };

test.each([
  ['sdp', offer, limits.descriptionsPerSide],
  ['icecandidate', candidate, limits.candidatesPerSide],
  ['ready', {}, limits.roomMessagesPerSide],
] as const)('[ENC-11] the messages of one side are limited in number: %s', async (name, payload, most) => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  // The hello counts as a message.
  const accepted = name === 'ready' ? most - 1 : most;
  for (let i = 0; i < accepted; i++) expect(bed.say(sockets[0], roomID, name, payload)).toEqual({ ok: true });
  expect(() => bed.say(sockets[0], roomID, name, payload)).toThrow(refused('too_many_messages'));
  expect(bed.say(sockets[1], roomID, name, payload)).toEqual({ ok: true });
});

test('[ENC-11] descriptions and candidates are counted separately', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  for (let i = 0; i < limits.descriptionsPerSide; i++) bed.say(sockets[0], roomID, 'sdp', offer);
  for (let i = 0; i < limits.candidatesPerSide; i++)
    expect(bed.say(sockets[0], roomID, 'icecandidate', candidate)).toEqual({ ok: true });
  expect(bed.say(sockets[0], roomID, 'ready')).toEqual({ ok: true });
});

test('[ENC-9] a description with an audio section is refused, and ends the room for both', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  const withAudio = { type: 'offer', sdp: 'v=0\r\nm=audio 9 UDP' };
  expect(() => bed.say(sockets[0], roomID, 'sdp', withAudio)).toThrow(refused('audio_not_allowed'));
  expect(sockets.map(endOf)).toEqual(['ice_failure', 'ice_failure']);
  expect(names(sockets[1])).toEqual(['hello', 'close']);
});

test('[ENC-13] addresses pass only if the two may connect directly; names never pass', async () => {
  const relay = { candidate: 'candidate:2 1 udp 3 198.51.100.1 6000 typ relay raddr 192.0.2.7 rport 5000', sdpMid: '0' };
  const described = { type: 'offer', from: 'a name', sdp: 'v=0\r\ns=a name\r\nc=IN IP4 192.0.2.7' } as const;
  for (const direct of [true, false]) {
    const bed = new MeetingBed();
    bed.direct = direct;
    const { sockets, roomID } = await bed.confirmed();
    expect(bed.roomRegistry.look('ann', roomID)?.relayOnly).toBe(!direct);
    expect(bed.say(sockets[0], roomID, 'sdp', described)).toEqual({ ok: true });
    const sdp = `v=0\r\ns=-\r\nc=IN IP4 ${direct ? '192.0.2.7' : '0.0.0.0'}`;
    expect(last(sockets[1])).toMatchObject({ name: 'sdp', position: 1, payload: { ...described, sdp } });
    for (const each of [candidate, relay]) expect(bed.say(sockets[0], roomID, 'icecandidate', each)).toEqual({ ok: true });
    const passed = messagesOf(sockets[1]).filter(({ name }) => name === 'icecandidate');
    const hidden = { ...relay, candidate: 'candidate:1 1 udp 16777215 198.51.100.1 6000 typ relay raddr 0.0.0.0 rport 0' };
    expect(passed.map(({ payload }) => payload)).toEqual(direct ? [candidate, relay] : [hidden]);
  }
});

test.each([
  ['thankyou', 'thanked'],
  ['addedcircle', 'addedCircle'],
] as const)('[ENC-3] %s passes after the minute, once the fact is recorded', async (name, fact) => {
  const { bed, sockets, roomID } = await over();
  expect(() => bed.say(sockets[0], roomID, name)).toThrow(refused('message_not_allowed'));
  bed.roomRegistry.noteFact('ben', roomID, fact);
  expect(() => bed.say(sockets[0], roomID, name)).toThrow(refused('message_not_allowed'));
  bed.roomRegistry.noteFact('ann', roomID, fact);
  expect(bed.say(sockets[0], roomID, name)).toEqual({ ok: true });
  expect(last(sockets[1])).toMatchObject({ name, position: 1 });
});

test('[ENC-3] no thanks pass before the end, nothing else after it; a second close gets the end reason', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID } = await bed.confirmed();
  bed.roomRegistry.noteFact('ann', roomID, 'thanked');
  expect(() => bed.say(sockets[0], roomID, 'thankyou')).toThrow(refused('message_not_allowed'));
  bed.say(sockets[1], roomID, 'close');
  expect(() => bed.say(sockets[0], roomID, 'thankyou')).toThrow(refused('room_ended'));
  expect(() => bed.say(sockets[0], roomID, 'ready')).toThrow(refused('room_ended'));
  expect(bed.say(sockets[0], roomID, 'close')).toEqual({ ok: true, endReason: 'cancel_other' });
  expect(sockets.map((socket) => names(socket).filter((name) => name === 'close').length)).toEqual([1, 1]);
});

test('messages to a member who has reported the sender are dropped, and the sender does not notice', async () => {
  const { bed, sockets, roomID } = await over();
  const before = names(sockets[1]).length;
  bed.roomRegistry.noteFact('ben', roomID, 'leaves');
  bed.roomRegistry.noteFact('ann', roomID, 'thanked');
  expect(bed.say(sockets[0], roomID, 'thankyou')).toEqual({ ok: true });
  expect(names(sockets[1])).toHaveLength(before);
  bed.roomRegistry.noteFact('ben', roomID, 'thanked');
  bed.say(sockets[1], roomID, 'thankyou');
  expect(last(sockets[0])?.name).toBe('thankyou');
});

test('[MOD-3] a report during the minute ends it like a manual close; facts from outside the room do nothing', async () => {
  const bed = new MeetingBed();
  const { sockets, roomID, startsAt } = await bed.begunMinute();
  await bed.clock.advance(startsAt + 10_000 - bed.clock.now());
  bed.roomRegistry.noteFact('cay', roomID, 'leaves');
  bed.roomRegistry.noteFact('ann', 'no room', 'leaves');
  expect(sockets.map(endOf)).toEqual([undefined, undefined]);
  bed.roomRegistry.noteFact('ann', roomID, 'leaves');
  expect(sockets.map(endOf)).toEqual(['manual_self', 'manual_other']);
  bed.roomRegistry.noteFact('ann', roomID, 'leaves');
  expect(sockets.map((socket) => names(socket).filter((name) => name === 'close').length)).toEqual([1, 1]);
});
