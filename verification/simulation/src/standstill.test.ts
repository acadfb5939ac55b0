import type { CircleStore } from '@unspoken/server/circle/store';
import type { ModerationStore } from '@unspoken/server/moderation/store';
import { expect, test, vi } from 'vitest';
import { comparedWithDatabase } from './compared-with-database.ts';
import { inThread } from './parallel.ts';
import { records } from './records.ts';
import { Standstill } from './standstill.ts';

const watch = (now = () => 0) => new Standstill(7, now);

test('a world in which nothing is scheduled any more is at a standstill', () => {
  expect(() => watch().passing(true)).not.toThrow();
  expect(() => watch().passing(false)).toThrow('[A12] the world of seed 7 stands still');
});

test('a world in which steps follow each other for ever at one instant is at a standstill', () => {
  let now = 0;
  const world = watch(() => now);
  for (let i = 0; i < 30_000; i++) {
    now++;
    world.passing(true);
  }
  expect(() => {
    for (let i = 0; i < 30_000; i++) world.passing(true);
  }).toThrow('no time has passed');
});

test('a world in which time passes without any encounter is at a standstill', () => {
  let now = 0;
  const world = watch(() => now);
  for (let hour = 0; hour < 10; hour++) {
    now += 3_600_000;
    world.lived(hour);
  }
  now += 5 * 3_600_000;
  expect(() => world.lived(9)).not.toThrow();
  now += 2 * 3_600_000;
  expect(() => world.lived(9)).toThrow('no encounter for 420 minutes');
});

test('a world whose stores never answer is at a standstill', async () => {
  vi.useFakeTimers();
  try {
    const waits = expect(watch().during(new Promise(() => {}))).rejects.toThrow('the records do not answer');
    await vi.advanceTimersByTimeAsync(61_000);
    await waits;
    await watch().during(Promise.resolve());
  } finally {
    vi.useRealTimers();
  }
});

test('a run in a thread without a sign of life is terminated, and its world reported', async () => {
  const { violation } = await inThread({ seed: 458_625_164, encounters: 100 }, 1);
  expect(violation?.message).toContain('[A12] the world of seed 458625164 stands still: no step has ended for');
  expect(violation?.world.people).toBe(3);
});

test('a call in a transaction of the compared database does not queue, whichever argument the transaction is', async () => {
  const compared = await comparedWithDatabase(records(undefined));
  const { moderation, circle }: { moderation: ModerationStore; circle: CircleStore } = compared;
  await circle.add({ adder: 'person-0', added: 'person-1', friendId: 'id-1', at: new Date(1_000) });
  const found = await moderation.transaction(async (tx) => {
    await moderation.separate(tx, 'person-0', 'person-1', new Date(2_000));
    return circle.between('person-0', 'person-1', tx);
  });
  expect(found).toHaveLength(1);
  await compared.close();
});
