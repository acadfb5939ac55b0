import { type AssumptionName, assumed, assumptions, limits, otherFigures } from './assumptions.ts';
import { type Line, warningOf } from './line.ts';
import {
  byProcesses,
  type Capacity,
  capacityFor,
  lineOf,
  onProcesses,
  type PerEncounter,
  perCount,
  processCounts,
} from './model.ts';
import { type Metric, metrics, type Slopes, type Workload, workloads } from './slopes.ts';
import { type ObservedTown, townTable } from './town-table.ts';

const sizes = [1_000, 10_000, 100_000];

/** Three significant digits. */
function number(value: number): string {
  if (Number.isNaN(value)) return 'not known';
  if (!Number.isFinite(value)) return 'no number suffices';
  if (value === 0) return '0';
  if (Math.abs(value) >= 1_000) return Number(value.toPrecision(3)).toLocaleString('en-GB');
  return String(Number(value.toPrecision(3)));
}

const percent = (share: number): string => (Number.isNaN(share) ? number(share) : `${number(share * 100)} %`);

function bytes(value: number): string {
  if (Number.isNaN(value)) return number(value);
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${number(value / 1_000 ** power)} ${units[power]}`;
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  row(head) + row(head.map(() => '---')) + rows.map(row).join('');

const inSeconds: readonly Metric[] = ['processor', 'postgres', 'redis'];
/** These are levels of a reading of 10 s, so that a slope is of a member and not of a member's second. */
const levels: readonly Metric[] = ['resident', 'redisMemory'];
const inBytes: readonly Metric[] = ['wal', 'stored', 'traffic', ...levels];

function cost(metric: Metric, value: number): string {
  if (inSeconds.includes(metric)) return `${number(value * 1e6)} µs`;
  if (levels.includes(metric)) return bytes(value * 10);
  return inBytes.includes(metric) ? bytes(value) : number(value);
}

const worthShowing: Readonly<Record<Workload, readonly Metric[]>> = {
  idle: ['processor', 'redis', 'commands', 'traffic', 'resident', 'redisMemory'],
  announcing: ['processor', 'heard'],
  connecting: ['processor', 'postgres', 'redis', 'transactions', 'commands'],
  opening: ['processor', 'postgres', 'transactions'],
  pairing: ['processor', 'postgres', 'redis', 'transactions', 'commands'],
  encounters: ['processor', 'postgres', 'redis', 'transactions', 'rows', 'wal', 'stored', 'commands', 'traffic'],
  gathering: ['processor', 'postgres', 'redis'],
  accounts: ['wal', 'stored'],
  reports: ['wal', 'stored'],
};

function measured(slopes: Slopes): string {
  const rows = (Object.keys(workloads) as Workload[]).flatMap((workload) =>
    worthShowing[workload].flatMap((metric) => {
      const line: Line | undefined = lineOf(slopes, workload, metric);
      if (!line) return [[workload, metrics[metric], 'not measured', '', '', '']];
      return [
        [
          ...[workload, metrics[metric], line.slope > 0 ? cost(metric, line.slope) : 'none found'],
          ...[`${number(line.most)} (${line.points} points)`, percent(line.residual), warningOf(line) ?? ''],
        ],
      ];
    }),
  );
  const meaning = (Object.keys(workloads) as Workload[]).map((name) => `- *${name}*: ${workloads[name]}.\n`).join('');
  return `${meaning}\n${table(['work', 'what it uses', 'each', 'most measured at once', 'residual', 'warning'], rows)}`;
}

function acrossProcesses(slopes: Slopes): string {
  const rows = processCounts(slopes).map((processes) => {
    const of = (metric: PerEncounter) => onProcesses(slopes, processes, metric)?.slope ?? Number.NaN;
    const measured = slopes.byProcesses.filter((point) => point.processes === processes);
    const encounters = measured.map((point) => point.encounters);
    return [
      ...[String(processes), `${Math.min(...encounters)} to ${Math.max(...encounters)} (${measured.length} points)`],
      ...[`${number(1e3 * of('processor'))} ms`, `${number(1e3 * of('redis'))} ms`, number(of('commands')), bytes(of('traffic'))],
    ];
  });
  const { fixed, each } = byProcesses(slopes, 'processor');
  const finding =
    each > 0
      ? `As a line: ${number(fixed * 1e3)} ms for each encounter, and ${number(each * 1e3)} ms more for each process there is. The sum over all processes therefore grows with their number times the number of encounters, and so with the square of the number of people: Socket.IO's adapter and the bus let every process read what each of them sends.`
      : Number.isNaN(each)
        ? 'Not measured yet (`npm run bench:capacity -- --only processes`): what one encounter costs is taken from two processes, and the results leave out what each further process adds by reading what the others send.'
        : 'No growth with the number of processes was found beyond the noise of this measurement.';
  return `${table(['processes', 'encounters', 'processor each, all processes', 'Redis each', 'commands each', 'traffic of Redis each'], rows)}\n${finding}\n`;
}

const withSizes = (slopes: Slopes, name: string, of: (capacity: Capacity) => string): string[] => [
  name,
  ...sizes.map((people) => of(capacityFor(people, slopes, assumed()))),
];

/** How far a number lies beyond what was measured. */
const times = (value: number, most: number): string =>
  Number.isNaN(most) ? number(most) : `${number(value / most)} times ${number(most)}`;

function results(slopes: Slopes): string {
  const most = (lineOf(slopes, 'idle', 'processor')?.most ?? Number.NaN) / 10;
  const encountersMeasured = (lineOf(slopes, 'encounters', 'processor')?.most ?? Number.NaN) / 20;
  const line = (name: string, of: (capacity: Capacity) => string) => withSizes(slopes, name, of);
  const heaviest = ({ parts: [first], knowsProcesses }: Capacity) => {
    const what = first ? `${first.name} (${percent(first.load)}): ${first.why}` : number(Number.NaN);
    return knowsProcesses ? what : `${what}; what further processes add is not in it`;
  };
  return table(
    ['people at once', ...sizes.map((size) => size.toLocaleString('en-GB'))],
    [
      line('extrapolated, members, from the most measured here', ({ people }) => times(people, most)),
      line(
        'extrapolated, encounters a second',
        ({ encountersPerSecond }) => `${number(encountersPerSecond)}; ${times(encountersPerSecond, encountersMeasured)}`,
      ),
      line(`cores for connected members alone, as published before (${limits.memberCores.source})`, ({ people }) =>
        number(people * limits.memberCores.value),
      ),
      line('processes', ({ processes }) => number(processes)),
      line('members of a process', ({ processes, membersPerProcess }) =>
        processes === Number.POSITIVE_INFINITY ? 'not applicable' : number(membersPerProcess),
      ),
      line('memory of the members of a process', ({ processes, memoryPerProcess }) =>
        processes === Number.POSITIVE_INFINITY ? 'not applicable' : bytes(memoryPerProcess),
      ),
      line('PostgreSQL, cores', ({ postgres }) => number(postgres.cores)),
      line('PostgreSQL, transactions a second', ({ postgres }) => number(postgres.transactions)),
      line('PostgreSQL, write-ahead log a year', ({ postgres }) => bytes(postgres.walPerYear)),
      line('PostgreSQL, size after a year', ({ postgres }) => bytes(postgres.stored)),
      line('Redis, share of its thread', ({ redis }) => percent(redis.cores)),
      line('Redis, commands a second', ({ redis }) => number(redis.commands)),
      line('Redis, memory for members', ({ redis }) => bytes(redis.memory)),
      line('one thread of Redis suffices', ({ redis }) =>
        Number.isNaN(redis.cores) ? number(redis.cores) : redis.cores <= assumptions.busyCore.value ? 'yes' : 'no',
      ),
      line('relay, Gbit/s in, and as much out', ({ relayGigabits }) => number(relayGigabits)),
      line('relay, cores', ({ relayGigabits }) =>
        number(relayGigabits / limits.relayGigabits.value / assumptions.busyCore.value),
      ),
      line('relay, TB out a month', ({ relayTerabytesPerMonth }) => number(relayTerabytesPerMonth)),
      line('reports a day', ({ reportsPerDay }) => number(reportsPerDay)),
      line('hours of moderators a day', ({ moderatorHoursPerDay }) => number(moderatorHoursPerDay)),
      line('breaks first', heaviest),
    ],
  );
}

function sensitivity(slopes: Slopes): string {
  const people = 10_000;
  const at = (name: AssumptionName, value: number) => capacityFor(people, slopes, { ...assumed(), [name]: value });
  const short = ({ processes, redis, postgres, relayGigabits, moderatorHoursPerDay }: Capacity) =>
    `${number(processes)}; ${percent(redis.cores)}; ${bytes(postgres.stored)}; ${number(relayGigabits)}; ${number(moderatorHoursPerDay)}`;
  const rows = (Object.keys(assumptions) as AssumptionName[]).map((name) => {
    const { what, value, low, high, source } = assumptions[name];
    return [what, number(value), `${number(low)} to ${number(high)}`, short(at(name, low)), short(at(name, high)), source];
  });
  return `As assumed: ${short(capacityFor(people, slopes, assumed()))}.\n\n${table(['assumption', 'value', 'range', 'at the lowest', 'at the highest', 'source'], rows)}`;
}

function unknown(slopes: Slopes, towns: readonly ObservedTown[]): string {
  const { grownDatabase, stormConnects } = otherFigures;
  const missing = (Object.keys(workloads) as Workload[]).filter(
    (name) => !lineOf(slopes, name, name === 'accounts' || name === 'reports' ? 'stored' : 'processor'),
  );
  const largest = Math.max(0, ...towns.map(({ habits }) => habits.people));
  return [
    ...(largest < 100_000
      ? [
          `- The largest town of this page has ${number(largest)} people: \`npm run simulate:town -- --write\` adds that of 100,000.`,
        ]
      : []),
    grownDatabase
      ? `- In a database of a year a statement costs ${grownDatabase.times} times as much (${grownDatabase.source}).`
      : '- Databases were empty. What a statement costs in a database of a year was not measured for this page; the model takes the same.',
    stormConnects
      ? `- After a process has died, ${stormConnects.perSecond} members a second connect to another (${stormConnects.source}).`
      : '- Members connect evenly. What happens when those of a dead process all connect at once was not measured for this page.',
    '- Clients, PostgreSQL, Redis and all processes shared two cores and one memory. There was no network between them, and caches were shared.',
    '- Minutes lasted six seconds, so that presence, which depends on time, is counted for members and not for encounters. The people of the encounters thank and add to their circle as those of `npm run chaos` do.',
    `- Whether lines stay straight beyond the measured points. A process was tried with ${number(limits.socketsPerProcess.value)} sockets at most (${limits.socketsPerProcess.source}).`,
    '- The relay’s bit rate was not measured with real cameras, and neither was how many relayed minutes one machine carries beyond one core.',
    '- Accounts are rows as `enrol` inserts them: without pictures, push subscriptions, payments and texts. Backups, indexes that grow loose, and vacuum are not in the size.',
    ...missing.map((name) => `- ${name}: not measured yet (\`npm run bench:capacity\`).`),
  ].join('\n');
}

/** docs/capacity.md, from what was measured. The same points give the same text. */
export function capacityDocument(slopes: Slopes, towns: readonly ObservedTown[]): string {
  const note = 'Made by `npm run capacity` from `tools/capacity/slopes.json` and `tools/capacity/towns.json`; do not edit.';
  const [begin, end] = slopes.load;
  return `# Capacity

${note}

What an installation needs for 1,000, 10,000 and 100,000 people at once. Only the slopes are measured, and what was not is given as not known; everything about larger numbers is an extrapolation, with
its factor beside it, from measurements of ${slopes.measuredOn} on a machine with ${slopes.machine} (at least ${slopes.runs} ${slopes.runs === 1 ? 'run' : 'runs'} of each). The load average was ${number(begin)} at the begin
and ${number(end)} at the end; above the number of cores, others worked beside. Figures are processor times and counters, which other work disturbs less than durations.

## Results

People at once are the most of a day. *Breaks first* is the part with the highest share of what it can do.

${results(slopes)}
## What was measured

\`npm run bench:capacity\`. A straight line is put through the points (least squares). *Residual*: the largest distance of a point from the line, as a share of the point. A
warning says where the cost is not linear, or not known; such a slope must not be multiplied by a large number.

${measured(slopes)}
One count that is sent to one member takes ${number(perCount(slopes) * 1e6)} µs of a process (the difference of *announcing* and *idle*).

## Encounters on more processes

${acrossProcesses(slopes)}
## How much depends on the assumptions

At 10,000 people: processes; share of the thread of Redis; size of PostgreSQL after a year; relay, Gbit/s; hours of moderators a day.

${sensitivity(slopes)}
## Simulated towns

${townTable(towns)}
## What is not known

${unknown(slopes, towns)}
`;
}
