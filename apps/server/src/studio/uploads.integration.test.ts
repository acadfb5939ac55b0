import { partLength, pieceLength } from '@unspoken/contract/uploads';
import { picture } from '@unspoken/testing/media/pictures';
import { sine, wavOf } from '@unspoken/testing/media/sounds';
import { moderatorOf } from '@unspoken/testing/moderation';
import { startS3Server } from '@unspoken/testing/storage/s3-server';
import { served, sha256, uploader } from '@unspoken/testing/uploading';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Two whole parts and a piece, of which no two are alike. */
const long = wavOf(sine(0.2, 200), { seconds: 40 });

describe.each(['folder', 'S3'])('%s', (kind) => {
  let world: World;
  let storage: Awaited<ReturnType<typeof startS3Server>> | undefined;
  let [fay, gus] = [] as unknown as [Member, Member];
  beforeAll(async () => {
    storage = kind === 'S3' ? await startS3Server() : undefined;
    world = await startWorld({ ...storage?.environment });
    fay = await moderatorOf(world, 'Fay Uploads', 'facilitator');
    gus = await moderatorOf(world, 'Gus Uploads', 'facilitator');
  });
  afterAll(async () => {
    await world.close();
    await storage?.close();
  });

  test('[STU-8] an upload that was interrupted goes on where it was, and the same file is uploaded once', async () => {
    const { begin, part, rest, finish, settled } = uploader(world, fay);
    const { upload } = (await begin('sound', long, { name: 'Bell.wav' })).body;
    expect(upload).toMatchObject({ kind: 'sound', name: 'Bell.wav', state: 'uploading', size: long.length, received: 0 });
    const id = upload.mediaID;
    expect((await part(id, long, 0)).body).toEqual({ received: partLength });
    // Missing, too short, too long: nothing of it counts.
    expect((await part(id, long, 2 * partLength)).body).toMatchObject({ error: 'upload_refused', fields: { offset: 'gap' } });
    expect((await part(id, long.subarray(0, partLength + 5), partLength)).body.error).toBe('upload_refused');
    expect((await finish(id)).body.error).toBe('upload_refused');
    const again = (await begin('sound', long, { name: 'Other name.wav' })).body.upload;
    expect([again.mediaID, again.received, again.name]).toEqual([id, partLength, 'Bell.wav']);
    // A part that is here already changes nothing, whatever is in it.
    expect((await part(id, Buffer.alloc(partLength), 0)).body).toEqual({ received: partLength });
    // Of many tabs that send one part each stores the same.
    const answers = await Promise.all(Array.from({ length: 4 }, () => part(id, long, partLength)));
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => ({ received: 2 * partLength })));
    await rest(id, long, 2 * partLength);
    expect((await finish(id)).body.upload).toMatchObject({ state: 'checking', received: long.length });
    expect(['checking', 'ready']).toContain((await finish(id)).body.upload.state);
    expect(await settled(id)).toMatchObject({ state: 'ready', format: 'mp3', refusal: null });
    expect((await part(id, long, 0)).body).toEqual({ received: long.length });
    expect((await begin('sound', long)).body.upload).toMatchObject({ mediaID: id, state: 'ready' });
    expect((await served(world, `${id}.mp3`))?.length).toBeGreaterThan(100_000);
    for (const index of [0, 1, 2]) expect(await served(world, `${id}p${index}.part`)).toBeUndefined();
  });

  test('[STU-8] over a slow connection a part arrives in pieces, mixed with whole ones', async () => {
    const { begin, part, rest, finish, settled } = uploader(world, fay);
    const slow = wavOf(sine(0.2, 210), { seconds: 40 });
    const id = (await begin('sound', slow)).body.upload.mediaID;
    expect((await part(id, slow, 0, pieceLength)).body).toEqual({ received: pieceLength });
    for (const length of [pieceLength - 1, pieceLength + 1, partLength, 2 * pieceLength])
      expect((await part(id, slow, pieceLength, length)).body).toMatchObject({ fields: { part: 'length' } });
    expect((await part(id, slow, pieceLength, pieceLength)).body).toEqual({ received: 2 * pieceLength });
    // The connection has become better: the rest of the part, and then whole ones.
    expect((await part(id, slow, 2 * pieceLength, partLength - 2 * pieceLength)).body).toEqual({ received: partLength });
    expect((await part(id, slow, partLength)).body).toEqual({ received: 2 * partLength });
    for (let offset = 2 * partLength; offset < slow.length - pieceLength; offset += pieceLength)
      await part(id, slow, offset, pieceLength);
    const last = slow.length - (slow.length % pieceLength);
    await rest(id, slow, last);
    await finish(id);
    expect((await settled(id)).state).toBe('ready');
  });

  test('[STU-9] the checksum decides: forged parts change nothing, and nothing is kept of what was not announced', async () => {
    const { begin, rest, finish, settled } = uploader(world, fay);
    const honest = wavOf(sine(0.2, 300), { seconds: 2 });
    const forged = Buffer.from(honest);
    forged[100] = 1;
    const id = (await begin('sound', forged, { sha256: sha256(honest) })).body.upload.mediaID;
    await rest(id, forged);
    await finish(id);
    expect(await settled(id)).toMatchObject({ state: 'refused', refusal: 'checksum', format: null });
    expect(await served(world, `${id}.mp3`)).toBeUndefined();
    // The honest file is another upload.
    const next = (await begin('sound', honest)).body.upload;
    expect(next.mediaID).not.toBe(id);
    await rest(next.mediaID, honest);
    await finish(next.mediaID);
    expect((await settled(next.mediaID)).state).toBe('ready');
  });

  test('[STU-1] [STU-8] another’s upload is answered like what does not exist', async () => {
    const own = uploader(world, fay);
    const other = uploader(world, gus);
    const bytes = await picture('png', { width: 40, height: 30 });
    const id = (await own.begin('image', bytes)).body.upload.mediaID;
    for (const answer of [await other.part(id, bytes, 0), await other.finish(id), await other.remove(id)])
      expect([answer.status, answer.body.error]).toEqual([404, 'not_found']);
    expect((await other.files()).files).toEqual([]);
    expect((await other.begin('image', bytes)).body.upload.mediaID).not.toBe(id);
    expect((await own.part('0'.repeat(32), bytes, 0)).status).toBe(404);
  });

  test('[STU-11] a file is removed by its owner, with its bytes', async () => {
    const { upload, remove, find, begin, part, finish } = uploader(world, fay);
    const image = await upload('image', await picture('jpeg', { width: 1_000, height: 100 }));
    const names = ['', 'w480', 'w960'].map((suffix) => `${image.mediaID}${suffix}.webp`);
    for (const name of names) expect(await served(world, name), name).toBeDefined();
    expect((await remove(image.mediaID)).body).toEqual({ success: true });
    expect(await find(image.mediaID)).toBeUndefined();
    for (const name of names) await expect.poll(() => served(world, name), { timeout: 10_000 }).toBeUndefined();
    expect((await remove(image.mediaID)).body.error).toBe('not_found');
    const bytes = await picture('png', { width: 41, height: 30 });
    const id = (await begin('image', bytes)).body.upload.mediaID;
    await remove(id);
    for (const answer of [await part(id, bytes, 0), await finish(id)]) expect(answer.body.error).toBe('not_found');
  });
});
