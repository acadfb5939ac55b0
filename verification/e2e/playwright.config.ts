import { defineConfig } from '@playwright/test';

export const settings = defineConfig({
  outputDir: '../../test-results',
  // One worker on two cores, because each story runs two browsers with live video.
  workers: 1,
  // One retry: `npm test` names the stories that passed only on the second attempt.
  retries: 1,
  // The longest story takes a minute; where processes are slow to start and everything else runs beside, one and a half.
  timeout: 180_000,
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}-{platform}{ext}',
  // Two browsers and a server share two cores with other tests.
  expect: { timeout: 15_000 },
  use: { actionTimeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON ? [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON }]] : [['list']],
});

export default defineConfig({
  ...settings,
  projects: [
    // Forms and pages: nothing is measured in milliseconds, so these can run in parallel with other tests.
    { name: 'pages', testDir: './pages', outputDir: '../../test-results/pages' },
    // Encounters: two people and their cameras.
    { name: 'stories', testDir: './stories', outputDir: '../../test-results/stories' },
  ],
});
