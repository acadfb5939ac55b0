/**
 * `node tools/mutants/every-change.ts [part ...]`: runs StrykerJS over one part after another, each with its own tests.
 * Results are cached under `.cache` and reused if neither the file nor its tests have changed; the score of each part is
 * recorded in `tools/mutants/scores.json`, the surviving mutants in `tools/mutants/survivors`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { parts } from './parts.ts';

/** The minimum share of mutants that must be killed, percent. */
const minimumScore = 85;

interface Score {
  readonly killed: number;
  readonly survived: number;
}

const record = resolve(import.meta.dirname, 'scores.json');
const read = (): Record<string, Score> => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {});
const percent = ({ killed, survived }: Score): number => Math.floor((1_000 * killed) / (killed + survived)) / 10;

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number];
const hasSurvived = ({ status }: Result) => status === 'Survived' || status === 'NoCoverage';

/** The place of a mutant, the original source and its replacement. */
function lineOf({ fileName, location: { start, end }, replacement = '' }: Result): string {
  const lines = readFileSync(fileName, 'utf8').split('\n');
  const [line = ''] = lines.slice(start.line - 1);
  const before = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.slice(start.column - 1)} …`;
  const place = `${relative(resolve(import.meta.dirname, '../..'), fileName)}:${start.line}`;
  return `${place}  ${before}  =>  ${replacement.replaceAll(/\s+/g, ' ')}`;
}

const survivors = resolve(import.meta.dirname, 'survivors');
mkdirSync(survivors, { recursive: true });

const names = process.argv.slice(2);
const unknown = names.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  process.stderr.write(`there is no part called ${unknown.join(', ')}; there are ${parts.map(({ name }) => name).join(', ')}\n`);
  process.exit(2);
}

for (const { name, mutate, tests } of parts.filter((part) => names.length === 0 || names.includes(part.name))) {
  // Read by `vitest.config.ts`, in the processes that StrykerJS starts.
  process.env.MUTANTS_TESTS = JSON.stringify(tests);
  const results = await new Stryker({
    configFile: 'stryker.config.json',
    mutate: [...mutate],
    incrementalFile: `.cache/mutants/${name}.json`,
    jsonReporter: { fileName: `.cache/mutants/${name}-report.json` },
  }).runMutationTest();
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const score = { killed: count('Killed', 'Timeout'), survived: count('Survived', 'NoCoverage') };
  const left = results
    .filter(hasSurvived)
    .map(lineOf)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  writeFileSync(resolve(survivors, `${name}.txt`), left.map((each) => `${each}\n`).join(''));
  writeFileSync(record, `${JSON.stringify({ ...read(), [name]: score }, null, 2)}\n`);
  process.stdout.write(`${name}: ${score.killed} killed, ${score.survived} survived, ${percent(score)} %\n`);
  if (percent(score) < minimumScore) process.exitCode = 1;
}
