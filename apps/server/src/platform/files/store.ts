import type { Readable } from 'node:stream';

/** A part of a file: from the byte `start` to the byte `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Stores the bytes of files under names that are never reused. A file exists completely or not at all, and never changes. Every
 * implementation must pass `store-contract.ts`.
 */
export interface FileStore {
  /** Stores a file durably. A file of this name that exists already stays as it is. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** How many bytes the file has; undefined if there is none of this name. */
  size(name: string): Promise<number | undefined>;
  /** The bytes of an existing file. Throws if there is none of this name. */
  read(name: string, range?: ByteRange): Promise<Readable>;
  /** Removes a file; one that does not exist is no error. */
  remove(name: string): Promise<void>;
  /** The names of all files, in any order. */
  names(): AsyncIterable<string>;
}

/** A name is one segment of a path: it cannot lead out of the store. */
export const isFileName = (name: string): boolean => /^[0-9a-z]{8,64}\.[0-9a-z]{2,5}$/.test(name);
