import { type AcceptedFormat, fourCharacters } from './format.ts';
import { Refused } from './refused.ts';

/**
 * Walks through the parts of an image file without decoding it. Throws `Refused`: `truncated` if it ends before its own end,
 * `foreign_bytes` if something follows it.
 */
export function checkStructure(bytes: Uint8Array, format: AcceptedFormat): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = format === 'png' ? endOfPng(bytes, view) : format === 'webp' ? endOfWebp(bytes, view) : endOfJpegs(bytes, view);
  if (end > bytes.length) throw new Refused('truncated');
  if (end < bytes.length) throw new Refused('foreign_bytes');
}

/** Chunks up to IEND (PNG, third edition, 5). */
function endOfPng(bytes: Uint8Array, view: DataView): number {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = fourCharacters(bytes, at + 4);
    if (!/^[A-Za-z]{4}$/.test(name)) throw new Refused('damaged');
    at += 12 + view.getUint32(at);
    if (name === 'IEND') return at;
  }
  throw new Refused('truncated');
}

/** One RIFF chunk, and the byte that makes its length even (RFC 9649, 2.3). */
function endOfWebp(bytes: Uint8Array, view: DataView): number {
  if (bytes.length < 20) throw new Refused('truncated');
  const end = 8 + view.getUint32(4, true);
  let at = 12;
  while (at + 8 <= Math.min(end, bytes.length)) {
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  if (at > bytes.length) throw new Refused('truncated');
  if (at !== end + (end % 2)) throw new Refused('damaged');
  return at;
}

/** A camera may append further images to a photograph: thumbnails, and what high dynamic range needs (CIPA DC-007). */
function endOfJpegs(bytes: Uint8Array, view: DataView): number {
  let at = endOfJpeg(bytes, view, 0);
  while (at + 3 < bytes.length && view.getUint16(at) === 0xffd8 && bytes[at + 2] === 0xff) at = endOfJpeg(bytes, view, at);
  return at;
}

/** Segments up to EOI (ITU-T T.81, B.1). */
function endOfJpeg(bytes: Uint8Array, view: DataView, begin: number): number {
  let at = begin + 2;
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new Refused('damaged');
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    if (marker === 0xd9) return at;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    if (marker === 0 || marker === 0xd8) throw new Refused('damaged');
    if (at + 2 > bytes.length) break;
    const length = view.getUint16(at);
    if (length < 2) throw new Refused('damaged');
    at += length;
    if (marker === 0xda) at = endOfScan(bytes, at);
  }
  throw new Refused('truncated');
}

/** Where the next marker is behind the entropy-coded data of a scan: restart markers belong to it, and so does 0xff with a 0 behind it. */
function endOfScan(bytes: Uint8Array, begin: number): number {
  for (let at = bytes.indexOf(0xff, begin); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at;
  }
  throw new Refused('truncated');
}
