import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const project = join(import.meta.dirname, '..', '..', '..', '..');
const cache = join(project, 'node_modules', '.cache', 'data-folders');

/** Names what decides the contents of a new data folder: the migrations, and the versions of the libraries that write it. */
async function version(): Promise<string> {
  const migrations = join(project, 'apps', 'server', 'migrations');
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort();
  const hash = createHash('sha256').update(await readFile(join(project, 'package-lock.json')));
  for (const name of files) hash.update(name).update(await readFile(join(migrations, name)));
  return hash.digest('hex').slice(0, 16);
}

async function startAndStop(folder: string): Promise<void> {
  // Loaded only if it is needed, because it is most of the product.
  const [{ startApp }, { readConfig }] = await Promise.all([
    import('@unspoken/server/app'),
    import('@unspoken/server/platform/config'),
  ]);
  const app = await startApp(readConfig({ NODE_ENV: 'test', PORT: '0', DATA_DIR: folder, LIMITS: 'off' }));
  await app.close();
}

/**
 * A new data folder for a server, with a migrated database and nobody in it: initialising one takes ten times as long as copying
 * it. The caller deletes the folder.
 */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'unspoken-data-'));
  const prepared = join(cache, await version());
  if (!existsSync(prepared)) {
    await startAndStop(folder);
    await mkdir(cache, { recursive: true });
    const draft = await mkdtemp(join(cache, 'draft-'));
    await cp(folder, draft, { recursive: true, filter: (path) => basename(path) !== 'database-socket' });
    // Another process may have been faster; its copy is as good.
    await rename(draft, prepared).catch(() => rm(draft, { recursive: true, force: true }));
    return folder;
  }
  await cp(prepared, folder, { recursive: true });
  return folder;
}
