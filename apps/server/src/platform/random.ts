import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** Randomness, passed in: everything that must not be guessable comes from here. */
export interface Random {
  /** A name for a row, in UUID form (RFC 9562, version 4). */
  id(): string;
  /** `bytes` random bytes in base64url: 16 give 128 bits. */
  secret(bytes: number): string;
  /** `count` random decimal digits, for a code that is typed. */
  digits(count: number): string;
}

export const systemRandom: Random = {
  id: () => randomUUID(),
  secret: (bytes) => randomBytes(bytes).toString('base64url'),
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
};
