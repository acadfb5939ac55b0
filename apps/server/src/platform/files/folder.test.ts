import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../random.ts';
import { FolderFiles } from './folder.ts';
import { fileStoreContract } from './store-contract.ts';

async function openFolder() {
  const root = await mkdtemp(join(tmpdir(), 'unspoken-files-'));
  return { root, store: new FolderFiles(root, systemRandom), close: () => rm(root, { recursive: true }) };
}

fileStoreContract('folder', openFolder);

test('[PLA-31] a partial file left by a crash is not listed', async () => {
  const { root, store, close } = await openFolder();
  await store.put(`${'c'.repeat(32)}.mp3`, new Uint8Array([1]));
  await writeFile(join(root, 'cc', 'half.part'), 'half of a file');
  await writeFile(join(root, '.DS_Store'), 'of somebody else');
  const names: string[] = [];
  for await (const each of store.names()) names.push(each);
  expect(names).toEqual([`${'c'.repeat(32)}.mp3`]);
  await close();
});
