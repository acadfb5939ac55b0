import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { drawSeed } from '../../../tools/seed.ts';
import { type Mutant, mutants } from './mutants.ts';
import { inThread, onCores } from './parallel.ts';
import type { Found } from './run.ts';
import { shrink, storyOf } from './shrink.ts';
import { found, Tally } from './tally.ts';

/** With `--hours`: how many encounters are simulated with each seed. */
const encountersAtOnce = 1_000;

/** `npm run simulate -- --encounters 10000 --seed 42 [--mutant "a thank counts twice"]`, or `--hours 8` with new seeds */
const { values } = parseArgs({
  options: {
    encounters: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    mutant: { type: 'string' },
    hours: { type: 'string' },
  },
});
const encounters = Number(values.encounters);
const seed = Number(values.seed ?? drawSeed());
const hours = values.hours === undefined ? undefined : Number(values.hours);
const mutant = mutants.find((each): each is Mutant => each === values.mutant);
if (hours !== undefined && !(hours > 0 && values.seed === undefined && values.mutant === undefined)) {
  process.stderr.write('--hours takes a number above nothing, and neither --seed nor --mutant: each run has a new seed\n');
  process.exit(2);
}
if (!Number.isInteger(encounters) || encounters < 1 || !Number.isInteger(seed) || (values.mutant && !mutant)) {
  process.stderr.write(`--encounters and --seed take whole numbers, --mutant one of:\n  ${mutants.join('\n  ')}\n`);
  process.exit(2);
}
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Prints the violation, the simplest world that shows it, and what happened there. */
async function explain(violation: Found): Promise<void> {
  const { message, world, encounter } = violation;
  print(`VIOLATION ${message}\n  at encounter ${encounter}, in the world ${JSON.stringify(world)}`);
  print('looking for the simplest world that shows it ...');
  const small = await shrink(violation);
  print(
    `to pin it, put this into verification/simulation/src/pinned.ts:\n  ${JSON.stringify({ ...small.world, wanted: small.wanted })}\n\n${await storyOf(small)}`,
  );
}

/** Tries new seeds until the time is over. Each violation is written to a file with its world, and the search continues. */
async function runFor(until: number): Promise<void> {
  const tally = new Tally();
  const core = async () => {
    while (performance.now() < until) {
      const report = await inThread({ seed: drawSeed(), encounters: encountersAtOnce });
      const count = tally.add(report);
      if (report.violation) {
        process.exitCode = 1;
        print(`VIOLATION ${report.violation.message}\n  seed ${report.seed}, world ${JSON.stringify(report.violation.world)}`);
      }
      print(`${count.withoutViolation} encounters without a violation, of ${count.encounters} with this code`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, core));
  print(`breaches and the count are kept in ${found}`);
}

async function runOnce(): Promise<void> {
  print(`seed ${seed}`);
  const began = performance.now();
  // A worker takes a second to start.
  const cores = encounters < 1_000 ? 1 : availableParallelism();
  const report = await onCores({ seed, encounters, mutant }, cores);
  const seconds = (performance.now() - began) / 1_000;
  print(
    `${report.encounters} encounters in ${report.worlds} worlds, ${report.steps} steps, ${report.exact} minutes without a disturbance, ${report.scripted} whole scripts, ${report.inGatherings} rooms in gatherings, ${report.repeats} repeats in them, ` +
      `${report.crashes} deaths of the server, ${report.virtualHours.toFixed(1)} virtual hours in ${seconds.toFixed(1)} s on ${cores} cores`,
  );
  for (const [pair, n] of Object.entries(report.ends).sort(([, a], [, b]) => b - a)) print(`  ${pair}: ${n}`);
  if (report.violation) {
    await explain(report.violation);
    process.exitCode = 1;
  }
}

if (hours === undefined) await runOnce();
else await runFor(performance.now() + hours * 3_600_000);
