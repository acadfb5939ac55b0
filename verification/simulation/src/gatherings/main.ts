import { parseArgs } from 'node:util';
import { drawSeed } from '../../../../tools/seed.ts';
import { heading, lineOf, missed, seedsFrom, sizes, study } from './study.ts';

/** `npm run simulate:gatherings -- --seeds 10 --seed 42`: how long people wait in gatherings of many sizes. */
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '10' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? drawSeed());
const print = (text: string) => process.stdout.write(`${text}\n`);

print(`seed ${seed}\n\n${heading}`);
for (const size of sizes) {
  const figures = await study(size, seedsFrom(seed, Number(values.seeds)));
  print(lineOf(figures));
  for (const what of missed(figures)) {
    print(`  MISSED: ${what}`);
    process.exitCode = 1;
  }
}
