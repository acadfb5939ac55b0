import type { Platform } from '@unspoken/server/platform/platform';

/** Runs something on the database beside a running server with these settings. */
export async function besideServer<T>(environment: NodeJS.ProcessEnv, run: (platform: Platform) => Promise<T>): Promise<T> {
  // Loaded only if it is needed, because it is most of the product.
  const [{ openPlatform }, { readConfig }] = await Promise.all([
    import('@unspoken/server/platform/platform'),
    import('@unspoken/server/platform/config'),
  ]);
  const platform = await openPlatform(readConfig(environment), { log: { warn() {}, error() {} }, beside: true });
  try {
    return await run(platform);
  } finally {
    await platform.close();
  }
}
