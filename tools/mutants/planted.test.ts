import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { plant, Stale } from './bug.ts';
import { planted } from './planted.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

test.each(planted)('the planted bug "$name" fits the current source', (bug) => {
  expect(plant(read(bug.file), bug)).not.toBe(read(bug.file));
});

test.each(planted)('the suite that must find "$name" exists', ({ suite, test: title }) => {
  if (suite.startsWith('simulation ')) return expect(suite).toMatch(/^simulation \d+ \d+$/);
  expect(existsSync(resolve(root, suite))).toBe(true);
  // The tests of several implementations are in their common contract.
  const contracts = [...read(suite).matchAll(/'\.\/(\S+-contract\.ts)'/g)].map(([, file]) =>
    read(join(dirname(suite), file as string)),
  );
  if (title !== undefined) expect([read(suite), ...contracts].join('\n')).toContain(title);
});

test('there are at least sixty planted bugs, each with a unique name', () => {
  expect(planted.length).toBeGreaterThanOrEqual(60);
  expect(new Set(planted.map(({ name }) => name)).size).toBe(planted.length);
});

test('a bug whose place is missing, or occurs twice, is stale', () => {
  const bug = { name: 'a bug', file: 'a.ts', from: 'now', to: 'later', suite: 'a.test.ts' };
  expect(plant('not now', bug)).toBe('not later');
  for (const source of ['never', 'now and now']) expect(() => plant(source, bug)).toThrow(Stale);
  expect(() => plant('now', { ...bug, to: 'now' })).toThrow(Stale);
});
