import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawSeed } from '../../../../tools/seed.ts';
import { chartOf } from './chart.ts';
import { onCores } from './on-cores.ts';
import {
  type ArrangementName,
  arrangementNames,
  casesOf,
  casesWithout,
  type RatesName,
  type Result,
  seedsFrom,
  shareOf,
  sizes,
  trial,
} from './study.ts';
import { heading, lineOf, linesWithout } from './table.ts';

/**
 * `npm run simulate:meeting -- --seeds 10 --seed 42`: how many visitors meet somebody by which means. With `--without` also what single
 * rules of the bell cost, with `--picture` the chart of docs/benches.md is drawn again.
 */
const { values } = parseArgs({
  options: {
    ...{ seeds: { type: 'string', default: '10' }, seed: { type: 'string' } },
    ...{ without: { type: 'boolean', default: false }, picture: { type: 'boolean', default: false } },
  },
});
const seed = Number(values.seed ?? drawSeed());
const seeds = seedsFrom(seed, Number(values.seeds));
const print = (text: string) => process.stdout.write(`${text}\n`);
const startedAt = performance.now();

const results = await onCores([...casesOf(seeds), ...(values.without ? casesWithout(seeds) : [])], ({ problems, ...each }) => {
  if (each.without !== 'none' || problems.length === 0) return;
  print(
    `  BROKEN: seed ${each.seed}, ${each.daily} a day, ${each.arrangement}, ${each.rates}: ${problems[0]} (${problems.length})`,
  );
  process.exitCode = 1;
});

const of = (daily: number, arrangement: ArrangementName, rates: RatesName, without: Result['without'] = 'none') =>
  results.filter(
    (each) => each.daily === daily && each.arrangement === arrangement && each.rates === rates && each.without === without,
  );
print(`seed ${seed}, ${((performance.now() - startedAt) / 60_000).toFixed(1)} min\n\n${heading}`);
for (const daily of sizes)
  for (const arrangement of arrangementNames) {
    const [whole, halved] = [of(daily, arrangement, 'trial'), of(daily, arrangement, 'halved')];
    print(lineOf({ daily, arrangement, whole, halved, inTrial: trial[daily]?.[arrangement] ?? 0 }));
  }
if (values.without) for (const line of linesWithout((daily, without) => of(daily, 'bell', 'trial', without))) print(line);
if (values.picture) {
  const picture = chartOf((...which) => shareOf(of(...which)));
  writeFileSync(join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'pictures', 'meeting-shares.svg'), picture);
  print('Drawn: docs/pictures/meeting-shares.svg');
}
