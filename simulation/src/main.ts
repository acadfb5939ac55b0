import { parseArgs } from 'node:util';
import { type Plant, plants } from './plants.ts';
import { type Found, run } from './run.ts';
import { shrink, storyOf } from './shrink.ts';

/** `npm run simulate -- --encounters 10000 --seed 42 [--plant "a thank counts twice"]` */
const { values } = parseArgs({
  options: { encounters: { type: 'string', default: '10000' }, seed: { type: 'string' }, plant: { type: 'string' } },
});
const encounters = Number(values.encounters);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 32));
const plant = plants.find((each): each is Plant => each === values.plant);
if (!Number.isInteger(encounters) || encounters < 1 || !Number.isInteger(seed) || (values.plant && !plant)) {
  process.stderr.write(`--encounters and --seed take whole numbers, --plant one of:\n  ${plants.join('\n  ')}\n`);
  process.exit(2);
}
const say = (words: string) => process.stdout.write(`${words}\n`);

/** The breach, the simplest world that shows it, and what happened there. */
async function explain(found: Found): Promise<void> {
  const { message, world, encounter } = found;
  say(`VIOLATION ${message}\n  at encounter ${encounter}, in the world ${JSON.stringify(world)}`);
  say('looking for the simplest world that shows it ...');
  const small = await shrink(found);
  say(`to pin it, put this into simulation/src/pinned.ts:\n  ${JSON.stringify(small)}\n\n${await storyOf(small)}`);
}

say(`seed ${seed}`);
const began = performance.now();
const report = await run({ seed, encounters, plant });
const seconds = (performance.now() - began) / 1_000;
say(
  `${report.encounters} encounters in ${report.worlds} worlds, ${report.steps} steps, ${report.exact} minutes without a disturbance, ` +
    `${report.crashes} deaths of the server, ${report.virtualHours.toFixed(1)} virtual hours in ${seconds.toFixed(1)} s`,
);
for (const [pair, n] of Object.entries(report.ends).sort(([, a], [, b]) => b - a)) say(`  ${pair}: ${n}`);
if (report.violation) {
  await explain(report.violation);
  process.exitCode = 1;
}
