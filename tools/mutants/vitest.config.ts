import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../..');

/** The tests that StrykerJS runs for each change: those of the part it is in, as `every-change.ts` says; no server, no other process. */
export default defineConfig({
  // StrykerJS changes a copy; by `node_modules` one workspace would find another as it was.
  resolve: {
    alias: [
      { find: /^@unspoken\/(server|web)\/(.+)$/, replacement: `${root}/apps/$1/src/$2.ts` },
      { find: /^@unspoken\/(\w+)\/(.+)$/, replacement: `${root}/packages/$1/src/$2.ts` },
    ],
  },
  test: {
    // What is tried here keeps nothing between tests, and each change would otherwise load everything for each file anew.
    isolate: false,
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]'),
    // Run beside other work, and instrumented: what is slow is not what is wrong.
    testTimeout: 60_000,
    exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
  },
});
