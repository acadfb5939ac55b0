import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivate } from './private-folder.ts';

/** The purposes of keys: each has a key of its own. */
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
  | 'mail budget'
  | 'invited address'
  | 'no more invitations'
  | 'declaration'
  | 'trial'
  | 'survey'
  | 'push';

const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

/** Keys derived from the one secret of an installation (RFC 5869): without it, what they protect cannot be found by trial. */
export class Keys {
  readonly #secret: string;
  /** Derived once: deriving a key takes several times as long as using it, and so does preparing one from its bytes. */
  readonly #derived = new Map<Purpose, KeyObject>();
  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The same text gives the same hash; without the key the hash reveals nothing about the text. */
  hash(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.#key(purpose)).update(text).digest('base64url');
  }

  /** Encrypts (NIST SP 800-38D); `open` returns the text. */
  seal(purpose: Purpose, text: string): string {
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, this.#key(purpose), nonce);
    const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
  }

  /** Throws if the text was not sealed with this secret for this purpose. */
  open(purpose: Purpose, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url');
    const opening = createDecipheriv(cipher, this.#key(purpose), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8');
  }

  #key(purpose: Purpose): KeyObject {
    const known = this.#derived.get(purpose);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#secret, '', `unspoken ${purpose}`, 32)));
    this.#derived.set(purpose, key);
    return key;
  }
}

/** Uses the operator's secret; if none is set, a secret that is generated on first use and kept in the data folder. */
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
