import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { figureNames, predict, type TownFigures } from '../../../../tools/capacity/town.ts';
import type { ObservedTown } from '../../../../tools/capacity/town-table.ts';
import { drawSeed } from '../../../../tools/seed.ts';
import { CrowdedTown, habitsOf } from './town.ts';

/**
 * `npm run simulate:town -- --people 1000,10000,100000 --seed 42`: towns of several sizes in virtual time, with what the model of capacity
 * predicts of them, and what each person costs the domains. With `--write` the towns are those of docs/capacity.md from the next `npm run capacity` on.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000,10000,100000' },
    seed: { type: 'string' },
    gathering: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '2' },
    before: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed ?? drawSeed());
const counted = Number(values.minutes) * 60_000;
const before = Number(values.before) * 60_000;
const print = (text: string) => process.stdout.write(`${text}\n`);
const shown = (value: number) => value.toFixed(value < 100 ? 2 : 0).padStart(11);

print(`seed ${seed}`);
const towns: ObservedTown[] = [];
for (const people of values.people.split(',').map(Number)) {
  const habits = habitsOf(people, Math.max(1, Math.round(people / 10_000)));
  const gathering = Math.min(Number(values.gathering), people / 4);
  const began = process.cpuUsage();
  const town = await new CrowdedTown({ seed, habits, before, counted, gathering }).run();
  const used = process.cpuUsage(began);
  const [predicted, observed] = [predict(habits), town.figures()];
  print(`\n${people} people, ${habits.processes} processes${' '.repeat(24)}predicted   observed  observed/predicted`);
  for (const name of Object.keys(figureNames) as (keyof TownFigures)[]) {
    const [should, did] = [predicted[name], observed[name]];
    print(
      `${figureNames[name].padEnd(48)}${shown(should)}${shown(did)}${should === 0 ? '' : (did / should).toFixed(2).padStart(12)}`,
    );
  }
  const within = town.gatheringWaits.filter((wait) => wait <= 5_000).length;
  print(
    `gathering of ${gathering}: ${within} paired within 5 s of their press, at most ${town.busiestSecond} pairings in a second`,
  );
  const perPerson = (used.user + used.system) / people / ((before + counted) / 1_000);
  print(
    `processor: ${((used.user + used.system) / 1e6).toFixed(1)} s, ${perPerson.toFixed(2)} µs for each second of a person; matchmaking state ${(town.state.took / town.state.calls).toFixed(2)} µs a call (${town.state.calls})`,
  );
  towns.push({
    ...{ seed, habits, observed, gathering: { people: gathering, within5s: within, busiestSecond: town.busiestSecond } },
    ...{ perPersonSecond: perPerson, perCall: town.state.took / town.state.calls },
  });
  for (const problem of town.problems.slice(0, 5)) print(`  BROKEN: ${problem}`);
  if (town.problems.length > 0) process.exitCode = 1;
}
if (values.write) {
  const file = join(import.meta.dirname, '../../../../tools/capacity/towns.json');
  const shortened = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value);
  // The seed is whole: another one would be another town.
  const text = JSON.stringify(towns, (key, value) => (key === 'seed' ? value : shortened(key, value)), 1);
  writeFileSync(file, `${text}\n`);
}
