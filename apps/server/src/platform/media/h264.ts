import { Refused } from './refused.ts';

/** Types of units (ITU-T H.264, table 7-1): coded pictures and what they need; additional information, and filler, are neither. */
const [leastType, mostType] = [1, 21];
const leftOut = new Set([6, 12]);

/**
 * A picture as a row of units, each with its length before it, without additional information (which encoders and cameras use for notes)
 * and filler. Throws `Refused` if it is anything but whole units.
 */
export function pictureOnly(bytes: Uint8Array, lengthSize: number): Uint8Array {
  const kept: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + lengthSize >= bytes.length) throw new Refused('damaged');
    let length = 0;
    for (let i = 0; i < lengthSize; i++) length = length * 256 + (bytes[at + i] as number);
    const end = at + lengthSize + length;
    const header = bytes[at + lengthSize] as number;
    const type = header & 0x1f;
    // The first bit of a unit is 0 (7.4.1).
    if (length === 0 || end > bytes.length || header >> 7 !== 0 || type < leastType || type > mostType)
      throw new Refused('damaged');
    if (!leftOut.has(type)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (kept.length === 0) throw new Refused('damaged');
  return Buffer.concat(kept);
}
