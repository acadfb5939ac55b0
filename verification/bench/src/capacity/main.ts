import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ByProcesses, Point, Slopes, Workload } from '../../../../tools/capacity/slopes.ts';
import { workloads } from '../../../../tools/capacity/slopes.ts';
import { measureConnected, measureGathering, measurePairing } from './members.ts';
import { measureByProcesses, measureEncounters, measureOpening, measureRows } from './work.ts';

/**
 * `npm run bench:capacity -- --runs 3 --seed 1 --only encounters,rows --members 500,1000,2000,4000`: what each piece of the product's work costs while there is more and
 * more of it, on whole processes with PostgreSQL and Redis. Figures are processor times and counters, not durations, so that work
 * beside disturbs them little. Writes `tools/capacity/slopes.json`, from which `npm run capacity` makes docs/capacity.md. Parts that
 * are not named by `--only` keep the points that they have.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    members: { type: 'string', default: '500,1000,2000,4000' },
    people: { type: 'string', default: '40,80,160,320' },
    pressing: { type: 'string', default: '250,500,1000,2000' },
    processes: { type: 'string', default: '1,2,4,6' },
    only: { type: 'string', default: 'rows,opening,pairing,encounters,connected,gathering,processes' },
  },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
const file = join(import.meta.dirname, '../../../../tools/capacity/slopes.json');
const only = values.only.split(',');
const numbers = (of: 'members' | 'people' | 'pressing' | 'processes') => values[of].split(',').map(Number);
const print = (line: string) => process.stdout.write(`${line}\n`);

function readKept(): Slopes | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Slopes;
  } catch {
    return undefined;
  }
}

const before = loadavg()[0] as number;
const points = {} as Record<Workload, Point[]>;
for (const name of Object.keys(workloads) as Workload[]) points[name] = [];
const byProcesses: ByProcesses[] = [];

const add = (name: Workload, more: readonly Point[]) => {
  points[name].push(...more);
  for (const { work, totals } of more)
    print(`${name.padEnd(11)} ${String(work).padStart(7)}: ${((1e6 * (totals.processor ?? 0)) / work).toFixed(0)} µs each`);
};

const parts: Readonly<Record<string, (run: number) => Promise<void>>> = {
  async rows() {
    const found = await measureRows([1_000, 2_000, 4_000, 8_000]);
    add('accounts', found.accounts);
    add('reports', found.reports);
  },
  opening: async () => add('opening', await measureOpening([50, 100, 200, 400])),
  pairing: async () => add('pairing', await measurePairing([20, 40, 80, 160])),
  encounters: async (run) => add('encounters', await measureEncounters(numbers('people'), seed + run)),
  async connected() {
    const found = await measureConnected(numbers('members'));
    for (const name of ['idle', 'announcing', 'connecting'] as const) add(name, found[name]);
  },
  gathering: async () => add('gathering', await measureGathering(numbers('pressing'))),
  async processes(run) {
    const found = await measureByProcesses(numbers('processes'), numbers('people').slice(0, 3), seed + run);
    byProcesses.push(...found);
    for (const { processes, encounters, processor } of found)
      print(`${processes} processes: ${processor.toFixed(2)} s of processor for ${encounters} encounters`);
  },
};

function save(): void {
  const kept = readKept();
  const both = (Object.keys(workloads) as Workload[]).map((name) => [
    name,
    points[name].length > 0 ? points[name] : (kept?.points[name] ?? []),
  ]);
  // What is said of all parts holds for those that are kept, too.
  const others = Object.keys(parts).every((name) => only.includes(name)) ? undefined : kept;
  const today = new Date().toISOString().slice(0, 10);
  const load = [before, loadavg()[0] as number] as const;
  const slopes: Slopes = {
    measuredOn: others && others.measuredOn < today ? others.measuredOn : today,
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, PostgreSQL and Redis of Debian, clients on the same cores`,
    load: [Math.max(load[0], others?.load[0] ?? 0), Math.max(load[1], others?.load[1] ?? 0)],
    runs: Math.min(runs, others?.runs ?? runs),
    points: Object.fromEntries(both) as unknown as Slopes['points'],
    byProcesses: byProcesses.length > 0 ? byProcesses : (kept?.byProcesses ?? []),
  };
  const text = JSON.stringify(slopes, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(7)) : value), 1);
  writeFileSync(file, `${text}\n`);
}

for (let run = 0; run < runs; run++)
  for (const [name, measure] of Object.entries(parts))
    if (only.includes(name)) {
      try {
        await measure(run);
        save();
      } catch (error) {
        // The other parts are worth having; what is missing keeps the points that it had.
        print(`${name} failed: ${error instanceof Error ? error.message : error}`);
        process.exitCode = 1;
      }
    }
process.exit();
