import { shippedDurations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import { systemRandom } from '../platform/random.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import { MemoryEncounterStore } from './memory-store.ts';
import { RoomRegistry } from './room-registry.ts';

/** A confirmed room; Ann's socket is on another process, Ben's on the one that owns the room. */
async function confirmed() {
  let now = 1_000;
  const heard: Record<string, { event: string; payload: unknown }[]> = { ann: [], ben: [] };
  const connection = (accountId: string, node?: string): Connection => ({
    ...{ id: `socket of ${accountId}`, accountId, sessionId: '', tab: '', ...(node && { node }) },
    send: (event, payload) => heard[accountId]?.push({ event, payload }),
    close: () => {},
  });
  const sockets: Record<string, Connection> = { ann: connection('ann', 'elsewhere'), ben: connection('ben') };
  const entry = (accountId: string): WaitingEntry => ({
    ...{
      accountId,
      connectionId: `socket of ${accountId}`,
      node: '',
      clickID: `request of ${accountId}`,
      queuedAt: 0,
      askedAt: 0,
      noRepeat: false,
    },
    ...{ pool: { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' }, avoid: {} },
  });
  const roomRegistry = new RoomRegistry({
    clock: { now: () => now, after: () => () => {} },
    ...{ random: systemRandom, durations: shippedDurations, store: new MemoryEncounterStore(), mayBeDirect: async () => true },
    matchmaking: { release: async () => [], waits: { ended: () => {} } } as unknown as Matchmaking,
    reach: ({ accountId }) => sockets[accountId],
    fault: (error) => {
      throw error;
    },
  });
  await roomRegistry.open('a room', entry('ann'), entry('ben'), async () => true);
  const [ann, ben] = [sockets.ann, sockets.ben] as [Connection, Connection];
  for (const each of [ann, ben]) roomRegistry.join(each, 'a room', 0);
  roomRegistry.send(ben, { roomID: 'a room', name: 'hello' });
  roomRegistry.send(ann, { roomID: 'a room', name: 'hello' });
  const received = (accountId: 'ann' | 'ben') =>
    heard[accountId]?.filter(({ event }) => event === 'room:message').map(({ payload }) => payload);
  const setTime = (instant: number) => {
    now = instant;
  };
  return { roomRegistry, ann, ben, received, setTime };
}

test('[ENC-34] the last message is sent again to a socket of another process, under its number, and to no other', async () => {
  const { roomRegistry, ben, received, setTime } = await confirmed();
  setTime(5_000);
  roomRegistry.leave(ben, 'a room');
  const [hello, close] = received('ann') ?? [];
  expect([hello, close]).toMatchObject([
    { name: 'hello', seq: 1 },
    { name: 'close', seq: 2 },
  ]);
  const sentToBen = received('ben')?.length;
  roomRegistry.repeatSince(5_001);
  expect(received('ann')).toEqual([hello, close]);
  roomRegistry.repeatSince(5_000);
  expect(received('ann')).toEqual([hello, close, close]);
  expect(received('ben')?.length).toBe(sentToBen);
});
