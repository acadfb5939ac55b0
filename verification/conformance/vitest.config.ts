import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run payments:conformance`: what the product expects of Stripe, asked of a test account there. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { include: ['src/*.conformance.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
