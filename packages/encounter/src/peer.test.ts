import { expect, test } from 'vitest';
import { hosted, settled } from './hosted.ts';
import { type PeerCommand, peerActor } from './media-actors.ts';
import type { Event } from './model.ts';
import type { IceSetup, PeerEvent, Ports } from './ports.ts';
import { StandingClock } from './testbed.ts';

const setup: IceSetup = { iceServers: [{ urls: ['turn:one'] }], relayOnly: true };
const retry = 1_500;

/** The peer connections of one room, on a browser that keeps a diary. */
async function peers(position: 1 | 2, servers: 'answer' | 'are away' | 'keep silent' = 'answer') {
  const clock = new StandingClock();
  const diary: string[] = [];
  const opened: (IceSetup & { tell: (event: PeerEvent) => void })[] = [];
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
      open: (options: IceSetup & { tell: (event: PeerEvent) => void }) => {
        opened.push(options);
        const name = `${opened.length}`;
        return {
          offer: () => diary.push(`${name} offers`),
          receiveDescription: ({ type, from }: { type: string; from?: string }) => diary.push(`${name} takes ${type} of ${from}`),
          receiveCandidate: ({ from }: { from?: string }) => diary.push(`${name} takes candidate of ${from}`),
          restart: () => diary.push(`${name} restarts`),
          show: ({ stream }: { stream: unknown }) => diary.push(`${name} shows ${stream}`),
          close: () => diary.push(`${name} closes`),
        };
      },
    },
  } as unknown as Ports;
  const { heard, tell, stop } = hosted<Event>(peerActor, { ports, room: { roomID: 'room', position }, retry });
  await settled();
  const say = (command: PeerCommand) => tell(command);
  const describe = (type: 'offer' | 'answer', from: string, to?: string) =>
    say({ type: 'take description', description: { type, sdp: '', from, to } });
  const candidate = (from: string) => say({ type: 'take candidate', candidate: { candidate: '', from } });
  const show = () => say({ type: 'show', camera: { stream: 'own picture', stop() {} } });
  return { clock, diary, opened, world, heard, say, describe, candidate, show, stop, answerLate: () => answerLate() };
}

test.each([
  [1, ['1 offers']],
  [2, []],
] as const)('the caller offers by itself, with the servers that were named: position %i', async (position, offers) => {
  const { diary, opened } = await peers(position);
  expect(opened).toMatchObject([setup]);
  expect(diary).toEqual(offers);
});

test('what is said of a connection carries its name, and an answer that of the offer it answers', async () => {
  const { describe, opened, heard } = await peers(2);
  describe('offer', 'theirs');
  opened[0]?.tell({ type: 'description made', description: { type: 'answer', sdp: 'a' } });
  opened[0]?.tell({ type: 'description made', description: { type: 'offer', sdp: 'b' } });
  opened[0]?.tell({ type: 'candidate found', candidate: { candidate: 'c' } });
  opened[0]?.tell({ type: 'stream arrived', stream: 'their picture' });
  expect(heard).toEqual([
    { type: 'description made', description: { type: 'answer', sdp: 'a', from: 'connection 1', to: 'theirs' } },
    { type: 'description made', description: { type: 'offer', sdp: 'b', from: 'connection 1' } },
    { type: 'candidate found', candidate: { candidate: 'c', from: 'connection 1' } },
    { type: 'stream arrived', stream: 'their picture' },
  ]);
});

test('an answer is taken if it answers this connection, and no other', async () => {
  const { describe, diary } = await peers(1);
  describe('answer', 'theirs', 'an earlier one');
  expect(diary).toEqual(['1 offers']);
  describe('answer', 'theirs', 'connection 1');
  expect(diary).toEqual(['1 offers', '1 takes answer of theirs']);
});

test('[SIDE-7] an offer of a connection not heard of before is answered by a new one, one of the same by the same', async () => {
  const { describe, diary, opened, heard } = await peers(2);
  describe('offer', 'first');
  describe('offer', 'first');
  expect(diary).toEqual(['1 takes offer of first', '1 takes offer of first']);
  describe('offer', 'second');
  expect(diary.slice(2)).toEqual(['1 closes', '2 takes offer of second']);
  opened[0]?.tell({ type: 'peer failed' });
  expect(heard).toEqual([]);
  opened[1]?.tell({ type: 'peer connected' });
  expect(heard).toEqual([{ type: 'peer connected' }]);
});

test('a candidate is taken of the connection that is known, or of any while none is', async () => {
  const { candidate, describe, diary } = await peers(2);
  candidate('early');
  describe('offer', 'theirs');
  candidate('theirs');
  candidate('early');
  expect(diary).toEqual(['1 takes candidate of early', '1 takes offer of theirs', '1 takes candidate of theirs']);
});

test('[SIDE-8] a new path is found by the same connection; a new beginning is another, which knows nothing of the other side', async () => {
  const { say, show, diary, candidate } = await peers(1);
  show();
  say({ type: 'find a new path' });
  say({ type: 'take description', description: { type: 'answer', sdp: '', from: 'theirs', to: 'connection 1' } });
  expect(diary).toEqual(['1 offers', '1 shows own picture', '1 restarts', '1 takes answer of theirs']);
  say({ type: 'start over' });
  candidate('another');
  expect(diary.slice(4)).toEqual(['1 closes', '2 shows own picture', '2 offers', '2 takes candidate of another']);
});

test('what comes before the servers are known waits for them, in order', async () => {
  const { answerLate, candidate, describe, show, diary } = await peers(2, 'keep silent');
  describe('offer', 'theirs');
  candidate('theirs');
  show();
  expect(diary).toEqual([]);
  answerLate();
  await settled();
  expect(diary).toEqual(['1 shows own picture', '1 takes offer of theirs', '1 takes candidate of theirs']);
});

test('the servers are asked for four times, a while apart, and done without then', async () => {
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

test('servers that are there again are used', async () => {
  const { clock, world, opened } = await peers(2, 'are away');
  world.servers = 'answer';
  clock.advance(retry);
  await settled();
  expect(opened).toMatchObject([setup]);
});

test('a room that is left closes its connection, and hears no more of it', async () => {
  const { diary, opened, heard, stop } = await peers(2);
  stop();
  opened[0]?.tell({ type: 'peer failed' });
  expect([diary, heard]).toEqual([['1 closes'], []]);
});

test('a room that is left before the servers are known opens none, and asks no more', async () => {
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
