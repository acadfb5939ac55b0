import { expect, test } from 'vitest';
import { hosted, settled } from './hosted.ts';
import { type PeerCommand, peerActor } from './media-actors.ts';
import type { Event } from './model.ts';
import type { IceSetup, PeerEvent, Ports } from './ports.ts';
import { StandingClock } from './testbed.ts';

const setup: IceSetup = { iceServers: [{ urls: ['turn:one'] }], relayOnly: true };
const retry = 1_500;

/** The peer connections of one room, on a browser that logs what is asked of it. */
async function peers(position: 1 | 2, servers: 'answer' | 'are away' | 'keep silent' = 'answer') {
  const clock = new StandingClock();
  const log: string[] = [];
  const opened: (IceSetup & { emit: (event: PeerEvent) => void })[] = [];
  const world = { servers, asked: 0 };
  let answerLate: () => void = () => {};
  const ports = {
    clock,
    freshID: () => `connection ${opened.length + 1}`,
    calls: {
      iceServers: () => {
        world.asked++;
        if (world.servers === 'are away') return Promise.reject(new Error('away'));
        if (world.servers === 'answer') return Promise.resolve(setup);
        return new Promise<IceSetup>((done) => {
          answerLate = () => done(setup);
        });
      },
    },
    peer: {
      open: (options: IceSetup & { emit: (event: PeerEvent) => void }) => {
        opened.push(options);
        const name = `${opened.length}`;
        return {
          offer: () => log.push(`${name} offers`),
          receiveDescription: ({ type, from }: { type: string; from?: string }) => log.push(`${name} takes ${type} of ${from}`),
          receiveCandidate: ({ from }: { from?: string }) => log.push(`${name} takes candidate of ${from}`),
          restart: () => log.push(`${name} restarts`),
          show: ({ stream }: { stream: unknown }) => log.push(`${name} shows ${stream}`),
          close: () => log.push(`${name} closes`),
        };
      },
    },
  } as unknown as Ports;
  const { events, send, stop } = hosted<Event>(peerActor, { ports, room: { roomID: 'room', position }, retry });
  await settled();
  const command = (each: PeerCommand) => send(each);
  const describe = (type: 'offer' | 'answer', from: string, to?: string) =>
    command({ type: 'take description', description: { type, sdp: '', from, to } });
  const candidate = (from: string) => command({ type: 'take candidate', candidate: { candidate: '', from } });
  const show = () => command({ type: 'show', camera: { stream: 'own picture', stop() {} } });
  return { clock, log, opened, world, events, command, describe, candidate, show, stop, answerLate: () => answerLate() };
}

test.each([
  [1, ['1 offers']],
  [2, []],
] as const)('the caller makes an offer without being asked, with the given servers: position %i', async (position, offers) => {
  const { log, opened } = await peers(position);
  expect(opened).toMatchObject([setup]);
  expect(log).toEqual(offers);
});

test('descriptions and candidates name their connection, and an answer also the offer that it answers', async () => {
  const { describe, opened, events } = await peers(2);
  describe('offer', 'theirs');
  opened[0]?.emit({ type: 'description made', description: { type: 'answer', sdp: 'a' } });
  opened[0]?.emit({ type: 'description made', description: { type: 'offer', sdp: 'b' } });
  opened[0]?.emit({ type: 'candidate found', candidate: { candidate: 'c' } });
  opened[0]?.emit({ type: 'stream arrived', stream: 'their picture' });
  expect(events).toEqual([
    { type: 'description made', description: { type: 'answer', sdp: 'a', from: 'connection 1', to: 'theirs' } },
    { type: 'description made', description: { type: 'offer', sdp: 'b', from: 'connection 1' } },
    { type: 'candidate found', candidate: { candidate: 'c', from: 'connection 1' } },
    { type: 'stream arrived', stream: 'their picture' },
  ]);
});

test('an answer is accepted only if it answers this connection', async () => {
  const { describe, log } = await peers(1);
  describe('answer', 'theirs', 'an earlier one');
  expect(log).toEqual(['1 offers']);
  describe('answer', 'theirs', 'connection 1');
  expect(log).toEqual(['1 offers', '1 takes answer of theirs']);
});

test('[SIDE-7] an offer of a new connection is answered by a new connection, a repeated offer by the same one', async () => {
  const { describe, log, opened, events } = await peers(2);
  describe('offer', 'first');
  describe('offer', 'first');
  expect(log).toEqual(['1 takes offer of first', '1 takes offer of first']);
  describe('offer', 'second');
  expect(log.slice(2)).toEqual(['1 closes', '2 takes offer of second']);
  opened[0]?.emit({ type: 'peer failed' });
  expect(events).toEqual([]);
  opened[1]?.emit({ type: 'peer connected' });
  expect(events).toEqual([{ type: 'peer connected' }]);
});

test('a candidate is accepted from the known connection, or from any while none is known', async () => {
  const { candidate, describe, log } = await peers(2);
  candidate('early');
  describe('offer', 'theirs');
  candidate('theirs');
  candidate('early');
  expect(log).toEqual(['1 takes candidate of early', '1 takes offer of theirs', '1 takes candidate of theirs']);
});

test('[SIDE-8] a path restart keeps the connection; starting over opens one that knows nothing of the other side', async () => {
  const { command, show, log, candidate } = await peers(1);
  show();
  command({ type: 'find a new path' });
  command({ type: 'take description', description: { type: 'answer', sdp: '', from: 'theirs', to: 'connection 1' } });
  expect(log).toEqual(['1 offers', '1 shows own picture', '1 restarts', '1 takes answer of theirs']);
  command({ type: 'start over' });
  candidate('another');
  expect(log.slice(4)).toEqual(['1 closes', '2 shows own picture', '2 offers', '2 takes candidate of another']);
});

test('commands that come before the servers are known wait, in order', async () => {
  const { answerLate, candidate, describe, show, log } = await peers(2, 'keep silent');
  describe('offer', 'theirs');
  candidate('theirs');
  show();
  expect(log).toEqual([]);
  answerLate();
  await settled();
  expect(log).toEqual(['1 shows own picture', '1 takes offer of theirs', '1 takes candidate of theirs']);
});

test('the servers are requested four times, at intervals, and then the connection is opened without any', async () => {
  const { clock, world, opened } = await peers(2, 'are away');
  for (const asked of [1, 2, 3]) {
    expect([world.asked, opened]).toEqual([asked, []]);
    clock.advance(retry - 1);
    expect(world.asked).toBe(asked);
    clock.advance(1);
    await settled();
  }
  expect(world.asked).toBe(4);
  expect(opened).toMatchObject([{ iceServers: [], relayOnly: false }]);
  clock.advance(10 * retry);
  expect(world.asked).toBe(4);
});

test('servers that a later request returns are used', async () => {
  const { clock, world, opened } = await peers(2, 'are away');
  world.servers = 'answer';
  clock.advance(retry);
  await settled();
  expect(opened).toMatchObject([setup]);
});

test('leaving a room closes its connection, and later events of it are ignored', async () => {
  const { log, opened, events, stop } = await peers(2);
  stop();
  opened[0]?.emit({ type: 'peer failed' });
  expect([log, events]).toEqual([['1 closes'], []]);
});

test('leaving a room before the servers are known opens no connection and stops the requests', async () => {
  const silent = await peers(2, 'keep silent');
  silent.stop();
  silent.answerLate();
  await settled();
  expect(silent.opened).toEqual([]);
  const away = await peers(2, 'are away');
  away.stop();
  away.clock.advance(10 * retry);
  expect(away.world.asked).toBe(1);
});
