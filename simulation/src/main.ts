import { parseArgs } from 'node:util';
import { type Plant, plants } from './plants.ts';
import { run } from './run.ts';

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

process.stdout.write(`seed ${seed}\n`);
const began = performance.now();
const report = await run({ seed, encounters, plant });
const seconds = (performance.now() - began) / 1_000;
process.stdout.write(
  `${report.encounters} encounters in ${report.worlds} worlds, ${report.steps} steps, ${report.exact} minutes without a disturbance, ` +
    `${report.virtualHours.toFixed(1)} virtual hours in ${seconds.toFixed(1)} s\n`,
);
for (const [pair, n] of Object.entries(report.ends).sort(([, a], [, b]) => b - a)) process.stdout.write(`  ${pair}: ${n}\n`);
if (report.violation) {
  const { message, worldSeed, encounter } = report.violation;
  process.stdout.write(
    `VIOLATION ${message}\n  in the world of seed ${worldSeed}, at encounter ${encounter}; repeat with --seed ${seed}\n`,
  );
  process.exitCode = 1;
}
