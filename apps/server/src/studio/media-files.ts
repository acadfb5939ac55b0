import type { Readable } from 'node:stream';
import { imageWidths, pieceLength } from '@unspoken/contract/uploads';
import type { Media } from '../experiences/service.ts';
import type { FileStore } from '../platform/files/store.ts';

/**
 * The name of what was received from an offset on, in the store: no route serves this extension. A process that dies takes nothing with
 * it, and every process can receive every part.
 */
export const partName = (id: string, offset: number, isPiece: boolean): string =>
  `${id}p${offset / pieceLength}${isPiece ? 'x' : ''}.part`;

/** The names that the parts of an upload may have: each begins at a piece, and is one, or reaches to the end of its part. */
export const partNames = ({ id, size }: Pick<Media, 'id' | 'size'>): string[] =>
  Array.from({ length: Math.ceil(size / pieceLength) }, (_, index) => index * pieceLength).flatMap((offset) =>
    [false, true].map((isPiece) => partName(id, offset, isPiece)),
  );

/** The names of what a check may have stored of a file, whatever has become of the check. */
export const resultNames = ({ id, kind }: Pick<Media, 'id' | 'kind'>): string[] => {
  if (kind !== 'image') return [`${id}.${kind === 'sound' ? 'mp3' : 'mp4'}`];
  return ['', ...imageWidths.slice(0, -1).map((width) => `w${width}`)].map((suffix) => `${id}${suffix}.webp`);
};

/** How many files are removed at once. */
const together = 16;

export async function removeAll(files: FileStore, names: readonly string[]): Promise<void> {
  for (let at = 0; at < names.length; at += together)
    await Promise.all(names.slice(at, at + together).map((name) => files.remove(name)));
}

/** The bytes of an upload; undefined if a part of it is missing. */
export async function assembled(
  files: FileStore,
  upload: Pick<Media, 'id' | 'size'>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(new ArrayBuffer(upload.size));
  let at = 0;
  while (at < upload.size) {
    // Both may be there, of two tabs or of a process that died; the ends of whole parts are reached either way.
    const names = [false, true].map((isPiece) => partName(upload.id, at, isPiece));
    const sizes = await Promise.all(names.map((each) => files.size(each)));
    const name = names.find((_, i) => sizes[i]);
    if (name === undefined) return undefined;
    for await (const chunk of (await files.read(name)) as Readable & AsyncIterable<Uint8Array>) {
      if (at + chunk.length > bytes.length) return undefined;
      bytes.set(chunk, at);
      at += chunk.length;
    }
  }
  return bytes;
}
