import { defineConfig } from 'vitest/config';
import { nodeOptions } from './packages/testing/src/start-command.ts';

// As the product is started.
const execArgv = [...nodeOptions];

export default defineConfig({
  test: {
    // docs/testing.md says which tests have this tag.
    tags: [{ name: 'long', description: 'Repeats what another test proves, over another path; runs with `npm run test:all`.' }],
    projects: [
      {
        test: {
          name: 'unit',
          execArgv,
          include: [
            'apps/*/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'verification/conformance/src/*.test.ts',
          ],
          exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
          // Five seconds are too short for minutes of sound while browsers run beside.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          execArgv,
          globalSetup: ['packages/testing/src/with-servers.ts'],
          include: ['apps/server/src/**/*.integration.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A second is too short for what crosses processes while browsers run beside.
          expect: { poll: { timeout: 15_000 } },
          // Each file has a world of its own, and waits half of its time: for mails, hashes and processes.
          maxWorkers: 3,
          // The server's modules hold no state of a running server, so they are loaded once for each worker.
          isolate: false,
        },
      },
      // Eight processes and sixty people, beside browsers on two cores: a test that runs out of time is retried once.
      { test: { name: 'chaos', execArgv, include: ['verification/chaos/src/**/*.test.ts'], testTimeout: 240_000, retry: 1 } },
      // In `npm test` most stories have ended by then.
      {
        test: {
          name: 'simulation',
          execArgv,
          include: ['verification/simulation/src/**/*.test.ts'],
          testTimeout: 1_200_000,
          maxWorkers: 2,
        },
      },
      {
        test: { name: 'simulation-long', execArgv, include: ['verification/simulation/long/*.test.ts'], testTimeout: 1_200_000 },
      },
    ],
  },
});
