import { defineConfig } from '@playwright/test';
import { settings } from './playwright.config.ts';

/** Stories that take too long to run on every change: `npm run test:all`. */
export default defineConfig({ ...settings, testDir: './long' });
