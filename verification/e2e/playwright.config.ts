import { defineConfig } from '@playwright/test';

export const settings = defineConfig({
  outputDir: '../../test-results',
  // Two cores, and two browsers with live video in each story.
  workers: 1,
  // Once more: who came through at the second try only is named by `npm test`.
  retries: 1,
  timeout: 90_000,
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}-{platform}{ext}',
  use: { actionTimeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON ? [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON }]] : [['list']],
});

export default defineConfig({
  ...settings,
  projects: [
    // People at forms and pages: nothing in them is measured in milliseconds, so that they can run beside other tests.
    { name: 'pages', testDir: './pages', outputDir: '../../test-results/pages', timeout: 180_000 },
    // Two people and their cameras.
    { name: 'stories', testDir: './stories', outputDir: '../../test-results/stories' },
  ],
});
