import type { RoomMessage } from '@unspoken/contract/encounters';
import { begun, closeOf } from '@unspoken/testing/encounter';
import { startProcesses } from '@unspoken/testing/processes';
import type { World } from '@unspoken/testing/world';
import { afterAll, expect, test } from 'vitest';
import { encountersContract } from './encounters-contract.ts';

const closings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closings) await close();
});

if (process.env.WORLD_REDIS && process.env.WORLD_POSTGRES) {
  encountersContract('[ENC-21] [PRE-5] three processes', (environment) => startProcesses(3, environment));

  test('[OPS-8] [ENC-22] a process that stops in the middle of a minute does not end it', async () => {
    const durations = { introDuration: 50, beginLead: 50, connectionDuration: 20_000, heartbeatInterval: 1_500 };
    const { processes, close } = await startProcesses(3, { DURATIONS: JSON.stringify(durations) });
    closings.push(close);
    const [first, second, third] = processes as [World, World, World];
    // Ben comes second, so his process pairs the two and owns their room.
    const pair = await begun([await first.member('Ann'), await second.member('Ben')]);
    // Ann may be disconnected before the owner of the room has stopped entirely, so the listener is added first.
    const disconnected = new Promise<void>((resume) => pair.sockets[0].raw.once('disconnect', () => resume()));
    await second.close();
    await disconnected;
    const sockets = [
      await first.socketWith((await first.call('/api/v1/realtime/auth', { token: pair.members[0].token })).body.token),
      await third.socketWith((await third.call('/api/v1/realtime/auth', { token: pair.members[1].token })).body.token),
    ] as const;
    for (const [i, socket] of sockets.entries()) {
      const snapshot = await socket.hears<{ userState: string; roomID: string; position: number }>('snapshot');
      expect(snapshot).toMatchObject({ userState: 'connected', roomID: pair.roomID, position: i + 1 });
      const heard = pair.sockets[i]?.heard.filter(({ event }) => event === 'room:message').length ?? 0;
      expect(await socket.emit('room:join', { roomID: pair.roomID, after: heard })).toMatchObject({ position: i + 1 });
    }
    // A message of one member still reaches the other, each side continuing its own numbers.
    const offer = { type: 'offer', sdp: 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n' };
    const message = { roomID: pair.roomID, name: 'sdp', payload: offer, n: 3 };
    expect(await sockets[0].emit('room:send', message)).toEqual({ ok: true });
    const { seq } = await sockets[1].hears<RoomMessage>('room:message', ({ name }) => name === 'sdp');
    const received = pair.sockets[1].heard.filter(({ event }) => event === 'room:message');
    expect(seq).toBe(received.length + 1);
    for (const socket of sockets) expect((await closeOf(socket)).endReason).toBe('natural');
    // The end is recorded after it was sent.
    const minutes = async () =>
      (await first.call('/api/v1/account/loginfromtoken', { token: pair.members[1].token })).body.user.completedMinutes;
    await expect.poll(minutes).toBe(1);
  });
} else test.skip('several processes: PostgreSQL or Redis is not installed', () => {});
