import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Found } from './run.ts';
import { productHash, Tally } from './tally.ts';

const folder = mkdtempSync(join(tmpdir(), 'tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('encounters are counted across runs; a violation, or a change of the code, resets the count', () => {
  const at = join(folder, 'found');
  expect(new Tally(at, 'one').add({ seed: 1, encounters: 500 })).toMatchObject({ withoutViolation: 500, violations: 0 });
  expect(new Tally(at, 'one').add({ seed: 2, encounters: 250 })).toMatchObject({ withoutViolation: 750, encounters: 750 });
  const world = { seed: 7, people: 3, rough: false, mutant: undefined, trouble: 1, faults: [] };
  const violation: Found = { promise: 'A7', message: '[A7] it happened', world, wanted: 100, encounter: 40 };
  const after = new Tally(at, 'one').add({ seed: 3, encounters: 0, violation });
  expect(after).toMatchObject({ withoutViolation: 0, encounters: 790, violations: 1 });
  expect(readdirSync(at).sort()).toEqual(['A7-7.json', 'count.json']);
  expect(JSON.parse(readFileSync(join(at, 'A7-7.json'), 'utf8'))).toMatchObject({
    seed: 3,
    product: 'one',
    message: '[A7] it happened',
  });
  expect(new Tally(at, 'one').add({ seed: 4, encounters: 10 })).toMatchObject({ withoutViolation: 10, violations: 1 });
  expect(new Tally(at, 'other').add({ seed: 5, encounters: 3 })).toMatchObject({
    withoutViolation: 3,
    encounters: 3,
    violations: 0,
  });
});

test('the hash of the product changes with its code, and not with its tests', () => {
  const copy = join(folder, 'copy');
  for (const part of ['apps/server/src', 'packages/encounter/src', 'packages/contract/src']) {
    mkdirSync(join(copy, part), { recursive: true });
    writeFileSync(join(copy, part, 'a.ts'), part);
  }
  const first = productHash(copy);
  writeFileSync(join(copy, 'apps/server/src/a.test.ts'), 'a test');
  expect(productHash(copy)).toBe(first);
  writeFileSync(join(copy, 'apps/server/src/state.lua'), 'a script');
  const second = productHash(copy);
  expect(second).not.toBe(first);
  cpSync(join(copy, 'apps/server/src/a.ts'), join(copy, 'apps/server/src/b.ts'));
  expect(productHash(copy)).not.toBe(second);
});
