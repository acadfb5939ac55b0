import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkImports } from './imports.ts';

const server = 'apps/server/src';
/** The files of a small checkout, with their imports. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'apps/web/src/main.tsx': ['packages/contract/src/a.ts'],
  [`${server}/encounters/service.ts`]: [`${server}/matchmaking/service.ts`, 'packages/contract/src/a.ts'],
  [`${server}/app.ts`]: [`${server}/matchmaking/memory-state.ts`],
  [`${server}/encounters/module.ts`]: [`${server}/matchmaking/module.ts`],
  [`${server}/commands/admin.ts`]: [`${server}/accounts/store.ts`],
  [`${server}/accounts/a.integration.test.ts`]: ['packages/testing/src/world.ts', `${server}/encounters/store.ts`],
  [`${server}/accounts/store.ts`]: ['node_modules/drizzle-orm/index.js'],
  [`${server}/matchmaking/rules.ts`]: [`${server}/matchmaking/state.ts`],
  'packages/testing/src/world.ts': [`${server}/app.ts`],
  'verification/e2e/src/person.ts': ['packages/testing/src/facebook/stand-in.ts'],
};
const forbidden: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['apps/web/src/lobby.ts', `${server}/app.ts`, 'packages: apps/web'],
  ['packages/contract/src/b.ts', 'packages/encounter/src/machine.ts', 'packages: packages/contract'],
  ['verification/e2e/src/world.ts', 'packages/testing/src/world.ts', 'packages: verification/e2e'],
  ['verification/games/src/a.ts', 'packages/contract/src/a.ts', 'every package is known'],
  [`${server}/platform/clock.ts`, `${server}/accounts/service.ts`, 'platform knows no domain'],
  [`${server}/games/service.ts`, `${server}/accounts/service.ts`, 'every domain is known'],
  [`${server}/matchmaking/pools.ts`, `${server}/encounters/service.ts`, 'domains: matchmaking'],
  [`${server}/circle/routes.ts`, `${server}/app.ts`, 'domains: circle'],
  [`${server}/encounters/rooms.ts`, `${server}/matchmaking/memory-state.ts`, 'domains: encounters, by service, events or module'],
  [`${server}/encounters/rules.ts`, `${server}/encounters/store.ts`, 'rules are pure'],
  [`${server}/visits/service.ts`, 'node_modules/drizzle-orm/index.js', 'SQL is spoken in stores only'],
  ['tools/a.ts', 'tools/missing.ts', 'nothing unresolved'],
];

const checkout = mkdtempSync(join(tmpdir(), 'unspoken-imports-'));
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), text);
};
const importing = (from: string, to: string) => `import '${'../'.repeat(from.split('/').length - 1)}${to}';
`;

let found: string[];

beforeAll(async () => {
  const targets = [...Object.values(allowed).flat(), ...forbidden.map(([, to]) => to)];
  for (const path of targets) if (!path.endsWith('missing.ts')) write(path, 'export const a = 1;\n');
  for (const [from, all] of Object.entries(allowed)) write(from, all.map((to) => importing(from, to)).join(''));
  for (const [from, to] of forbidden) write(from, importing(from, to));
  write('packages/encounter/src/one.ts', "import './two.ts';\n");
  write('packages/encounter/src/two.ts', "import type { a } from './one.ts';\nexport type B = typeof a;\n");
  found = await checkImports(checkout);
});
afterAll(() => rmSync(checkout, { recursive: true }));

test.each(forbidden)('%s may not import %s', (from, to, rule) => {
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${from} -> .*${basename(to)}: ${rule}$`)));
});

test.each(Object.keys(allowed))('%s may import what it imports', (from) => {
  expect(found.filter((line) => line.startsWith(`${from} ->`))).toEqual([]);
});

test('a cycle is found, also one of types only', () => {
  expect(found.some((line) => line.includes('one.ts') && line.endsWith(': no cycles'))).toBe(true);
});
