import { startS3Server } from '@unspoken/testing/storage/s3-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { S3Files } from './s3.ts';
import { fileStoreContract } from './store-contract.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const emptied = async () => {
  const store = new S3Files(server.settings);
  for await (const name of store.names()) await store.remove(name);
  return { store, close: async () => {} };
};

fileStoreContract('S3', emptied);

test('[PLA-31] S3: more files than one answer lists are all listed', { tags: ['long'] }, async () => {
  const { store } = await emptied();
  const names = Array.from({ length: 1_003 }, (_, i) => `${i.toString(16).padStart(32, '0')}.mp3`);
  for (let i = 0; i < names.length; i += 50)
    await Promise.all(names.slice(i, i + 50).map((name) => store.put(name, new Uint8Array([1]))));
  const listed: string[] = [];
  for await (const name of store.names()) listed.push(name);
  expect(listed.sort()).toEqual(names);
});

test('[PLA-31] S3: a wrong key, a bucket that is not there, and a storage that is away are faults, and never an empty store', async () => {
  const name = `${'a'.repeat(32)}.mp3`;
  for (const wrong of [{ secretAccessKey: 'another' }, { bucket: 'elsewhere' }, { endpoint: 'http://127.0.0.1:9' }]) {
    const store = new S3Files({ ...server.settings, ...wrong });
    await expect(store.put(name, new Uint8Array([1])), JSON.stringify(wrong)).rejects.toThrow();
    await expect(store.names()[Symbol.asyncIterator]().next(), JSON.stringify(wrong)).rejects.toThrow();
  }
});
