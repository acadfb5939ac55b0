import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeOptions } from '@unspoken/testing/start-command';
import { expect, test } from 'vitest';
import config from '../../../../vitest.config.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
/** What each process is started with, and the promise that it keeps. */
const options = {
  'ACC-20': '--disable-proto=throw',
  'OPS-18': '--wasm-wrapper-tiering-budget=2147483647',
};
const places = ['package.json', 'deploy/Containerfile', 'deploy/systemd/unspoken@.service', 'tools/dev.mjs', 'docs/operating.md'];

/** The lines of a file that start a program of this folder. */
const startsIn = (file: string, folder: string): string[] =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => /\bnode\b/.test(line) && line.includes(folder));

test.each(places)('[ACC-20] [OPS-18] %s starts the product, and its commands, with the same options', (file) => {
  const starts = startsIn(file, 'apps/server/src/');
  expect(starts.length).toBeGreaterThan(0);
  for (const option of Object.values(options)) expect(starts.filter((line) => !line.includes(option))).toEqual([]);
});

test('[ACC-20] [OPS-18] tests start the product with them', () => {
  expect(nodeOptions).toEqual(Object.values(options));
});

test('[OPS-18] so do the tests themselves, and simulations in several threads', () => {
  const { projects = [] } = config.test ?? {};
  expect(projects.map((each) => (typeof each === 'object' && 'test' in each ? each.test?.execArgv : []))).toEqual(
    projects.map(() => nodeOptions),
  );
  const simulations = startsIn('package.json', 'verification/simulation/src/').filter(
    (line) => !/gatherings|crowded-town/.test(line),
  );
  expect(simulations.filter((line) => line.includes(options['OPS-18']))).toHaveLength(3);
});
