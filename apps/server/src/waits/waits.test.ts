import type { Pool } from '@unspoken/contract/matchmaking';
import { StandingClock, settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { Waits } from './service.ts';
import type { RecordedWait } from './store.ts';

const open: Pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' };

/** Waits whose store can be away, or fail after it has written. */
function bed() {
  const clock = new StandingClock(1_000_000_000);
  const written = new Map<string, RecordedWait>();
  const state = { away: false, silent: false, hangs: undefined as Promise<void> | undefined };
  const sizes: number[] = [];
  const faults: unknown[] = [];
  let ids = 0;
  let dropped = 0;
  const waits = new Waits({
    clock,
    random: { id: () => `id ${ids++}`, secret: () => '', digits: () => '' },
    store: {
      async add(rows) {
        await state.hangs;
        if (state.away) throw new Error('away');
        sizes.push(rows.length);
        for (const row of rows) written.set(row.id, row);
        if (state.silent) throw new Error('no answer');
      },
      eraseBefore: async () => {},
    },
    fault: (error) => void faults.push(error),
  });
  waits.onDropped(() => void dropped++);
  waits.start();
  const wait = (waited = 0, pool = open) =>
    waits.record({ pool, queuedAt: clock.now(), endedAt: clock.now() + waited, outcome: 'met' });
  return { clock, waits, wait, written, state, sizes, faults, dropped: () => dropped };
}

test('[WAI-1] a wait is recorded with pool, minute, length and outcome, and nothing else', async () => {
  const { clock, waits, written } = bed();
  const queuedAt = Date.parse('2026-11-22T19:03:59.999Z');
  waits.record({ pool: open, queuedAt, endedAt: queuedAt + 12_345.6, outcome: 'gave_up' });
  waits.record({ pool: open, queuedAt: queuedAt + 1, endedAt: queuedAt, outcome: 'lost' });
  await clock.advance(4_999);
  expect(written.size).toBe(0);
  await clock.advance(1);
  const row = (id: string, time: string, waitedMs: number, outcome: string) => ({
    ...{ id, pool: 'oneminute:anyone:open', minute: new Date(`2026-11-22T${time}Z`), waitedMs, outcome },
  });
  expect([...written.values()]).toEqual([row('id 0', '19:03', 12_346, 'gave_up'), row('id 1', '19:04', 0, 'lost')]);
});

test('[WAI-2] a private space is only called group, and a personal invitation is not recorded', async () => {
  const { clock, wait, written } = bed();
  wait(0, { ...open, groupSpace: '0123456789abcdef0123456789abcdef' });
  wait(0, { ...open, poolType: 'myCircle' });
  wait(0, { ...open, poolType: 'personalInvite', groupSpace: 'the hash of a code' });
  await clock.advance(5_000);
  expect([...written.values()].map(({ pool }) => pool)).toEqual(['oneminute:anyone:group', 'oneminute:myCircle:open']);
});

test('[WAI-3] what cannot be written is kept, and is written once the database is back', async () => {
  const { clock, wait, written, state, faults } = bed();
  state.away = true;
  for (let i = 0; i < 3; i++) {
    wait(i);
    await clock.advance(5_000);
  }
  expect([written.size, faults.length]).toEqual([0, 3]);
  state.away = false;
  await clock.advance(5_000);
  expect([...written.values()].map(({ waitedMs }) => waitedMs)).toEqual([0, 1, 2]);
});

test('[WAI-3] a batch that was written although its answer was lost is there once', async () => {
  const { clock, wait, written, state } = bed();
  state.silent = true;
  wait(1);
  await clock.advance(5_000);
  state.silent = false;
  await clock.advance(5_000);
  expect([...written.values()].map(({ waitedMs }) => waitedMs)).toEqual([1]);
});

test('[WAI-3] of more than 10,000 waits the oldest are dropped and counted, also while a batch is under way', async () => {
  const { clock, wait, written, state, sizes, dropped } = bed();
  state.away = true;
  for (let i = 0; i < 10_000; i++) wait(i);
  await clock.advance(5_000);
  expect(dropped()).toBe(0);
  wait(10_000);
  expect(dropped()).toBe(1);
  let fail = () => {};
  state.hangs = new Promise((resolve) => {
    fail = resolve;
  });
  await clock.advance(5_000);
  for (let i = 10_001; i <= 10_600; i++) wait(i);
  fail();
  await settled();
  expect(dropped()).toBe(601);
  state.away = false;
  await clock.advance(5_000);
  const lengths = [...written.values()].map(({ waitedMs }) => waitedMs);
  expect([lengths.length, lengths[0], lengths.at(-1)]).toEqual([10_000, 601, 10_600]);
  expect(Math.max(...sizes)).toBe(500);
});

test('[WAI-3] a process that ends writes what it has, and its timer stops', async () => {
  const { clock, waits, wait, written } = bed();
  waits.stop();
  wait();
  await clock.advance(60_000);
  expect(written.size).toBe(0);
  await waits.flush();
  expect(written.size).toBe(1);
});
