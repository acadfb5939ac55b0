import { type Assumed, limits, type OtherFigures, otherFigures } from './assumptions.ts';
import { type Line, lineThrough } from './line.ts';
import type { ByProcesses, Metric, Slopes, Workload } from './slopes.ts';

/** How long one measurement of connected members lasts, s. */
const span = 10;
const processesMeasured = 2;
const year = 365 * 24 * 3_600;
/** Records of encounters are kept for 90 days, reports for a year: docs/generated/retention.md. */
const encountersKept = 90 * 24 * 3_600;

/** The line of one metric over one workload. */
export function lineOf({ points }: Slopes, workload: Workload, metric: Metric): Line | undefined {
  const of = points[workload].flatMap(({ work, totals }): [number, number][] => {
    const total = totals[metric];
    return total === undefined ? [] : [[work, total]];
  });
  return lineThrough(of);
}

/** A slope, or 0 where it is lost in noise. NaN where none was measured: what depends on it is then not known. */
const slope = (slopes: Slopes, workload: Workload, metric: Metric): number =>
  Math.max(0, lineOf(slopes, workload, metric)?.slope ?? Number.NaN);

export type PerEncounter = Exclude<keyof ByProcesses, 'processes' | 'encounters'>;

/** The numbers of processes on which encounters were measured. */
export const processCounts = ({ byProcesses }: Slopes): number[] => [...new Set(byProcesses.map(({ processes }) => processes))];

/** What one more encounter costs all of so many processes together: what they cost without any is not in it. */
export function onProcesses({ byProcesses }: Slopes, processes: number, of: PerEncounter): Line | undefined {
  const measured = byProcesses.filter((each) => each.processes === processes);
  return lineThrough(measured.map((each) => [each.encounters, each[of]]));
}

/**
 * What one encounter costs all processes together, as a line over their number: what each process adds by reading what others send. If
 * fewer than three numbers of processes were measured, what it adds is NaN, and the rest is what the encounters on two processes cost.
 */
export function byProcesses(slopes: Slopes, of: PerEncounter): { readonly fixed: number; readonly each: number } {
  const line = lineThrough(
    processCounts(slopes).flatMap((processes): [number, number][] => {
      const found = onProcesses(slopes, processes, of);
      return found ? [[processes, found.slope]] : [];
    }),
  );
  if (!line) return { fixed: slope(slopes, 'encounters', of), each: Number.NaN };
  return { fixed: Math.max(0, line.fixed), each: Math.max(0, line.slope) };
}

interface Part {
  readonly name: string;
  /** What is demanded of it, as a share of what it can do. */
  readonly load: number;
  readonly why: string;
}

export interface Capacity {
  readonly people: number;
  /** Whether what each further process adds was measured; otherwise it is left out. */
  readonly knowsProcesses: boolean;
  readonly encountersPerSecond: number;
  /** Infinity: each further process costs the others more than it takes from them. */
  readonly processes: number;
  readonly membersPerProcess: number;
  readonly memoryPerProcess: number;
  /** Seconds of processor time in a second. */
  readonly processor: number;
  readonly postgres: {
    readonly cores: number;
    readonly transactions: number;
    readonly walPerYear: number;
    readonly stored: number;
  };
  readonly redis: { readonly cores: number; readonly commands: number; readonly memory: number; readonly bytesPerSecond: number };
  readonly relayGigabits: number;
  readonly relayTerabytesPerMonth: number;
  readonly reportsPerDay: number;
  readonly moderatorHoursPerDay: number;
  readonly parts: readonly Part[];
}

/** The processor time of one count that is sent to one member, s. */
export function perCount(slopes: Slopes): number {
  const heard = slope(slopes, 'announcing', 'heard');
  const more = slope(slopes, 'announcing', 'processor') - slope(slopes, 'idle', 'processor');
  return heard > 0 ? Math.max(0, more) / heard : Number.NaN;
}

/** What an installation needs for so many people at once. */
export function capacityFor(people: number, slopes: Slopes, a: Assumed, other: OtherFigures = otherFigures): Capacity {
  const of = (workload: Workload, metric: Metric) => slope(slopes, workload, metric);
  const encounters = (people * a.encountersPerHour) / 3_600 / 2;
  const comings = people / (a.stayMinutes * 60);
  const costs = byProcesses(slopes, 'processor');
  const knowsProcesses = !Number.isNaN(costs.each);
  const encounter = { fixed: costs.fixed, each: knowsProcesses ? costs.each : 0 };
  /** What any process needs by itself, s in a second. */
  const alone = Math.max(0, lineOf(slopes, 'idle', 'processor')?.fixed ?? Number.NaN) / span / processesMeasured;
  const shared =
    people * (of('idle', 'processor') + a.countsPerSecond * perCount(slopes)) +
    comings * (of('connecting', 'processor') + of('opening', 'processor')) +
    encounters * encounter.fixed;
  // Each process takes a share of the work, and adds what it costs alone and what it reads of the others.
  const left = a.busyCore - alone - encounters * encounter.each;
  const bySockets = Math.ceil(people / limits.socketsPerProcess.value);
  const processes = left > 0 || Number.isNaN(left) ? Math.max(1, bySockets, Math.ceil(shared / left)) : Number.POSITIVE_INFINITY;
  const many = Number.isFinite(processes) ? processes : Math.max(1, bySockets, Math.ceil(shared / a.busyCore));
  const redis = (what: PerEncounter) => {
    const { fixed, each } = byProcesses(slopes, what);
    return fixed + (knowsProcesses ? each : 0) * many;
  };
  const grown = other.grownDatabase?.times ?? 1;
  const postgres = {
    cores:
      grown * encounters * of('encounters', 'postgres') +
      comings * (of('connecting', 'postgres') + of('opening', 'postgres')) +
      people * of('idle', 'postgres'),
    transactions:
      encounters * of('encounters', 'transactions') +
      comings * (of('connecting', 'transactions') + of('opening', 'transactions')),
    walPerYear: year * a.averageOfPeak * (encounters * of('encounters', 'wal') + comings * of('connecting', 'wal')),
    stored:
      a.averageOfPeak *
      (encountersKept * encounters * of('encounters', 'stored') +
        year * comings * (a.accountsPerThousandStays / 1_000) * of('accounts', 'stored') +
        year * encounters * (a.reportsPerThousand / 1_000) * of('reports', 'stored')),
  };
  const redisLoad = {
    cores: encounters * redis('redis') + people * of('idle', 'redis') + comings * of('connecting', 'redis'),
    commands: encounters * redis('commands') + people * of('idle', 'commands') + comings * of('connecting', 'commands'),
    memory: people * slope(slopes, 'idle', 'redisMemory') * span,
    bytesPerSecond: encounters * redis('traffic') + people * of('idle', 'traffic') + comings * of('connecting', 'traffic'),
  };
  // Both pictures go through the relay, and each enters and leaves it.
  const relayGigabits = (encounters * a.relayedShare * a.pictureSeconds * a.megabits * 2) / 1_000;
  const reportsPerDay = (encounters * a.averageOfPeak * 24 * 3_600 * a.reportsPerThousand) / 1_000;
  const moderatorHoursPerDay = (reportsPerDay * a.minutesPerReport) / 60;
  return {
    ...{ people, knowsProcesses, encountersPerSecond: encounters, processes, membersPerProcess: people / many, relayGigabits },
    memoryPerProcess: (people / many) * of('idle', 'resident') * span,
    processor: shared + many * (alone + encounters * encounter.each),
    ...{ postgres, redis: redisLoad, reportsPerDay, moderatorHoursPerDay },
    relayTerabytesPerMonth: (relayGigabits * a.averageOfPeak * year) / 12 / 8 / 1_000,
    parts: [
      {
        ...{ name: 'processes', load: (alone + encounters * encounter.each) / a.busyCore },
        why: 'what each process needs alone and to read what the others send; at 100 % no further process helps',
      },
      {
        ...{ name: 'Redis', load: redisLoad.cores / a.busyCore },
        why: 'one thread runs all commands, and keys of queues and rooms cannot be divided among servers',
      },
      {
        ...{ name: 'PostgreSQL', load: postgres.cores / (limits.postgresCores.value * a.busyCore) },
        why: `one server of ${limits.postgresCores.value} cores writes everything`,
      },
      {
        ...{
          name: 'connections of PostgreSQL',
          load: (many * limits.connectionsPerProcess.value) / limits.postgresConnections.value,
        },
        why: `${limits.connectionsPerProcess.value} for each process; beyond ${limits.postgresConnections.value} a pooler is needed`,
      },
    ]
      .filter(({ load }) => !Number.isNaN(load))
      .toSorted((one, another) => another.load - one.load),
  };
}
