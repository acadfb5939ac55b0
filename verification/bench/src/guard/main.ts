import { randomInt } from 'node:crypto';
import { Guard } from '../../../../apps/web/src/encounters/guard/guard.ts';
import type { Kind, Sample } from '../../../../apps/web/src/encounters/guard/sample.ts';
import { median } from '../../../../tools/figures.ts';
import { SeededRandom } from '../../../simulation/src/seeded-random.ts';
import { films } from './films.ts';

/**
 * How often the guard is wrong over synthetic minutes: what it asks about people in front of a camera, and what it misses of pictures that are none. They
 * are drawn, not filmed: no face and no camera is measured. `--runs`: how many minutes of each; `--seed`: the first seed, a new one unless set. Source:
 * requirements/looking 3.4
 */
const option = (name: string): number | undefined => Number(process.argv[process.argv.indexOf(name) + 1]) || undefined;
const runs = option('--runs') ?? 10;
const seed = option('--seed') ?? randomInt(1_000_000);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** What the guard asks about in a minute, and when first, s. */
function askedAbout(samples: readonly Sample[]): Map<Kind, number> {
  const guard = new Guard();
  const found = new Map<Kind, number>();
  for (const sample of samples) {
    const kind = guard.look(sample);
    if (kind && !found.has(kind)) found.set(kind, sample.at / 1_000);
  }
  return found;
}

let [alarms, goodMinutes, samplesSeen, spent] = [0, 0, 0, 0];
print(`${runs} minutes of each, seeds from ${seed}`);
print('| picture | should ask about | asked | when, s | asked about something else |\n| --- | --- | ---: | ---: | --- |');
for (const { name, wrong, samples } of films) {
  const [right, others]: [number[], Kind[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    const minute = samples(new SeededRandom(seed + run));
    const began = performance.now();
    const found = askedAbout(minute);
    spent += performance.now() - began;
    samplesSeen += minute.length;
    for (const [kind, at] of found) {
      if (kind === wrong) right.push(at);
      else others.push(kind);
    }
    if (!wrong) {
      goodMinutes++;
      if (found.size > 0) alarms++;
    }
  }
  const when = right.length > 0 ? median(right).toFixed(0) : '';
  print(`| ${name} | ${wrong ?? ''} | ${wrong ? `${right.length} of ${runs}` : ''} | ${when} | ${others.join(', ')} |`);
}
print(`false alarms: ${alarms} of ${goodMinutes} minutes`);
print(`the detectors took ${((1_000 * spent) / samplesSeen).toFixed(0)} µs for each frame they were shown`);
