import type { RoomMessage } from '@unspoken/contract/encounters';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import * as pairs from '@unspoken/testing/encounter';
import { closeOf } from '@unspoken/testing/encounter';
import type { Member, MemberSocket, World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Short, so that a whole encounter takes a second. */
const durations = {
  introDuration: 50,
  connectionDuration: 400,
  beginLead: 50,
  peerNoAnswerTimeout: 4_000,
  presenceLease: 3_000,
};

interface Started {
  readonly processes: readonly World[];
  close(): Promise<void>;
}

/** What two members experience, whichever processes their sockets are on. */
export function encountersContract(name: string, start: (environment: Record<string, string>) => Promise<Started>): void {
  let started: Started;
  beforeAll(async () => {
    started = await start({ DURATIONS: JSON.stringify(durations) });
  });
  afterAll(() => started.close());
  const world = (nth: number) => started.processes[nth % started.processes.length] as World;

  let people = 0;
  /** A new member; each is connected to the next process. */
  const newMember = (): Promise<Member> => world(++people).member(`Person${people}`);
  const offer = { type: 'offer', sdp: 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n' };

  const two = async (): Promise<[Member, Member]> => [await newMember(), await newMember()];
  const paired = async () => pairs.paired(await two());
  const confirmed = async () => pairs.confirmed(await two());
  const begun = async () => pairs.begun(await two());
  const user = async (member: Member) =>
    (await world(0).call('/api/v1/account/loginfromtoken', { token: member.token })).body.user;

  test(`${name}: [ENC-4] [ENC-8] a whole encounter counts a minute for each member, and a thank once`, async () => {
    const { members, sockets, roomID } = await begun();
    expect((await closeOf(sockets[0])).endReason).toBe('natural');
    expect(await sockets[0].emit('room:send', { roomID, name: 'thankyou', n: 3 })).toMatchObject({
      error: 'message_not_allowed',
    });
    for (let i = 0; i < 2; i++) expect(await sockets[0].emit('thanksClick', { roomID, position: 1 })).toEqual({ ok: true });
    expect((await world(0).call('/api/v1/thanks', { body: { roomID, position: '1' }, token: members[0].token })).body).toEqual({
      success: true,
    });
    expect(await sockets[0].emit('room:send', { roomID, name: 'thankyou', n: 4 })).toEqual({ ok: true });
    await sockets[1].hears<RoomMessage>('room:message', ({ name }) => name === 'thankyou');
    expect(await user(members[0])).toMatchObject({ completedMinutes: 1, thanksReceived: 0 });
    expect(await user(members[1])).toMatchObject({ completedMinutes: 1, thanksReceived: 1 });
  });

  test(`${name}: [ENC-2] a third person who knows the room can neither join, receive, send, end nor thank`, async () => {
    const { sockets, roomID } = await confirmed();
    const stranger = await (await newMember()).socket();
    const notFound = { error: 'room_not_found', message: 'There is no such room.' };
    expect(await stranger.emit('room:join', { roomID })).toEqual(notFound);
    expect(await stranger.emit('room:send', { roomID, name: 'sdp', payload: offer })).toEqual(notFound);
    expect(await stranger.emit('room:send', { roomID, name: 'close' })).toEqual(notFound);
    expect(await stranger.emit('room:media', { roomID })).toEqual(notFound);
    expect(await stranger.emit('room:leave', { roomID })).toEqual(notFound);
    expect(await stranger.emit('thanksClick', { roomID, position: 1 })).toEqual(notFound);
    await sockets[0].emit('room:send', { roomID, name: 'sdp', payload: offer, n: 2 });
    const received = await sockets[1].hears<RoomMessage>('room:message', ({ name }) => name === 'sdp');
    expect(received).toMatchObject({ position: 1, payload: offer });
    expect(stranger.count('room:message')).toBe(0);
    expect(
      sockets[0].heard.filter(({ event, payload }) => event === 'room:message' && (payload as RoomMessage).position === 1),
    ).toEqual([]);
  });

  test(`${name}: [ENC-9] a description with an audio section is refused and ends the encounter`, async () => {
    const { sockets, roomID } = await confirmed();
    const withAudio = { ...offer, sdp: `${offer.sdp}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n` };
    expect(await sockets[0].emit('room:send', { roomID, name: 'sdp', payload: withAudio, n: 2 })).toMatchObject({
      error: 'audio_not_allowed',
    });
    expect((await closeOf(sockets[1])).endReason).toBe('ice_failure');
    expect(sockets[1].heard.some(({ payload }) => (payload as RoomMessage).name === 'sdp')).toBe(false);
  });

  test(`${name}: [ENC-6] an end by one member is sent to the other, and messages sent afterwards do not pass`, async () => {
    const pair = await begun();
    const { members, sockets, roomID } = pair;
    await pairs.running(pair, world(0));
    expect(await sockets[1].emit('room:send', { roomID, name: 'close', n: 3 })).toEqual({ ok: true, endReason: 'manual_self' });
    expect((await closeOf(sockets[0])).endReason).toBe('manual_other');
    expect(await sockets[0].emit('room:send', { roomID, name: 'sdp', payload: offer, n: 3 })).toMatchObject({
      error: 'room_ended',
    });
    await expect.poll(async () => (await user(members[1])).sessionManuallyEnded).toBe(1);
    expect(await user(members[0])).toMatchObject({ completedMinutes: 0, sessionManuallyEnded: 0 });
  });

  test(`${name}: [ENC-1] [MAT-7] an unanswered greeting dissolves the pair, and requeues the member who greeted`, async () => {
    const { sockets, roomID, clicks } = await paired();
    await sockets[1].emit('room:join', { roomID });
    await sockets[1].emit('room:send', { roomID, name: 'hello', n: 1 });
    await sockets[1].hears<MatchmakerEvent>(
      'matchmakerEvent',
      ({ type, roomID: room }) => type === matchmakerEvents.connectReceived && room === undefined,
    );
    expect((await sockets[0].hears<MatchmakerEvent>('matchmakerEvent', ({ error }) => error !== undefined)).error).toBe(
      'matchmaker_failed',
    );
    expect(await sockets[1].emit('room:join', { roomID })).toMatchObject({ error: 'room_not_found' });
    await sockets[1].emit('cancelClick', { clickID: clicks[1] });
  });

  test(`${name}: [ENC-10] after a reconnect, missed messages arrive once, and repeated ones are accepted once`, async () => {
    const { members, sockets, roomID } = await confirmed();
    sockets[1].close();
    await sockets[0].emit('room:send', { roomID, name: 'sdp', payload: offer, n: 2 });
    await sockets[0].emit('room:send', { roomID, name: 'sdp', payload: offer, n: 2 });
    expect(await sockets[0].emit('room:send', { roomID, name: 'ready', n: 9 })).toMatchObject({ error: 'out_of_order' });
    const again = await members[1].socket();
    expect(await again.hears('snapshot')).toMatchObject({ userState: 'enteringRoom', roomID, position: 2 });
    expect(await again.emit('room:join', { roomID, after: 1 })).toEqual({ position: 2, heard: 1, told: 2 });
    const messages = again.heard.filter(({ event }) => event === 'room:message').map(({ payload }) => payload as RoomMessage);
    expect(messages.map(({ name, seq }) => [name, seq])).toEqual([['sdp', 2]]);
  });

  const timesQueued = (socket: MemberSocket): number =>
    socket.heard.filter(({ event, payload }) => {
      const { type, roomID } = payload as MatchmakerEvent;
      return event === 'matchmakerEvent' && type === matchmakerEvents.connectReceived && roomID === undefined;
    }).length;

  test(`${name}: [MAT-20] a waiting member who loses their socket regains their position by the same request`, async () => {
    const member = await newMember();
    const first = await member.socket();
    await first.emit('connectClick', { clickID: 'the request' });
    first.close();
    await expect.poll(async () => (await world(0).call('/api/v1/presencecount')).body['oneminute:anyone']).toBe(0);
    const again = await member.socket();
    expect(await again.hears('snapshot')).toMatchObject({ userState: 'present', clickID: 'the request' });
    expect(await again.emit('connectClick', { clickID: 'the request' })).toEqual({ ok: true });
    await expect.poll(() => timesQueued(again)).toBe(1);
    await again.emit('cancelClick', { clickID: 'the request' });
    const last = await member.socket({ tab: 'last' });
    expect(await last.hears('snapshot')).not.toHaveProperty('clickID');
  });

  test(`${name}: [MAT-30] a request that is paused waits no longer, and is paired when it is sent again`, async () => {
    const [first, later] = [await (await newMember()).socket(), await (await newMember()).socket()];
    const [ben, cay] = [await (await newMember()).socket(), await (await newMember()).socket()];
    const waiting = async () => (await world(0).call('/api/v1/presencecount')).body['oneminute:anyone'];
    const pool = { poolType: 'anyone' };
    await first.emit('connectClick', { ...pool, clickID: 'first' });
    await expect.poll(waiting).toBe(1);
    expect(await first.emit('cancelClick', { ...pool, clickID: 'first', pause: true })).toEqual({ ok: true });
    await expect.poll(waiting).toBe(0);
    await later.emit('connectClick', { ...pool, clickID: 'later' });
    await expect.poll(waiting).toBe(1);
    await later.emit('cancelClick', { ...pool, clickID: 'later', pause: true });
    await ben.emit('connectClick', { ...pool, clickID: 'ben' });
    await later.emit('connectClick', { ...pool, clickID: 'later' });
    const paired = await later.hears<MatchmakerEvent>('matchmakerEvent', ({ roomID }) => roomID !== undefined);
    expect((await ben.hears<MatchmakerEvent>('matchmakerEvent', ({ roomID }) => roomID !== undefined)).roomID).toBe(
      paired.roomID,
    );
    await first.emit('connectClick', { ...pool, clickID: 'first' });
    await cay.emit('connectClick', { ...pool, clickID: 'cay' });
    await first.hears<MatchmakerEvent>('matchmakerEvent', ({ roomID }) => roomID !== undefined);
    for (const socket of [first, later, ben, cay]) socket.close();
  });

  test(`${name}: [MAT-20] a socket lost during the greeting ends the room, but neither member's request`, async () => {
    const { members, sockets, clicks } = await paired();
    sockets[1].close();
    await expect.poll(() => timesQueued(sockets[0])).toBe(2);
    await sockets[0].emit('cancelClick', { clickID: clicks[0] });
    const again = await members[1].socket();
    expect(await again.emit('connectClick', { clickID: clicks[1] })).toEqual({ ok: true });
    await expect.poll(() => timesQueued(again)).toBe(1);
    await again.emit('cancelClick', { clickID: clicks[1] });
  });

  test(`${name}: [MAT-20] a member who returns before the old socket closes continues the greeting on the new one`, async () => {
    const { members, sockets, roomID, clicks } = await paired();
    const again = await members[1].socket({ tab: 'the page, loaded again' });
    expect(await again.emit('connectClick', { clickID: clicks[1] })).toEqual({ ok: true });
    await again.hears<MatchmakerEvent>('matchmakerEvent', (event) => event.roomID === roomID);
    sockets[1].close();
    for (const socket of [again, sockets[0]]) {
      await socket.emit('room:join', { roomID });
      expect(await socket.emit('room:send', { roomID, name: 'hello', n: 1 })).toEqual({ ok: true });
    }
    expect(timesQueued(sockets[0])).toBe(1);
    await again.emit('room:leave', { roomID });
  });

  test(`${name}: [MAT-3] the newest tab that presses Connect waits; the other tab is notified`, async () => {
    const member = await newMember();
    const [old, young] = [await member.socket({ tab: 'old' }), await member.socket({ tab: 'young' })];
    await old.emit('connectClick', { clickID: 'old' });
    await young.emit('connectClick', { clickID: 'young' });
    expect(
      await old.hears('matchmakerEvent', ({ type }: MatchmakerEvent) => type === matchmakerEvents.connectFailed),
    ).toMatchObject({
      error: 'open_elsewhere',
    });
    await young.emit('cancelClick', { clickID: 'young' });
  });

  test(`${name}: a cancel, and how an encounter ended, are acknowledged by an event`, async () => {
    const alone = await (await newMember()).socket();
    await alone.emit('connectClick', { clickID: 'given up' });
    await alone.emit('cancelClick', { clickID: 'given up' });
    await alone.hears('matchmakerEvent', ({ type, clickID }: MatchmakerEvent) => {
      return type === matchmakerEvents.cancelReceived && clickID === 'given up';
    });
    alone.close();
    const { sockets, roomID } = await begun();
    await closeOf(sockets[0]);
    const report = { roomID, position: 1, duration: 300, endReason: 'natural', experienceType: 'oneminute' };
    await sockets[0].emit('updatesessiondata', report);
    await sockets[0].hears('matchmakerEvent', ({ type, roomID: of }: MatchmakerEvent) => {
      return type === matchmakerEvents.sessionUpdated && of === roomID;
    });
  });

  test(`${name}: [MAT-9] unknown experiences, an empty circle and a request during an encounter are refused`, async () => {
    const { sockets } = await confirmed();
    expect(await sockets[0].emit('connectClick', { clickID: 'another' })).toMatchObject({ error: 'in_encounter' });
    expect(await sockets[0].hears('matchmakerEvent', ({ error }: MatchmakerEvent) => error === 'in_encounter')).toEqual({
      type: matchmakerEvents.connectFailed,
      error: 'in_encounter',
      clickID: 'another',
    });
    const other = await (await newMember()).socket();
    expect(await other.emit('connectClick', { experienceType: 'longer' })).toMatchObject({ error: 'experience_unknown' });
    expect(await other.emit('connectClick', { poolType: 'myCircle' })).toMatchObject({ error: 'circle_empty' });
  });

  test(`${name}: [PRE-1] [PRE-2] [PRE-3] people are counted once, while they are present`, async () => {
    const member = await newMember();
    const counts = async () => (await world(0).call('/api/v1/presencecount')).body.general;
    // The people of the other tests have stopped emitting; their lease runs out.
    await expect.poll(counts, { timeout: 10_000 }).toBe(0);
    const [one, two] = [await member.socket({ tab: 'one' }), await member.socket({ tab: 'two' })];
    await one.emit('presence', { state: 'present' });
    await two.emit('presence', { state: 'present' });
    // Another process learns it over the bus.
    await expect.poll(counts).toBe(1);
    await one.emit('presence', { state: 'absent' });
    expect(await counts()).toBe(1);
    await two.emit('presence', { state: 'absent' });
    await expect.poll(counts).toBe(0);
    await two.emit('presence', { state: 'present' });
    await one.hears('newPeopleCount', ({ general }: { general: number }) => general === 1);
    const received = one.count('newPeopleCount');
    for (let i = 0; i < 20; i++) await two.emit('presence', { state: i % 2 ? 'present' : 'absent' });
    expect(one.count('newPeopleCount') - received).toBeLessThanOrEqual(2);
    await expect.poll(counts, { timeout: 8_000 }).toBe(0);
  });

  test(`${name}: [PRE-4] a ticket opens one socket, once`, async () => {
    const member = await newMember();
    const { body } = await world(0).call('/api/v1/realtime/auth', { token: member.token });
    const { io } = await import('socket.io-client');
    const open = () =>
      new Promise<string>((resolve) => {
        const socket = io(world(1).origin, {
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          query: { token: body.token },
        });
        socket.once('connect', () => resolve('connected') ?? socket.close());
        socket.once('connect_error', (error) => resolve(error.message));
      });
    const outcomes = await Promise.all(Array.from({ length: 100 }, open));
    expect(outcomes.filter((each) => each === 'connected')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['connected', 'ticket_invalid']));
  });
}
