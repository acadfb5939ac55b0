import { expect, test } from 'vitest';
import { cycle, objection } from './house-rules.ts';

test.each([
  ['apps/web/src/main.tsx', 'apps/server/src/app.ts', 'apps/web may not use apps/server'],
  ['packages/contract/src/a.ts', 'packages/encounter/src/b.ts', 'packages/contract may not use packages/encounter'],
  ['apps/server/src/platform/clock.ts', 'apps/server/src/accounts/service.ts', 'platform knows no domain'],
  ['apps/server/src/matchmaking/service.ts', 'apps/server/src/encounters/service.ts', 'matchmaking may not use encounters'],
  [
    'apps/server/src/encounters/service.ts',
    'apps/server/src/matchmaking/memory-state.ts',
    'matchmaking is used through its service or events only',
  ],
  [
    'apps/server/src/encounters/rules.ts',
    'apps/server/src/encounters/store.ts',
    'rules are pure: they use rules, and nothing that stores, serves or runs',
  ],
])('%s may not import %s', (from, to, why) => {
  expect(objection({ from, to })).toBe(why);
});

test.each([
  ['apps/web/src/main.tsx', 'packages/contract/src/a.ts'],
  ['apps/server/src/encounters/service.ts', 'apps/server/src/matchmaking/service.ts'],
  ['apps/server/src/app.ts', 'apps/server/src/matchmaking/memory-state.ts'],
  ['apps/server/src/accounts/a.integration.test.ts', 'packages/testing/src/world.ts'],
])('%s may import %s', (from, to) => {
  expect(objection({ from, to })).toBeUndefined();
});

test('a cycle is found and named, a tree has none', () => {
  expect(cycle({ a: ['b'], b: ['c'], c: ['a'] })).toEqual(['a', 'b', 'c', 'a']);
  expect(cycle({ a: ['b', 'c'], b: ['c'], c: [] })).toBeUndefined();
});
