import { createHash } from 'node:crypto';
import { largestUpload } from '@unspoken/contract/uploads';
import type { MediaOrder, MediaOutcome } from './checked.ts';
import { acceptedFormats, formatOf } from './format.ts';
import { checkImage } from './image.ts';
import { Refused } from './refused.ts';
import { checkSound } from './sound.ts';
import { checkVideo } from './video.ts';

/** Checks a file by its content, and brings it to the form in which it is kept. */
export async function checkMedia({ kind, sha256, bytes }: MediaOrder): Promise<MediaOutcome> {
  try {
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Refused('checksum');
    if (bytes.length > largestUpload[kind]) throw new Refused('too_large');
    const format = formatOf(bytes);
    if (!format) throw new Refused('unknown_format');
    if (acceptedFormats[format] !== kind) throw new Refused('mislabelled');
    const check = { sound: checkSound, image: checkImage, video: checkVideo }[kind];
    return { checked: await check(bytes, format) };
  } catch (error) {
    if (error instanceof Refused) return { refused: error.reason };
    throw error;
  }
}
