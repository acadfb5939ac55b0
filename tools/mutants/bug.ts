import { createHash } from 'node:crypto';

/** A bug as a tired engineer makes one, and the suite that must find it. */
export interface Bug {
  readonly name: string;
  readonly file: string;
  /** What stands there once, and what stands there with the bug. */
  readonly from: string;
  readonly to: string;
  /** A test file (Vitest), a story (Playwright), or `simulation <encounters> <seed>`. */
  readonly suite: string;
  /** Part of a title, where one test of the suite is enough. */
  readonly test?: string;
}

/** The bug does not fit the source any more, and has to be planted anew. */
export class Stale extends Error {}

/** The source with the bug in it. Throws `Stale` unless the place is there, and only once. */
export function plant(source: string, { name, file, from, to }: Bug): string {
  const places = source.split(from).length - 1;
  if (places !== 1) throw new Stale(`"${name}" wants one place in ${file} and finds ${places}`);
  if (from === to) throw new Stale(`"${name}" changes nothing`);
  return source.replace(from, () => to);
}

/** Names a result: another bug, or another source, has another. */
export const keyOf = (source: string, what: object): string =>
  createHash('sha256')
    .update(JSON.stringify([source, what]))
    .digest('base64url');
