import { randomBytes } from 'node:crypto';
import { largestUpload, uploadQuota } from '@unspoken/contract/uploads';
import { moderatorOf } from '@unspoken/testing/moderation';
import { uploader } from '@unspoken/testing/uploading';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { studioLimits } from './limits.ts';

const day = 24 * 3_600_000;
let world: World;
let who: Member;
let number = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  number += 1;
  who = await moderatorOf(world, `Author ${'abcdefghij'[number]}`, 'facilitator');
  // Their page is made with their first upload.
  await begin('image', 1);
});

const sum = () => randomBytes(32).toString('hex');
const begin = (kind: 'sound' | 'image' | 'video', size: number) =>
  uploader(world, who).begin(kind, Buffer.alloc(0), { size, sha256: sum() });
/** A file that is there already. */
const has = (state: string, { size, stored = null, age = 0 }: { size: number; stored?: number | null; age?: number }) =>
  world.query(
    `insert into media (id, owner_id, kind, state, sha256, size, stored_bytes, format, created_at)
     select $1, id, 'sound', $2, $3, $4, $5, 'mp3', $6 from facilitator where account_id = $7`,
    [randomBytes(16).toString('hex'), state, sum(), size, stored, new Date(world.now().getTime() - age), who.userId],
  );

test('[STU-15] 200 MB are uploaded in 24 hours, whatever becomes of them, and no byte more', async () => {
  await has('ready', { size: 100_000_000, stored: 5_000 });
  await has('refused', { size: 95_000_000 });
  const left = uploadQuota.day - 195_000_001;
  expect((await begin('sound', left + 1)).body).toMatchObject({ error: 'quota_used' });
  expect((await begin('sound', left)).body.upload).toMatchObject({ state: 'uploading' });
  expect((await begin('sound', 1)).body.error).toBe('quota_used');
  expect((await uploader(world, who).files()).quota).toEqual({
    ...{ usedTodayBytes: uploadQuota.day, dayBytes: uploadQuota.day },
    ...{ usedBytes: 5_000 + left + 1, totalBytes: uploadQuota.total },
  });
});

test('[STU-15] what is older than 24 hours is not of today, and what was removed today still is', async () => {
  await has('ready', { size: uploadQuota.day, stored: 1, age: day + 1_000 });
  const { body } = await begin('video', largestUpload.video);
  expect(body.upload).toBeDefined();
  expect((await begin('video', largestUpload.video)).body.error).toBe('quota_used');
  await uploader(world, who).remove(body.upload.mediaID);
  expect((await begin('video', largestUpload.video)).body.error).toBe('quota_used');
  expect((await begin('video', largestUpload.video - 1)).body.upload).toBeDefined();
});

test('[STU-15] a facilitator has 1 GB: what is stored of their files, and what is on its way', async () => {
  const age = 2 * day;
  await has('ready', { size: 5_000_000_00, stored: 500_000_000, age });
  await has('checking', { size: 140_000_000, age });
  await has('ready', { size: 1, stored: 300_000_000, age });
  await has('refused', { size: 140_000_000, age });
  const left = uploadQuota.total - 940_000_001;
  expect((await begin('sound', left + 1)).body.error).toBe('quota_used');
  expect((await begin('sound', left)).body.upload).toBeDefined();
  expect((await begin('sound', 1)).body.error).toBe('quota_used');
});

test('[STU-15] tabs that begin at once have one quota', async () => {
  await has('refused', { size: uploadQuota.day - 12_000_000 });
  const answers = await Promise.all(Array.from({ length: 12 }, () => begin('image', largestUpload.image)));
  expect(answers.filter(({ body }) => body.upload)).toHaveLength(2);
  expect(answers.filter(({ body }) => body.error === 'quota_used')).toHaveLength(10);
});

test('[STU-15] tabs that begin the same file at once begin one upload', async () => {
  const same = { size: 5_000, sha256: sum() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => uploader(world, who).begin('image', Buffer.alloc(0), same)));
  expect(new Set(answers.map(({ body }) => body.upload.mediaID)).size).toBe(1);
});

test.each(['sound', 'image', 'video'] as const)('[STU-10] a %s that is too large is refused before it is sent', async (kind) => {
  const { status, body } = await begin(kind, largestUpload[kind] + 1);
  expect([status, body.error, body.fields]).toEqual([422, 'upload_refused', { size: 'too_large' }]);
  expect((await begin(kind, largestUpload[kind])).body.upload).toBeDefined();
});

test.each([
  ['uploadPerAccount', 'uploads', (i: number) => ({ kind: 'image', name: 'A file', size: 1 + i, sha256: sum() })],
  ['partPerAccount', 'upload-part', () => ({ mediaID: '0'.repeat(32), offset: 0, part: 'AAAA' })],
] as const)('[STU-15] [ACC-21] %s allows its count and no more', async (name, path, body) => {
  const limited = await startWorld({ LIMITS: 'on' });
  const { send, begin } = uploader(limited, await moderatorOf(limited, 'Lia Mited', 'facilitator'));
  const { count, window } = studioLimits[name];
  limited.stopClock();
  for (let i = 0; i < count; i += 20) {
    const some = Array.from({ length: Math.min(20, count - i) }, (_, k) => send(path, body(i + k)));
    for (const { status } of await Promise.all(some)) expect(status).not.toBe(429);
  }
  const refused = await send(path, body(count));
  expect([refused.status, refused.body.error]).toEqual([429, 'too_many_requests']);
  // What was begun before goes on.
  if (name === 'uploadPerAccount') {
    const [known] = (await limited.query('select kind, size, sha256 from media limit 1')) as [{ kind: 'image' }];
    expect((await begin(known.kind, Buffer.alloc(0), known)).status).toBe(200);
  }
  limited.advance(window);
  expect((await send(path, body(count))).status).not.toBe(429);
  await limited.close();
});
