import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from './private-folder.ts';

/** What the keys are for: each has one of its own. */
type Purpose =
  | 'former person'
  | 'separation'
  | 'network'
  | 'second factor'
  | 'recovery code'
  | 'limit'
  | 'ticket'
  | 'browser'
  | 'sign-in attempts'
  | 'mail budget';

const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** Keys made of the one secret of an installation (RFC 5869): what they hide cannot be tried out without it. */
export class Keys {
  readonly #secret: string;
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The same text gives the same hash, and nothing is learnt from it by whoever lacks the key. */
  hash(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url');
  }

  /** Encrypts (NIST SP 800-38D); `open` gives the text back. */
  seal(purpose: Purpose, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, this.#key(purpose), nonce);
    const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
  }

  /** Throws if it was not sealed with this secret for this purpose. */
  open(purpose: Purpose, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const opening = createDecipheriv(cipher, this.#key(purpose), bytes.subarray(0, nonceBytes));
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8');
  }

  #key(purpose: Purpose): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `unspoken ${purpose}`, 32));
  }
}

/** The secret the operator set, or else the one that was made up in this folder when it was first used. */
export function keysOf({ secret, dataDir }: { secret: string | undefined; dataDir: string }): Keys {
  if (secret !== undefined) return new Keys(secret);
  const file = join(dataDir, 'secret');
  makePrivate(dataDir);
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return new Keys(readFileSync(file, 'utf8'));
}
