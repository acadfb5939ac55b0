import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: './stories',
  outputDir: '../test-results',
  // Two cores, and two browsers with live video in each story.
  workers: 1,
  retries: 0,
  timeout: 90_000,
  use: { actionTimeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON ? [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON }]] : [['list']],
});
