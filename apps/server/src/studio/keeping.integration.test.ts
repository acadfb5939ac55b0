import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partLength } from '@unspoken/contract/uploads';
import { picture } from '@unspoken/testing/media/pictures';
import { sine, wavOf } from '@unspoken/testing/media/sounds';
import { moderatorOf } from '@unspoken/testing/moderation';
import { createDatabase } from '@unspoken/testing/postgres';
import { swept } from '@unspoken/testing/sweeping';
import { served, uploader } from '@unspoken/testing/uploading';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mediaStore } from '../experiences/service.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/database.ts';
import { FolderFiles } from '../platform/files/folder.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { MediaOutcome } from '../platform/media/checked.ts';
import { MediaChecks } from '../platform/media/media-checks.ts';
import { systemRandom } from '../platform/random.ts';
import { Checking } from './checking.ts';

const day = 24 * 3_600_000;
let folder: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unspoken-keeping-'));
  world = await startWorld({ FILES_DIR: folder, DURATIONS: JSON.stringify({ retentionSweep: 50 }) });
  await world.query(`insert into category values ('quiet', 1)`);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const stored = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'));
const author = (name: string) => moderatorOf(world, name, 'facilitator');
const imageOf = async (who: Member, width: number) =>
  (await uploader(world, who).upload('image', await picture('png', { width, height: 20 }))).mediaID;
/** As if it had been uploaded so long ago, ms. */
const age = (id: string, by: number) =>
  world.query(`update media set created_at = $2 where id = $1`, [id, new Date(world.now().getTime() - by)]);
const isThere = async (id: string) => (await world.query('select 1 from media where id = $1', [id])).length > 0;

/** An experience of an author whose draft shows this picture. */
async function draftWith(who: Member, type: string, backgroundImage: string) {
  const { send } = uploader(world, who);
  const { draft } = (await send('create', { type, categoryID: 'quiet', name: 'A draft', language: 'en' })).body;
  const script = { ...draft.script, backgroundImage };
  expect((await send('draft', { type, revision: 0, script })).body.revision).toBe(1);
  return { script, send };
}

test('[STU-11] a file to which a draft, a version or a page refers is neither removed nor deleted; another is, after 30 days', async () => {
  const who = await author('Kay Keeps');
  const [inDraft, inVersion, onPage, unused, young] = await Promise.all([70, 71, 72, 73, 74].map((width) => imageOf(who, width)));
  const ids = [inDraft, inVersion, onPage, unused, young] as string[];
  await draftWith(who, 'keeping', inDraft as string);
  await world.query(
    `insert into experience_version (id, type, number, script, submitted_at) values (gen_random_uuid(), 'keeping', 1, $1, now())`,
    [JSON.stringify({ mainAudio: { files: { en: { media: inVersion } } } })],
  );
  const page = { name: 'Kay', title: {}, bio: {}, pronouns: null, outboundLink: null, published: false };
  expect((await uploader(world, who).send('profile', { ...page, slug: 'kay', image: onPage })).body).toEqual({ success: true });
  for (const id of ids) await age(id, id === young ? 30 * day - 60_000 : 30 * day + 60_000);
  await swept(world);
  expect(await Promise.all(ids.map(isThere))).toEqual([true, true, true, false, true]);
  await expect.poll(() => served(world, `${unused}.webp`)).toBeUndefined();
  for (const id of [inDraft, inVersion, onPage] as string[]) {
    expect(await served(world, `${id}.webp`)).toBeDefined();
    const answer = await uploader(world, who).remove(id);
    expect([answer.status, answer.body.error]).toEqual([409, 'file_in_use']);
  }
  // What is deleted can be uploaded again.
  expect(await imageOf(who, 73)).not.toBe(unused);
});

test('[STU-11] uploads that were not finished are deleted after 24 hours with their parts, and refused files after 30 days', async () => {
  const who = await author('Una Finished');
  const { begin, part } = uploader(world, who);
  const bytes = wavOf(sine(0.1), { seconds: 40 });
  const begun = async (change: object) => {
    const id = (await begin('sound', bytes, change)).body.upload.mediaID as string;
    await part(id, bytes, 0);
    return id;
  };
  const [old, young] = [await begun({}), await begun({ sha256: '1'.repeat(64) })];
  const [refused, refusedLately] = [await begun({ sha256: '2'.repeat(64) }), await begun({ sha256: '3'.repeat(64) })];
  await world.query(`update media set state = 'refused', refusal = 'damaged' where id = any($1)`, [[refused, refusedLately]]);
  await age(old, day + 60_000);
  await age(young, day - 60_000);
  await age(refused, 30 * day + 60_000);
  await age(refusedLately, 30 * day - 60_000);
  await swept(world);
  expect(await Promise.all([old, young, refused, refusedLately].map(isThere))).toEqual([false, true, false, true]);
  await expect.poll(async () => (await stored()).some((name) => name.includes(old))).toBe(false);
  expect((await stored()).some((name) => name.includes(`${young}p0.part`))).toBe(true);
  expect((await part(young, bytes, partLength)).body).toEqual({ received: 2 * partLength });
});

test('[STU-11] content that an operator has imported is not deleted', async () => {
  await world.query(
    `insert into facilitator values (gen_random_uuid(), null, 'sample', 'Sample', '{}', null, '{}', null, null, true)`,
  );
  await world.query(`insert into media (id, owner_id, kind, state, sha256, size, format, created_at)
    select repeat('9', 32), id, 'sound', 'ready', 'sum', 1, 'mp3', now() - interval '1 year' from facilitator where slug = 'sample'`);
  await swept(world);
  expect(await isThere('9'.repeat(32))).toBe(true);
});

test('[STU-11] a draft that is saved while its file is deleted never becomes a version', async () => {
  const who = await author('Ray Cing');
  const { send } = uploader(world, who);
  await send('profile', {
    ...{ slug: 'ray', name: 'Ray', title: {}, bio: {}, pronouns: null, image: null, outboundLink: null, published: false },
  });
  for (let round = 0; round < 6; round++) {
    const id = await imageOf(who, 100 + round);
    const { draft } = (await send('create', { type: `racing${round}`, categoryID: 'quiet', name: 'A draft', language: 'en' }))
      .body;
    const words = { en: 'Sit well.' };
    const script = {
      ...{ ...draft.script, description: { en: 'Quiet.' }, backgroundImage: id },
      introTextInstructions: [{ time: 1_000, user1Instruction: words, user2Instruction: words }],
      textInstructions: [{ time: 2_000, user1Instruction: words, user2Instruction: words }],
    };
    await age(id, 30 * day + 60_000);
    const type = `racing${round}`;
    const write = async () => {
      await send('draft', { type, revision: 0, script });
      return send('submit', { type, revision: 1, rights: true, noPromotion: true });
    };
    const [submitted] = await Promise.all([write(), swept(world)]);
    const versions = await world.query('select 1 from experience_version where type = $1', [type]);
    // Either the draft has come first, and the file stays; or the file has gone, and the proof notices.
    expect([submitted.status === 200, versions.length > 0]).toEqual([await isThere(id), await isThere(id)]);
    if (submitted.status !== 200) expect(submitted.body.error).toBe('script_not_proven');
  }
});

test.runIf(process.env.WORLD_POSTGRES)(
  '[STU-11] while a draft that refers to a file is being saved, the file is not deleted',
  async () => {
    const who = await author('Sue Saves');
    const id = await imageOf(who, 110);
    const { script } = await draftWith(who, 'saving', await imageOf(who, 111));
    const beside = await openDatabase({ url: world.environment.DATABASE_URL, dataDir: undefined, fault: () => {}, beside: true });
    await beside.db.transaction(async (tx) => {
      const draft = JSON.stringify({ ...script, backgroundImage: id });
      await tx.execute(sql`update experience set draft = ${draft}::jsonb where type = 'saving'`);
      await age(id, 30 * day + 60_000);
      // Many sweeps would begin in this time, if none waited for this transaction.
      await new Promise((resume) => setTimeout(resume, 1_000));
    });
    await swept(world);
    expect(await isThere(id)).toBe(true);
    await beside.close();
  },
);

test('[EXP-24] when the account is deleted its files go: at once those that nothing showed, and the others a day after', async () => {
  const who = await author('Lea Ving');
  const [unused, inDraft, inVersion] = (await Promise.all([80, 81, 82].map((width) => imageOf(who, width)))) as [
    string,
    string,
    string,
  ];
  await draftWith(who, 'leaving', inDraft);
  await world.query(
    `insert into experience_version (id, type, number, script, submitted_at) values (gen_random_uuid(), 'leaving', 1, $1, now())`,
    [JSON.stringify({ backgroundImage: inVersion })],
  );
  await world.call('/api/v1/account/deleteaccount', { token: who.token, body: { password } });
  expect(await world.query(`select name from media where name <> '' and id = any($1)`, [[unused, inDraft, inVersion]])).toEqual(
    [],
  );
  await swept(world);
  expect(await Promise.all([unused, inDraft, inVersion].map(isThere))).toEqual([false, false, true]);
  await world.query(`update experience set retired_at = retired_at - interval '25 hours' where type = 'leaving'`);
  await swept(world);
  expect(await isThere(inVersion)).toBe(false);
  for (const id of [unused, inDraft, inVersion]) await expect.poll(() => served(world, `${id}.webp`)).toBeUndefined();
});

const server = process.env.WORLD_POSTGRES;

test.runIf(server)('[STU-8] an upload survives the end of the process that has received its parts', async () => {
  const database = await createDatabase(server as string);
  const files = await mkdtemp(join(tmpdir(), 'unspoken-restart-'));
  const environment = { DATABASE_URL: database.url, FILES_DIR: files, SECRET: 'what both of these processes have in common' };
  const bytes = wavOf(sine(0.2), { seconds: 40 });
  const first = await startWorld(environment);
  const who = await moderatorOf(first, 'Res Tarted', 'facilitator');
  const id = (await uploader(first, who).begin('sound', bytes)).body.upload.mediaID;
  await uploader(first, who).part(id, bytes, 0);
  await first.close();
  const second = await startWorld(environment);
  const { begin, rest, finish } = uploader(second, who);
  expect((await begin('sound', bytes)).body.upload).toMatchObject({ mediaID: id, received: partLength });
  await rest(id, bytes, partLength);
  // The last thing that this process hears of it: another one has to check it.
  const finished = finish(id);
  await finished;
  await second.close();
  const third = await startWorld(environment);
  expect((await uploader(third, who).settled(id)).state).toBe('ready');
  await third.close();
  await database.drop();
  await rm(files, { recursive: true });
});

test('[STU-14] a check that is attempted again, beside another attempt or after one that was cut off, ends in the same state', async () => {
  const who = await author('Twi Ce');
  const beside = await openDatabase({
    ...{ url: world.environment.DATABASE_URL, dataDir: world.environment.DATA_DIR, fault: () => {}, beside: true },
  });
  const files = new FolderFiles(folder, systemRandom);
  const checks = new MediaChecks({ clock: systemClock, fault: () => {} });
  const handlers = new Map<string, (data: { mediaID: string }) => Promise<void>>();
  const attempts = async (check: MediaChecks['check']) => {
    const jobs = { define: async (name: string, run: never) => void handlers.set(name, run) } as unknown as Jobs;
    await new Checking({ store: mediaStore(beside.db), db: beside.db, files, jobs, checks: { check } }).start();
    return handlers.get('media-check') as (data: { mediaID: string }) => Promise<void>;
  };
  const begun = async (bytes: Buffer, change: object = {}) => {
    const { begin, rest } = uploader(world, who);
    const mediaID = (await begin('image', bytes, change)).body.upload.mediaID as string;
    await rest(mediaID, bytes);
    await world.query(`update media set state = 'checking' where id = $1`, [mediaID]);
    return mediaID;
  };
  const state = async (id: string) =>
    (await world.query('select state, refusal, format, width from media where id = $1', [id]))[0];
  const own = async (id: string) =>
    (await stored())
      .filter((name) => name.includes(id))
      .map((name) => name.split('/').at(-1))
      .sort();

  const together = await begun(await picture('png', { width: 500, height: 20 }));
  const check = await attempts((order) => checks.check(order));
  // One of two may find that the parts are gone: it fails, and is attempted again.
  await Promise.allSettled([check({ mediaID: together }), check({ mediaID: together }), check({ mediaID: together })]);
  await check({ mediaID: together });
  expect(await state(together)).toMatchObject({ state: 'ready', width: 500 });
  expect(await own(together)).toEqual([`${together}.webp`, `${together}w480.webp`]);

  const cutOff = await begun(await picture('png', { width: 501, height: 20 }));
  const failing = await attempts(async () => {
    // As far as one that was killed may have come.
    await files.put(`${cutOff}.webp`, await picture('webp', { width: 501, height: 20 }));
    throw new Error('killed');
  });
  await expect(failing({ mediaID: cutOff })).rejects.toThrow('killed');
  expect((await state(cutOff))?.state).toBe('checking');
  await check({ mediaID: cutOff });
  await check({ mediaID: cutOff });
  expect(await state(cutOff)).toMatchObject({ state: 'ready', width: 501 });
  expect(await own(cutOff)).toEqual([`${cutOff}.webp`, `${cutOff}w480.webp`]);

  const wrong = await begun(Buffer.from(await picture('png', { width: 502, height: 20 })), { sha256: '4'.repeat(64) });
  await Promise.allSettled([check({ mediaID: wrong }), check({ mediaID: wrong })]);
  await check({ mediaID: wrong });
  expect(await state(wrong)).toMatchObject({ state: 'refused', refusal: 'checksum' });
  expect(await own(wrong)).toEqual([]);

  const removed = await begun(await picture('png', { width: 503, height: 20 }));
  const removing = await attempts(async (order): Promise<MediaOutcome> => {
    await uploader(world, who).remove(removed);
    return checks.check(order);
  });
  await removing({ mediaID: removed });
  expect(await state(removed)).toMatchObject({ state: 'refused', refusal: 'removed' });
  await expect.poll(() => own(removed)).toEqual([]);
  await checks.close();
  await beside.close();
});
