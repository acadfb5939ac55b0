import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareHttpServer } from '@unspoken/testing/http-server';
import { expect, test } from 'vitest';
import { isAsset, serveAssets } from './assets.ts';

const serverWith = (most: number) => bareHttpServer({ proxies: 1, most });

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'unspoken-assets-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test('files of the pages are sent in the form that the browser accepts, to be kept for ever', async () => {
  const folder = await folderOf({
    'a.js': 'plain',
    'a.js.br': 'brotli',
    'a.js.gz': 'gzip',
    'a.mp3': 'sound',
    'b.css': 'only plain',
  });
  const server = await serverWith(200);
  expect([...(await serveAssets(server, folder, (reply, name) => void reply.header('x-name', name)))].sort()).toEqual([
    'a.js',
    'b.css',
  ]);
  const sent = async (url: string, accepted: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, headers, body } = await server.inject({ method, url, headers: { 'accept-encoding': accepted } });
    return [statusCode, headers['content-encoding'], headers['content-type'], body];
  };
  const script = 'text/javascript; charset=utf-8';
  expect(await sent('/assets/a.js', 'gzip, deflate, br')).toEqual([200, 'br', script, 'brotli']);
  expect(await sent('/assets/a.js', 'gzip')).toEqual([200, 'gzip', script, 'gzip']);
  expect(await sent('/assets/a.js', 'identity')).toEqual([200, undefined, script, 'plain']);
  expect(await sent('/assets/a.js', 'br', 'HEAD')).toEqual([200, 'br', script, '']);
  expect(await sent('/assets/b.css', 'br')).toEqual([200, undefined, 'text/css; charset=utf-8', 'only plain']);
  for (const other of ['/assets/a.mp3', '/assets/c.js', '/assets/..%2fa.js'])
    expect((await sent(other, 'br'))[0], other).toBe(404);
  const { headers } = await server.inject('/assets/a.js');
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    'x-name': 'a.js',
    'x-content-type-options': 'nosniff',
  });
  await server.close();
  await rm(folder, { recursive: true });
});

test('[PLA-16] behind a proxy the files of a page are not counted as open requests of a network; everything else is', async () => {
  const folder = await folderOf({ 'a.js': 'plain' });
  const server = await serverWith(0);
  await serveAssets(server, folder, () => {});
  server.get('/api/x', async () => 'x');
  const statusOf = async (url: string) => (await server.inject(url)).statusCode;
  expect(await Promise.all(['/assets/a.js', '/api/x', '/x'].map(statusOf))).toEqual([200, 429, 429]);
  expect(['/assets/a.mp3', '/a.js', '/assets/a.html'].map(isAsset)).toEqual([false, false, false]);
  await server.close();
  await rm(folder, { recursive: true });
});
