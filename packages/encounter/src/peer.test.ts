import { expect, test, vi } from 'vitest';
import { hosted, settled } from './hosted.ts';
import type { Event } from './model.ts';
import { type PeerCommand, peerActor } from './peer-actor.ts';
import type { IceSetup, Ports, SoundDirections } from './ports.ts';
import { StandingClock } from './standing-clock.ts';

const setup: IceSetup = { iceServers: [{ urls: ['turn:one'] }], relayOnly: true };
const retry = 1_500;
const refresh = 480_000;

/** The peer connections of one room, on a browser that logs what is asked of it. */
async function peers(position: 1 | 2, servers: 'answer' | 'are away' | 'keep silent' = 'answer', awaitsSound = false) {
  const clock = new StandingClock();
  const log: string[] = [];
  const opened: Parameters<Ports['peer']['open']>[0][] = [];
  const world = { servers, asked: 0, refuses: false };
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
      open: (options: Parameters<Ports['peer']['open']>[0]) => {
        opened.push(options);
        const name = `${opened.length}`;
        return {
          offer: () => log.push(`${name} offers`),
          receiveDescription: ({ type, from }: { type: string; from?: string }) => log.push(`${name} takes ${type} of ${from}`),
          receiveCandidate: ({ from }: { from?: string }) => log.push(`${name} takes candidate of ${from}`),
          restart: () => log.push(`${name} restarts`),
          speak: (microphone?: { stream: unknown }) => log.push(`${name} speaks ${microphone?.stream}`),
          allowSound: ({ sends, receives }: SoundDirections) => log.push(`${name} allows ${sends} ${receives}`),
          configure: () => {
            if (world.refuses) throw new Error('not now');
            log.push(`${name} is configured`);
          },
          show: ({ stream }: { stream: unknown }) => log.push(`${name} shows ${stream}`),
          close: () => log.push(`${name} closes`),
        };
      },
    },
  } as unknown as Ports;
  const { events, send, stop } = hosted<Event>(peerActor, {
    ...{ ports, room: { roomID: 'room', position }, retry, refresh, awaitsSound },
  });
  await settled();
  const command = (each: PeerCommand) => send(each);
  const describe = (type: 'offer' | 'answer', from: string, to?: string) =>
    command({ type: 'take description', description: { type, sdp: '', from, to } });
  const candidate = (from: string) => command({ type: 'take candidate', candidate: { candidate: '', from } });
  const show = () => command({ type: 'show', camera: { stream: 'own picture', isFramed: false, stop() {} } });
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

const both = { sends: true, receives: true };
const allow = (sound: SoundDirections): PeerCommand => ({ type: 'allow sound', sound });

test('[SIDE-51] in an experience the connection opens once its directions are known; what comes earlier waits', async () => {
  const { log, opened, command, describe } = await peers(2, 'answer', true);
  describe('offer', 'theirs');
  expect(opened).toEqual([]);
  command(allow(both));
  expect([opened.map(({ sound }) => sound), log]).toEqual([[both], ['1 takes offer of theirs']]);
});

test('[SIDE-51] the directions may be known before the servers are', async () => {
  const { opened, command, answerLate } = await peers(1, 'keep silent', true);
  command(allow(both));
  expect(opened).toEqual([]);
  answerLate();
  await settled();
  expect(opened.map(({ sound }) => sound)).toEqual([both]);
});

test('[SIDE-51] the caller offers the directions that are left, once, and the callee waits for that offer', async () => {
  for (const [position, offers] of [
    [1, ['1 offers']],
    [2, []],
  ] as const) {
    const { log, command } = await peers(position, 'answer', true);
    command(allow(both));
    log.length = 0;
    command(allow(both));
    command(allow({ sends: false, receives: true }));
    command(allow({ sends: false, receives: true }));
    expect(log).toEqual(['1 allows false true', ...offers]);
  }
});

test('[SIDE-51] a microphone is sent from the command on, also by a connection that replaces the first', async () => {
  const { log, command } = await peers(1, 'answer', true);
  command(allow(both));
  const microphone = { stream: 'own voice', stop() {} };
  log.length = 0;
  command({ type: 'speak', microphone });
  command({ type: 'speak', microphone });
  command({ type: 'start over' });
  command({ type: 'speak', microphone: undefined });
  expect(log).toEqual(['1 speaks own voice', '1 closes', '2 speaks own voice', '2 offers', '2 speaks undefined']);
});

test.each([
  ['a new path', 1, { type: 'find a new path' }, '1 restarts'],
  [
    'an offer',
    2,
    { type: 'take description', description: { type: 'offer', sdp: '', from: 'theirs' } },
    '1 takes offer of theirs',
  ],
] as const)('[SIDE-55] from eight minutes on the servers are requested again before %s', async (_, position, what, done) => {
  const { clock, log, world, command } = await peers(position);
  clock.advance(refresh - 1);
  command(what);
  expect([world.asked, log.at(-1)]).toEqual([1, done]);
  clock.advance(1);
  log.length = 0;
  command(what);
  command({ type: 'take candidate', candidate: { candidate: '', from: 'theirs' } });
  expect(log).toEqual([]);
  await settled();
  expect([world.asked, log]).toEqual([2, ['1 is configured', done, '1 takes candidate of theirs']]);
  command(what);
  expect(world.asked).toBe(2);
});

test('[SIDE-55] if the servers are away, the new path is gathered with those that are known', async () => {
  const { clock, log, world, command } = await peers(1);
  clock.advance(refresh);
  world.servers = 'are away';
  command({ type: 'find a new path' });
  await settled();
  expect(log.at(-1)).toBe('1 restarts');
});

test('[SIDE-55] an answer waits for no servers', async () => {
  const { clock, log, describe } = await peers(1);
  clock.advance(refresh);
  describe('answer', 'theirs', 'connection 1');
  expect(log.at(-1)).toBe('1 takes answer of theirs');
});

test('[SIDE-55] servers that do not answer, or cannot be used, hold nothing up', async () => {
  const { clock, log, world, command } = await peers(1);
  clock.advance(refresh);
  world.servers = 'keep silent';
  command({ type: 'find a new path' });
  await settled();
  expect(log).toEqual(['1 offers']);
  clock.advance(retry);
  expect(log).toEqual(['1 offers', '1 restarts']);
  const other = await peers(1);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  other.world.refuses = true;
  other.clock.advance(refresh);
  other.command({ type: 'find a new path' });
  await settled();
  expect(other.log.at(-1)).toBe('1 restarts');
});
