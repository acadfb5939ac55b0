import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbedded } from './database/embedded.ts';
import { keysOf } from './keys.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

for (const [what, existed] of [
  ['a new folder', false],
  ['an existing folder with mode 755', true],
] as const)
  test(`[PLA-17] only the owner can enter the data folder: ${what}`, {
    timeout: 180_000,
    tags: existed ? [] : ['long'],
  }, async () => {
    const parent = await mkdtemp(join(tmpdir(), 'unspoken-private-'));
    const dataDir = join(parent, 'data');
    const database = join(dataDir, 'database');
    if (existed) await mkdir(database, { recursive: true });
    for (const folder of existed ? [dataDir, database] : []) await chmod(folder, 0o755);
    const embedded = await startEmbedded(dataDir);
    try {
      expect(await modeOf(dataDir)).toBe('700');
      expect(await modeOf(database)).toBe('700');
      // The write-ahead log is inside the folder.
      expect((await stat(join(database, 'pg_wal'))).isDirectory()).toBe(true);
      expect(await modeOf(join(dataDir, 'database-socket'))).toBe('600');
      expect(await modeOf(await readFile(join(dataDir, 'database-socket'), 'utf8'))).toBe('700');
    } finally {
      await embedded.close();
      await rm(parent, { recursive: true, force: true });
    }
  });

test('[PLA-17] the folder of the secret is private also if the database is elsewhere', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'unspoken-private-'));
  await chmod(dataDir, 0o755);
  keysOf({ secret: undefined, dataDir });
  expect(await modeOf(dataDir)).toBe('700');
  expect(await modeOf(join(dataDir, 'secret'))).toBe('600');
  await rm(dataDir, { recursive: true, force: true });
});
