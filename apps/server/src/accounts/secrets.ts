import { createHash } from 'node:crypto';

/** Bytes of a secret that stands for a person: 256 bits. */
export const secretBytes = 32;

/** What is kept of a secret with full entropy: one round suffices, there is nothing to guess. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
