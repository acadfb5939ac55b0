import { expect, test } from 'vitest';
import type { FileStore } from './store.ts';

const name = `${'a'.repeat(32)}.mp3`;
const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);

async function contentOf(store: FileStore, of: string, range?: { start: number; end: number }): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await store.read(of, range)) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const namesOf = async (store: FileStore): Promise<string[]> => {
  const all: string[] = [];
  for await (const each of store.names()) all.push(each);
  return all.sort();
};

/** What every store of files must do. */
export function fileStoreContract(kind: string, open: () => Promise<{ store: FileStore; close(): Promise<void> }>): void {
  const within = (title: string, proof: (store: FileStore) => Promise<void>) =>
    test(`${kind}: ${title}`, async () => {
      const { store, close } = await open();
      try {
        await proof(store);
      } finally {
        await close();
      }
    });

  within('[PLA-31] a file is read as it was stored, whole or in part', async (store) => {
    await store.put(name, bytes);
    expect(await store.size(name)).toBe(bytes.length);
    expect(Buffer.compare(await contentOf(store, name), bytes)).toBe(0);
    expect([...(await contentOf(store, name, { start: 250, end: 252 }))]).toEqual([250, 0, 1]);
    expect(await contentOf(store, name, { start: bytes.length - 1, end: bytes.length - 1 })).toHaveLength(1);
  });

  within('[PLA-31] a file never changes', async (store) => {
    await store.put(name, bytes);
    await store.put(name, new Uint8Array([1, 2, 3]));
    expect(await store.size(name)).toBe(bytes.length);
  });

  within('[PLA-31] ten writers of one name store one whole file', async (store) => {
    await Promise.all(Array.from({ length: 10 }, () => store.put(name, bytes)));
    expect(Buffer.compare(await contentOf(store, name), bytes)).toBe(0);
    expect(await namesOf(store)).toEqual([name]);
  });

  within('a file that is not there has no size, is removed without an error, and cannot be read', async (store) => {
    expect(await store.size(name)).toBeUndefined();
    await store.remove(name);
    await expect(contentOf(store, name)).rejects.toThrow();
    expect(await namesOf(store)).toEqual([]);
  });

  within('a removed file is gone, and the others stay', async (store) => {
    const other = `${'b'.repeat(32)}.webp`;
    await store.put(name, bytes);
    await store.put(other, bytes);
    expect(await namesOf(store)).toEqual([name, other]);
    await store.remove(name);
    expect(await namesOf(store)).toEqual([other]);
  });

  within('[PLA-31] no name leads out of the store', async (store) => {
    for (const each of ['../secret.mp3', 'a/b.mp3', '..', '', `${'a'.repeat(32)}`, `${'a'.repeat(32)}.mp3\0`, '/etc/passwd'])
      await expect(store.put(each, bytes), each).rejects.toThrow('not the name of a file');
  });
}
