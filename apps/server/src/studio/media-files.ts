import type { Readable } from 'node:stream';
import { imageWidths, pieceLength } from '@unspoken/contract/uploads';
import type { Media } from '../experiences/service.ts';
import type { FileStore } from '../platform/files/store.ts';

/**
 * The name of what was received from an offset on, in the store: no route serves this extension. A process that dies takes nothing with
 * it, and every process can receive every part.
 */
export const partName = (id: string, offset: number): string => `${id}p${offset / pieceLength}.part`;

/** The names that the parts of an upload may have; those that arrived whole leave some of them out. */
export const partNames = ({ id, size }: Pick<Media, 'id' | 'size'>): string[] =>
  Array.from({ length: Math.ceil(size / pieceLength) }, (_, index) => partName(id, index * pieceLength));

/** The names of what is stored of a file that is ready. */
export const fileNames = ({ id, format }: Pick<Media, 'id' | 'format'>): string[] =>
  format === ''
    ? []
    : [`${id}.${format}`, ...(format === 'webp' ? imageWidths.slice(0, -1).map((width) => `${id}w${width}.webp`) : [])];

export async function removeAll(files: FileStore, names: readonly string[]): Promise<void> {
  for (const name of names) await files.remove(name);
}

/** The bytes of an upload; undefined if a part of it is missing. */
export async function assembled(
  files: FileStore,
  upload: Pick<Media, 'id' | 'size'>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(new ArrayBuffer(upload.size));
  let at = 0;
  while (at < upload.size) {
    const name = partName(upload.id, at);
    if (!(await files.size(name))) return undefined;
    for await (const chunk of (await files.read(name)) as Readable & AsyncIterable<Uint8Array>) {
      if (at + chunk.length > bytes.length) return undefined;
      bytes.set(chunk, at);
      at += chunk.length;
    }
  }
  return bytes;
}
