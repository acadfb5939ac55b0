import { defineConfig } from 'vitest/config';

/** The tests that StrykerJS runs for each change: those that need no server, no browser and no other process. */
export default defineConfig({
  test: {
    include: ['apps/*/src/**/*.test.ts', 'packages/*/src/**/*.test.ts'],
    // Run beside other work, and instrumented: what is slow is not what is wrong.
    testTimeout: 60_000,
    exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
  },
});
