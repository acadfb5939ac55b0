import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Random } from '../random.ts';
import { type ByteRange, type FileStore, isFileName } from './store.ts';

const unfinished = '.part';

/**
 * Files in a folder, in subfolders named by their first two characters. A file is written under a temporary name, flushed to the disk and
 * renamed: after a crash it exists completely or not at all.
 */
export class FolderFiles implements FileStore {
  readonly #root: string;
  readonly #random: Pick<Random, 'id'>;

  constructor(root: string, random: Pick<Random, 'id'>) {
    this.#root = root;
    this.#random = random;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    if ((await this.size(name)) !== undefined) return;
    const path = this.#path(name);
    const folder = join(path, '..');
    await mkdir(folder, { recursive: true });
    const part = join(folder, `${this.#random.id()}${unfinished}`);
    try {
      const file = await open(part, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await syncFolder(folder);
  }

  async size(name: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(name))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async read(name: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#path(name));
    return file.createReadStream({ ...range });
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  async *names(): AsyncIterable<string> {
    const folders = await readdir(this.#root).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    // Anything else in the root is not ours: a file system may keep something there.
    for (const folder of folders.filter((each) => /^[0-9a-z]{2}$/.test(each)))
      for (const name of await readdir(join(this.#root, folder))) if (isFileName(name)) yield name;
  }

  #path(name: string): string {
    if (!isFileName(name)) throw new Error('this is not the name of a file of the store');
    return join(this.#root, name.slice(0, 2), name);
  }
}

/** A renamed file is durable once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
