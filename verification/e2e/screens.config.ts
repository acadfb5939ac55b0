import { defineConfig } from '@playwright/test';
import { settings } from './playwright.config.ts';

export default defineConfig({ ...settings, testDir: './screens' });
