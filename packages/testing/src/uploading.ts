import { createHash } from 'node:crypto';
import { partLength, type Upload } from '@unspoken/contract/uploads';
import { expect, vi } from 'vitest';
import type { Member, Reply, World } from './world.ts';

type Kind = Upload['kind'];

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What a facilitator's client does to upload files. */
export function uploader(world: World, who: Member) {
  const send = (path: string, body: object): Promise<Reply> =>
    world.call(`/api/v1/studio/${path}`, {
      ...{ token: who.token, body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
  const begin = (kind: Kind, bytes: Uint8Array, change: object = {}) =>
    send('uploads', { kind, name: 'A file', size: bytes.length, sha256: sha256(bytes), ...change });
  const part = (mediaID: string, bytes: Uint8Array, offset: number, length: number = partLength) =>
    send('upload-part', { mediaID, offset, part: Buffer.from(bytes.subarray(offset, offset + length)).toString('base64') });
  /** Sends the parts from `from` on. */
  const rest = async (mediaID: string, bytes: Uint8Array, from = 0) => {
    for (let offset = from; offset < bytes.length; offset += partLength)
      expect((await part(mediaID, bytes, offset)).body).toEqual({ received: Math.min(offset + partLength, bytes.length) });
  };
  const finish = (mediaID: string) => send('upload-finish', { mediaID });
  const files = async (): Promise<{ files: Upload[]; quota: Record<string, number> }> =>
    (await world.call('/api/v1/studio/files', { token: who.token })).body;
  const find = async (mediaID: string) => (await files()).files.find((each) => each.mediaID === mediaID);
  /** The file as soon as it has been checked. */
  const settled = (mediaID: string): Promise<Upload> =>
    vi.waitFor(
      async () => {
        const file = (await find(mediaID)) as Upload;
        expect(['ready', 'refused']).toContain(file.state);
        return file;
      },
      { timeout: 60_000, interval: 100 },
    );
  /** Uploads a file, and waits until it has been checked. */
  const upload = async (kind: Kind, bytes: Uint8Array, change: object = {}): Promise<Upload> => {
    const { body } = await begin(kind, bytes, change);
    expect(body.error).toBeUndefined();
    await rest(body.upload.mediaID, bytes);
    await finish(body.upload.mediaID);
    return settled(body.upload.mediaID);
  };
  const remove = (mediaID: string) => send('file-remove', { mediaID });
  return { send, begin, part, rest, finish, files, find, settled, upload, remove };
}

/** A file as it is served; undefined if there is none. */
export async function served(world: World, name: string): Promise<Buffer | undefined> {
  const answer = await fetch(`${world.origin}/media/${name}`);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
}
