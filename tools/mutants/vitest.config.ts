import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = resolve(import.meta.dirname, '../..');

/**
 * The tests that StrykerJS runs for each mutant: those of its part, as `every-change.ts` sets them; no server, no
 * other process.
 */
export default defineConfig({
  // StrykerJS mutates a copy; through `node_modules` a workspace would import the original code of another.
  resolve: {
    alias: [
      { find: /^@unspoken\/(server|web)\/(.+)$/, replacement: `${root}/apps/$1/src/$2.ts` },
      { find: /^@unspoken\/(\w+)\/(.+)$/, replacement: `${root}/packages/$1/src/$2.ts` },
    ],
  },
  test: {
    // These tests keep no state; with isolation each mutant would load every module again for each file.
    isolate: false,
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]'),
    // Instrumented and beside other work, a test may be slow without being wrong.
    testTimeout: 60_000,
    exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
  },
});
