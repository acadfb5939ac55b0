import { defineConfig } from 'vitest/config';

/** The tests that StrykerJS runs for each change: those of the part it is in, as `every-change.ts` says; no server, no other process. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]'),
    // Run beside other work, and instrumented: what is slow is not what is wrong.
    testTimeout: 60_000,
    exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
  },
});
