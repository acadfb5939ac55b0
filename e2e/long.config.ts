import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** Stories that take longer than anybody waits for on every change: `npm run test:all`. */
export default defineConfig({ ...stories, testDir: './long', timeout: 180_000 });
