import { expect, test } from 'vitest';
import { assumed } from './assumptions.ts';
import { capacityDocument } from './document.ts';
import { lineThrough, warningOf } from './line.ts';
import { capacityFor } from './model.ts';
import { type Point, type Slopes, type Workload, workloads } from './slopes.ts';

/** What measurements would give if everything were exactly linear: `each` for a piece of work, with a fixed part. */
function straight(each: number, fixed = 0): Point[] {
  const total = (work: number) => fixed + each * work;
  return [100, 200, 400, 800].map((work) => {
    const y = total(work);
    const used = { processor: y, postgres: y, redis: y, transactions: y, rows: y, wal: y, stored: y };
    return { work, totals: { ...used, commands: y, traffic: y, redisMemory: y, resident: y, heard: work } };
  });
}

const slopesOf = (more: Partial<Slopes> = {}): Slopes => ({
  ...{ measuredOn: '2026-01-01', machine: 'two cores', load: [0, 0], runs: 1, byProcesses: [] },
  points: Object.fromEntries(
    (Object.keys(workloads) as Workload[]).map((name) => [name, straight(name === 'announcing' ? 3e-4 : 1e-4)]),
  ) as unknown as Slopes['points'],
  ...more,
});

/** What each process needs without any encounter is in it, and must not count as the encounters'. */
const onProcesses = (each: number): Slopes['byProcesses'] =>
  [1, 2, 4].flatMap((processes) =>
    [50, 100, 200].map((encounters) => {
      const y = 3 * processes + encounters * (1e-3 + each * processes);
      return { processes, encounters, processor: y, redis: y, commands: y, traffic: y };
    }),
  );

test('a line is found with its fixed part, and a cost that grows with the square of the work is warned of', () => {
  const linear = lineThrough([100, 200, 400, 800].map((x) => [x, 5 + 2 * x]));
  expect(linear?.slope).toBeCloseTo(2);
  expect(linear?.fixed).toBeCloseTo(5);
  expect(linear && warningOf(linear)).toBeUndefined();
  const square = lineThrough([100, 200, 400, 800].map((x) => [x, x * x]));
  expect(square && warningOf(square)).toContain('not linear');
  // Of several runs with the same smallest sizes it is not known how steep the lower half is.
  const sameSizes = lineThrough([500, 500, 500, 500, 1_000, 2_000].map((x) => [x, 2 * x]));
  expect(sameSizes && warningOf(sameSizes)).toBeUndefined();
  expect(
    lineThrough([
      [1, 1],
      [2, 2],
    ]),
  ).toBeUndefined();
});

test('the processes of 10,000 people follow from the slopes', () => {
  const { processes, processor } = capacityFor(10_000, slopesOf({ byProcesses: onProcesses(0) }), assumed());
  // Connected and reporting 1 core, counts 2 cores, and comings and encounters next to nothing; at 60 % of a core each.
  expect(processor).toBeGreaterThan(3);
  expect(processor).toBeLessThan(3.02);
  expect(processes).toBe(6);
});

test('where each process adds more than it takes away, no number of processes suffices', () => {
  const slopes = slopesOf({ byProcesses: onProcesses(0.02) });
  expect(capacityFor(1_000, slopes, assumed()).processes).toBeLessThan(3);
  const large = capacityFor(100_000, slopes, assumed());
  expect(large.processes).toBe(Number.POSITIVE_INFINITY);
  expect(large.parts[0]?.load).toBeGreaterThan(1);
});

test('what was not measured is given as not known, and never as nothing', () => {
  const none = Object.fromEntries(Object.keys(workloads).map((name) => [name, []])) as unknown as Slopes['points'];
  const capacity = capacityFor(1_000, slopesOf({ points: none }), assumed());
  expect([capacity.processes, capacity.postgres.stored, capacity.redis.cores]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(capacityDocument(slopesOf({ points: none }), [])).toContain('| processes | not known | not known | not known |');
});
