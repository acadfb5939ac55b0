import { type ContentFolder, contentFolder, tone } from '@unspoken/testing/content/folder';
import { startS3Server } from '@unspoken/testing/storage/s3-server';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe.each(['folder', 'S3'])('%s', (kind) => {
  let content: ContentFolder;
  let world: World;
  let storage: Awaited<ReturnType<typeof startS3Server>> | undefined;
  let path: string;
  let bytes: Uint8Array;
  beforeAll(async () => {
    content = await contentFolder();
    await content.write('threequestions');
    storage = kind === 'S3' ? await startS3Server() : undefined;
    world = await startWorld({ CONTENT_DIR: content.path, ...storage?.environment });
    bytes = await tone(3_000);
    const [{ id }] = (await world.query('select id from media')) as [{ id: string }];
    path = `/media/${id}.mp3`;
  });
  afterAll(async () => {
    await world.close();
    await content.remove();
    await storage?.close();
  });

  const get = async (headers: Record<string, string> = {}, of = path, method = 'GET') => {
    const response = await fetch(world.origin + of, { headers, method });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test('[PLA-32] a file is served whole, may be kept for ever, and is data only', async () => {
    const whole = await get();
    expect(whole.status).toBe(200);
    expect(Buffer.compare(whole.bytes, bytes)).toBe(0);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    const known = await get({ 'if-none-match': whole.headers.get('etag') as string });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const head = await get({}, path, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(bytes.length), 0]);
  });

  test.each([
    ['bytes=0-0', 206, 0, 0],
    ['bytes=10-19', 206, 10, 19],
    ['bytes=-5', 206, -5, -1],
    ['bytes=100-', 206, 100, -1],
    ['bytes=100-99999999', 206, 100, -1],
  ] as const)('[PLA-32] %s is a part of it', async (range, status, start, end) => {
    const part = await get({ range });
    const at = (i: number) => (i < 0 ? bytes.length + i : i);
    expect([part.status, part.headers.get('content-range')]).toEqual([status, `bytes ${at(start)}-${at(end)}/${bytes.length}`]);
    expect(Buffer.compare(part.bytes, bytes.subarray(at(start), at(end) + 1))).toBe(0);
  });

  test('[PLA-32] a range beyond the end is refused; what is no range, or several, gets the whole file', async () => {
    const beyond = await get({ range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    for (const range of ['bytes=5-2', 'pages=1-2', 'nonsense', 'bytes=0-1,3-4', 'bytes='])
      expect((await get({ range })).status, range).toBe(200);
    expect((await get({ range: 'bytes=0-0', 'if-range': '"another"' })).status).toBe(200);
  });

  test.each([
    '/media/%2e%2e%2fsecret',
    '/media/nothing.mp3',
    `/media/${'0'.repeat(32)}.mp3`,
    `/media/${'0'.repeat(32)}.html`,
    '/media/',
  ])('[PLA-31] [PLA-32] there is nothing at %s', async (of) => {
    const { status, headers } = await get({}, of);
    expect([404, 400]).toContain(status);
    expect(headers.get('content-type')).toContain('json');
  });
});
