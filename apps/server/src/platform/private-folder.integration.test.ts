import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorld } from '@unspoken/world/world';
import { expect, test } from 'vitest';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test.each([
  ['a new one', false],
  ['one that everybody could enter', true],
])('[PLA-17] the data folder is its owner’s only, %s', async (_, existed) => {
  const parent = await mkdtemp(join(tmpdir(), 'unspoken-private-'));
  const dataDir = join(parent, 'data');
  const database = join(dataDir, 'database');
  if (existed) await mkdir(database, { recursive: true });
  for (const folder of existed ? [dataDir, database] : []) await chmod(folder, 0o755);
  const world = await startWorld({ DATA_DIR: dataDir }, { embedded: true });
  try {
    expect(await modeOf(dataDir)).toBe('700');
    expect(await modeOf(database)).toBe('700');
    // The log of writes is in the folder, and nothing of it beside.
    expect((await stat(join(database, 'pg_wal'))).isDirectory()).toBe(true);
    expect(await modeOf(join(dataDir, 'secret'))).toBe('600');
    expect(await modeOf(join(dataDir, 'database-socket'))).toBe('600');
    expect(await modeOf(await readFile(join(dataDir, 'database-socket'), 'utf8'))).toBe('700');
  } finally {
    await world.close();
    await rm(parent, { recursive: true, force: true });
  }
});

test('[PLA-17] the folder of the secret is private where the database is elsewhere, too', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'unspoken-private-'));
  const { keysOf } = await import('./keys.ts');
  await chmod(parent, 0o755);
  keysOf({ secret: undefined, dataDir: parent });
  expect(await modeOf(parent)).toBe('700');
  expect(await modeOf(join(parent, 'secret'))).toBe('600');
  await rm(parent, { recursive: true, force: true });
});
