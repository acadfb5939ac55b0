import type { CircleStore } from '@unspoken/server/circle/store';
import type { ModerationStore } from '@unspoken/server/moderation/store';
import { expect, test, vi } from 'vitest';
import { beside } from './beside.ts';
import { besideDatabase } from './beside-database.ts';
import { records } from './records.ts';
import { Standstill } from './standstill.ts';

const still = (now = () => 0) => new Standstill(7, now);

test('a world in which nothing is due any more stands still', () => {
  expect(() => still().passing(true)).not.toThrow();
  expect(() => still().passing(false)).toThrow('[A12] the world of seed 7 stands still');
});

test('so does one in which steps follow each other at one instant, for ever', () => {
  let now = 0;
  const world = still(() => now);
  for (let i = 0; i < 30_000; i++) {
    now++;
    world.passing(true);
  }
  expect(() => {
    for (let i = 0; i < 30_000; i++) world.passing(true);
  }).toThrow('no time has passed');
});

test('and one in which time goes by, and nobody has an encounter any more', () => {
  let now = 0;
  const world = still(() => now);
  for (let hour = 0; hour < 10; hour++) {
    now += 3_600_000;
    world.lived(hour);
  }
  now += 5 * 3_600_000;
  expect(() => world.lived(9)).not.toThrow();
  now += 2 * 3_600_000;
  expect(() => world.lived(9)).toThrow('no encounter for 420 minutes');
});

test('and one whose records wait for themselves', async () => {
  vi.useFakeTimers();
  try {
    const waits = expect(still().during(new Promise(() => {}))).rejects.toThrow('the records do not answer');
    await vi.advanceTimersByTimeAsync(61_000);
    await waits;
    await still().during(Promise.resolve());
  } finally {
    vi.useRealTimers();
  }
});

test('a run in a thread that gives no sign of life is ended, and its world told', async () => {
  const { violation } = await beside({ seed: 458_625_164, encounters: 100 }, 1);
  expect(violation?.message).toContain('[A12] the world of seed 458625164 stands still: no step has ended for');
  expect(violation?.world.people).toBe(3);
});

test('beside the database, what runs in a transaction does not wait for its turn, wherever the transaction is named', async () => {
  const beside = await besideDatabase(records(undefined));
  const { moderation, circle }: { moderation: ModerationStore; circle: CircleStore } = beside;
  await circle.add({ adder: 'person-0', added: 'person-1', friendId: 'id-1', at: new Date(1_000) });
  const found = await moderation.transaction(async (tx) => {
    await moderation.separate(tx, 'person-0', 'person-1', new Date(2_000));
    return circle.between('person-0', 'person-1', tx);
  });
  expect(found).toHaveLength(1);
  await beside.close();
});
