import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** 46 MiB in KiB, one pass, one lane: the first of OWASP's equivalent choices for Argon2id (RFC 9106). */
export const recommendedMemory = 46 * 1_024;
const cost = { passes: 1, parallelism: 1, tagLength: 32 } as const;

/**
 * Written in the PHC string format: the hash itself names its cost parameters, which may change later. `memory` in KiB; only
 * tests set it, because a hash is most of the work of a test that creates an account.
 */
export const hashPassword = async (password: string, memory = recommendedMemory): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { ...cost, memory, message: Buffer.from(password, 'utf8'), nonce });
  return `$argon2id$v=19$m=${memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
};

const spelling = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const parts = spelling.exec(hash);
  if (!parts) return false;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const expected = Buffer.from(parts[5] as string, 'base64url');
  const nonce = Buffer.from(parts[4] as string, 'base64url');
  const message = Buffer.from(password, 'utf8');
  const tag = await derive('argon2id', { memory, passes, parallelism, tagLength: expected.length, message, nonce });
  return timingSafeEqual(tag, expected);
};

/** How many hashes may run at a time: one core stays free for everything else. */
export const hashesAtATime = Math.max(1, availableParallelism() - 1);
