import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partLength, pieceLength } from '@unspoken/contract/uploads';
import { picture } from '@unspoken/testing/media/pictures';
import { sine, wavOf } from '@unspoken/testing/media/sounds';
import { moderatorOf } from '@unspoken/testing/moderation';
import { swept } from '@unspoken/testing/sweeping';
import { served, uploader } from '@unspoken/testing/uploading';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mediaStore } from '../experiences/service.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { FolderFiles } from '../platform/files/folder.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Jobs } from '../platform/jobs.ts';
import { MediaChecks } from '../platform/media/media-checks.ts';
import { systemRandom } from '../platform/random.ts';
import { Checking, mostChecks } from './checking.ts';

const day = 24 * 3_600_000;
let folder: string;
let files: FolderFiles;
let world: World;
let checks: MediaChecks;
let kit: Awaited<ReturnType<typeof openDatabase>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unspoken-faults-'));
  files = new FolderFiles(folder, systemRandom);
  world = await startWorld({ FILES_DIR: folder, DURATIONS: JSON.stringify({ retentionSweep: 50 }) });
  await world.query(`insert into category values ('quiet', 1)`);
  checks = new MediaChecks({ clock: systemClock, fault: () => {} });
  const { DATABASE_URL: url, DATA_DIR: dataDir } = world.environment;
  kit = await openDatabase({ url, dataDir, fault: () => {}, beside: true });
});
afterAll(async () => {
  await checks.close();
  await kit.close();
  await world.close();
  await rm(folder, { recursive: true });
});

const author = (name: string) => moderatorOf(world, name, 'facilitator');
/** What is stored of a file, whether it is served or not. */
const stored = async (id: string) =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => name.includes(id))
    .map((name) => name.split('/').at(-1))
    .sort();
const stateOf = async (id: string) => (await world.query('select state, refusal, checks from media where id = $1', [id]))[0];
const age = (id: string, by: number) =>
  world.query('update media set created_at = $2 where id = $1', [id, new Date(world.now().getTime() - by)]);

/** The job that checks files, over a store and a check of its own. */
async function checkOver(store: FileStore, check: MediaChecks['check'] = (order) => checks.check(order)) {
  const handlers = new Map<string, (data: { mediaID: string }) => Promise<void>>();
  const jobs = { define: async (name: string, run: never) => void handlers.set(name, run) } as unknown as Jobs;
  await new Checking({ store: mediaStore(kit.db), db: kit.db, files: store, jobs, checks: { check } }).start();
  return (mediaID: string) => handlers.get('media-check')?.({ mediaID });
}

/** A picture of which all parts are here, and which no job of the world checks. */
async function arrived(who: Member, width: number): Promise<string> {
  const { begin, rest } = uploader(world, who);
  const bytes = await picture('png', { width, height: 20 });
  const mediaID = (await begin('image', bytes)).body.upload.mediaID as string;
  await rest(mediaID, bytes);
  await world.query(`update media set state = 'checking' where id = $1`, [mediaID]);
  return mediaID;
}

test('[STU-8] pieces and whole parts from one place do no harm, and nothing of any part stays', { tags: ['long'] }, async () => {
  const who = await author('Pia Pieces');
  const { begin, rest, part, finish, settled, find } = uploader(world, who);
  // A process has stored a piece, and died before it counted.
  const bytes = wavOf(sine(0.2, 211), { seconds: 40 });
  const id = (await begin('sound', bytes)).body.upload.mediaID;
  await files.put(`${id}p0x.part`, bytes.subarray(0, pieceLength));
  await rest(id, bytes);
  await finish(id);
  expect(await settled(id)).toMatchObject({ state: 'ready', refusal: null });
  await expect.poll(() => stored(id)).toEqual([`${id}.mp3`]);
  for (let round = 0; round < 4; round++) {
    const other = wavOf(sine(0.2, 220 + round), { seconds: 20 });
    const both = (await begin('sound', other)).body.upload.mediaID;
    for (let offset = 0; offset < other.length; ) {
      const lengths = [pieceLength, partLength - (offset % partLength)];
      await Promise.all(lengths.map((length) => part(both, other, offset, length)));
      const { received = 0 } = (await find(both)) ?? {};
      expect(received).toBeGreaterThan(offset);
      offset = received;
    }
    await finish(both);
    expect(await settled(both)).toMatchObject({ state: 'ready', refusal: null });
    await expect.poll(() => stored(both)).toEqual([`${both}.mp3`]);
  }
});

test('[STU-11] with an upload that is removed its parts go, and with a file what an interrupted check has stored of it', async () => {
  const who = await author('Rem Oves');
  const { begin, part, remove } = uploader(world, who);
  const bytes = wavOf(sine(0.2, 240), { seconds: 40 });
  const id = (await begin('sound', bytes)).body.upload.mediaID;
  for (const offset of [0, 1, 2].map((i) => i * pieceLength)) await part(id, bytes, offset, pieceLength);
  expect(await stored(id)).toHaveLength(3);
  await remove(id);
  await expect.poll(() => stored(id), { timeout: 10_000 }).toEqual([]);

  const image = await arrived(who, 511);
  for (const name of [`${image}.webp`, `${image}w480.webp`])
    await files.put(name, await picture('webp', { width: 480, height: 20 }));
  expect(await served(world, `${image}.webp`)).toBeDefined();
  expect((await remove(image)).body).toEqual({ success: true });
  await expect.poll(() => stored(image), { timeout: 10_000 }).toEqual([]);
});

test('[STU-14] a storage that fails refuses no file: it is checked again until it is stored', async () => {
  const who = await author('Sto Rage');
  let isAway = true;
  const failing = Object.assign(Object.create(files) as FileStore, {
    put: (name: string, bytes: Uint8Array) => (isAway ? Promise.reject(new Error('503')) : files.put(name, bytes)),
    size: (name: string) => files.size(name),
    read: (name: string) => files.read(name),
    remove: (name: string) => files.remove(name),
  });
  const check = await checkOver(failing);
  const id = await arrived(who, 510);
  for (let i = 0; i <= mostChecks; i++) await expect(check(id)).rejects.toThrow('503');
  expect(await stateOf(id)).toEqual({ state: 'checking', refusal: null, checks: 0 });
  isAway = false;
  await check(id);
  expect((await stateOf(id))?.state).toBe('ready');
  const [{ sum } = {}] = await world.query('select stored_bytes as sum from media where id = $1', [id]);
  const lengths = await Promise.all(
    [`${id}.webp`, `${id}w480.webp`].map(async (name) => (await served(world, name))?.length ?? 0),
  );
  expect(sum).toBe((lengths[0] as number) + (lengths[1] as number));
});

test('[STU-14] a file at which five processes have ended is not checked by a sixth, and nothing of it stays', async () => {
  const who = await author('Ki Lled');
  const [harmless, harmful] = [await arrived(who, 512), await arrived(who, 513)];
  // A process that ends gives its check no end.
  const killed = await checkOver(files, () => new Promise(() => {}));
  const end = async (id: string, times: number) => {
    for (let i = 1; i <= times; i++) {
      void killed(id);
      await expect.poll(async () => (await stateOf(id))?.checks).toBe(i);
    }
  };
  await end(harmless, mostChecks - 1);
  await end(harmful, mostChecks);
  await files.put(`${harmful}.webp`, await picture('webp', { width: 480, height: 20 }));
  const check = await checkOver(files);
  for (const id of [harmless, harmful]) await check(id);
  expect((await stateOf(harmless))?.state).toBe('ready');
  expect(await stateOf(harmful)).toMatchObject({ state: 'refused', refusal: 'too_complex' });
  expect(await stored(harmful)).toEqual([]);
});

test('[STU-11] an upload to which a draft refers is not deleted while it is not finished', async () => {
  const who = await author('Fri Day');
  const { begin, part, send } = uploader(world, who);
  const bytes = wavOf(sine(0.2, 230), { seconds: 40 });
  const id = (await begin('sound', bytes)).body.upload.mediaID;
  await part(id, bytes, 0);
  const { draft } = (await send('create', { type: 'friday', categoryID: 'quiet', name: 'A draft', language: 'en' })).body;
  const script = { ...draft.script, mainAudio: { start: 0, files: { en: { media: id, cues: [] } } } };
  expect((await send('draft', { type: 'friday', revision: 0, script })).body.revision).toBe(1);
  await age(id, 3 * day);
  await swept(world);
  expect((await part(id, bytes, partLength)).body).toEqual({ received: 2 * partLength });
});

test('[STU-1] [STU-8] another facilitator with files of their own has no access; kinds, order and refusals are those of the owner', async () => {
  const [one, two] = [await author('Own One'), await author('Own Two')];
  const [mine, theirs] = [uploader(world, one), uploader(world, two)];
  const bytes = await picture('png', { width: 62, height: 30 });
  const other = (await theirs.begin('image', bytes)).body.upload.mediaID;
  const id = (await mine.begin('image', bytes)).body.upload.mediaID;
  for (const answer of [await theirs.part(id, bytes, 0), await theirs.finish(id), await theirs.remove(id)])
    expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
  expect((await theirs.files()).files.map(({ mediaID }) => mediaID)).toEqual([other]);
  // The same bytes as another kind are another file.
  const sound = (await mine.begin('sound', bytes)).body.upload;
  expect([sound.kind, sound.mediaID === id]).toEqual(['sound', false]);
  await age(id, day);
  expect((await mine.files()).files.map(({ mediaID }) => mediaID)).toEqual([sound.mediaID, id]);
  await mine.rest(sound.mediaID, bytes);
  await mine.finish(sound.mediaID);
  expect(await mine.settled(sound.mediaID)).toMatchObject({ state: 'refused', refusal: 'mislabelled' });
  expect((await mine.part(sound.mediaID, bytes, 0)).body).toMatchObject({
    error: 'upload_refused',
    fields: { file: 'mislabelled' },
  });
});
