import { createHash } from 'node:crypto';

/** A plausible bug, and the suite that must find it. */
export interface Bug {
  readonly name: string;
  readonly file: string;
  /** The correct source, which must occur once in the file, and the source with the bug. */
  readonly from: string;
  readonly to: string;
  /** A test file (Vitest), a story (Playwright), or `simulation <encounters> <seed>`. */
  readonly suite: string;
  /** Part of a test title, if one test of the suite is enough. */
  readonly test?: string;
}

/** The bug no longer fits the source and has to be updated. */
export class Stale extends Error {}

/** Returns the source with the bug in it. Throws `Stale` unless the place occurs exactly once. */
export function plant(source: string, { name, file, from, to }: Bug): string {
  const places = source.split(from).length - 1;
  if (places !== 1) throw new Stale(`"${name}" wants one place in ${file} and finds ${places}`);
  if (from === to) throw new Stale(`"${name}" changes nothing`);
  return source.replace(from, () => to);
}

/** The key of a result: a hash of the bug and the source. */
export const keyOf = (source: string, what: object): string =>
  createHash('sha256')
    .update(JSON.stringify([source, what]))
    .digest('base64url');
