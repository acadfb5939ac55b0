import type { MediaKind } from '@unspoken/contract/uploads';
import { startsWithFrames } from './mp3-frames.ts';

/** The formats that are accepted, and the kind of each. */
export const acceptedFormats = {
  mp3: 'sound',
  wav: 'sound',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  mp4: 'video',
} as const satisfies Record<string, MediaKind>;
export type AcceptedFormat = keyof typeof acceptedFormats;

/** Four characters of a file, as many formats name themselves and their parts. */
export const fourCharacters = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Brands of files that are built like MP4 and are none: QuickTime, and still images (ISO/IEC 14496-12, 4.3; 23008-12). */
const otherBrands = ['qt  ', 'heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'crx '];

/** What a file is by its content; its name proves nothing. Undefined if it is none of the accepted formats. */
export function formatOf(bytes: Uint8Array): AcceptedFormat | undefined {
  const begin = fourCharacters(bytes, 0);
  if (begin === 'RIFF') {
    const form = fourCharacters(bytes, 8);
    return form === 'WAVE' ? 'wav' : form === 'WEBP' ? 'webp' : undefined;
  }
  if (pngSignature.every((each, i) => bytes[i] === each)) return 'png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (fourCharacters(bytes, 4) === 'ftyp') return otherBrands.includes(fourCharacters(bytes, 8)) ? undefined : 'mp4';
  return startsWithFrames(bytes) ? 'mp3' : undefined;
}
