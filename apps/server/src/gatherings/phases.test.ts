import { expect, test } from 'vitest';
import { Phases, type PhasesOptions } from './phases.ts';
import { regularRow } from './regular.ts';
import type { GatheringRow } from './store.ts';

const base = regularRow({ zone: 'UTC', date: '2026-06-10' }, { time: '20:00', zone: 'UTC', length: 900_000 }, 500);
const row: GatheringRow = { ...base, id: 'special', isRegular: false, groupId: 'group' };
const [start, end] = [row.startsAt.getTime(), row.endsAt.getTime()];
const durations = { gatheringDoors: 600_000, gatheringClosing: 600_000, settingsCheck: 5_000 };

/** The boundaries of one gathering, from `now` on, over a database and a queue that can be away. */
function bed(now: number) {
  let time = now;
  let due: { readonly at: number; readonly run: () => void } | undefined;
  const away = { database: false, queue: false };
  const waits = { ann: false };
  const [log, faults]: [string[], unknown[]] = [[], []];
  const note = (what: string) => log.push(`${what} at ${(time - start) / 1_000} s`);
  const phases = new Phases({
    ...{
      durations,
      schedule: { approved: [row], findByGroup: async () => row },
      present: () => ['ann'],
      socketsOf: () => [],
      fault: (e: unknown) => faults.push(e),
    },
    clock: {
      now: () => time,
      after: (ms: number, run: () => void) => {
        due = { at: time + ms, run };
        return () => {};
      },
    },
    store: {
      among: async () => {
        if (away.database) throw new Error('the database is away');
        return ['ann'];
      },
    },
    send: (_: unknown, __: string, { phase }: { phase: string }) => note(phase),
    refuseWhereShut: async (isShut: (groupId: string) => Promise<boolean>) => {
      if (away.queue) throw new Error('the queue is away');
      if (waits.ann && (await isShut('group'))) {
        waits.ann = false;
        note('refused');
      }
    },
  } as unknown as PhasesOptions);
  phases.start();
  const until = async (instant: number) => {
    while (due && due.at <= instant) {
      const { at, run } = due;
      due = undefined;
      time = at;
      run();
      await new Promise((resume) => setImmediate(resume));
    }
    time = instant;
  };
  return { away, waits, log, faults, until };
}

test('[GAT-14] each boundary is announced once, at its instant', async () => {
  const { log, until } = bed(start - 700_000);
  await until(end + 700_000);
  expect(log).toEqual(['doors at -600 s', 'begun at 0 s', 'ended at 900 s', 'closed at 1500 s']);
});

test('[GAT-14] what passes while the database is away is announced once it is back', async () => {
  const { away, log, faults, until } = bed(start - 10_000);
  away.database = true;
  await until(start + 12_000);
  expect([log, faults.length]).toEqual([[], 3]);
  away.database = false;
  await until(start + 60_000);
  expect(log).toEqual(['begun at 15 s']);
});

test('[GAT-12] those who wait at the end are refused, also those who joined too late', async () => {
  const { waits, log, until } = bed(end - 1_000);
  waits.ann = true;
  await until(end + 1_000);
  waits.ann = true;
  await until(end + 6_000);
  expect(log).toEqual(['refused at 900 s', 'ended at 900 s', 'refused at 905 s']);
});

test('[GAT-12] those who wait at the end while the queue is away are refused once it is back', async () => {
  const { away, waits, log, until } = bed(start);
  waits.ann = true;
  await until(end - 1);
  away.queue = true;
  await until(end + 7_000);
  expect(log).toEqual(['ended at 900 s']);
  away.queue = false;
  await until(end + 60_000);
  expect(log).toEqual(['ended at 900 s', 'refused at 910 s']);
});
