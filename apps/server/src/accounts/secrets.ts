import { createHash } from 'node:crypto';

/** Bytes of a secret that identifies a person: 256 bits. */
export const secretBytes = 32;

/** The stored hash of a secret with full entropy: a single round of SHA-256 suffices, because such a secret cannot be guessed. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
