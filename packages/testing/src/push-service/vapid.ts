import { createPublicKey, verify } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** The application server as its token names it. */
export interface Sender {
  /** Its public key in base64url. */
  readonly key: string;
  readonly audience: string;
  readonly subject: string;
  /** When the token expires: epoch ms. */
  readonly expiresAt: number;
}

const longestValidity = 24 * 3_600;
const base64url = /^[\w-]+$/;

/**
 * Reads and verifies an `Authorization` header of the scheme `vapid` (RFC 8292, 2 and 3). `origin` is the push service's,
 * and `now` is in epoch ms. Throws a Refusal with 401 when there are no such credentials, and with 403 when they are invalid
 * (RFC 8292, 4.2).
 */
export function verifySender(authorization: string | undefined, origin: string, now: number): Sender {
  const scheme = /^vapid +(.*)$/i.exec(authorization ?? '');
  if (!scheme) throw new Refusal(401, 'Authorization is not of the scheme vapid');
  const parameters = new Map(
    (scheme[1] ?? '').split(',').map((part): [string, string] => {
      const [name = '', value = ''] = part.trim().split('=', 2);
      return [name.toLowerCase(), value];
    }),
  );
  const key = parameters.get('k') ?? '';
  const [header = '', claims = '', signature = '', ...more] = (parameters.get('t') ?? '').split('.');
  if (![header, claims, signature].every((part) => base64url.test(part)) || more.length > 0)
    throw new Refusal(403, 'the token t is not a JSON Web Token');
  if (decoded(header).alg !== 'ES256') throw new Refusal(403, 'the token is not signed with ES256');
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Refusal(403, 'the signature of the token does not match the key k');
  return { key, ...verifiedClaims(decoded(claims), origin, now) };
}

function decoded(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Falls through to the refusal below.
  }
  throw new Refusal(403, 'a part of the token is not a JSON object');
}

/** The key of `k`: an uncompressed point of P-256 in base64url without padding (RFC 8292, 3.2). */
function publicKey(key: string) {
  const point = Buffer.from(key, 'base64url');
  if (!base64url.test(key) || point.length !== 65 || point[0] !== 4)
    throw new Refusal(403, 'the key k is not an uncompressed P-256 key');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  } catch {
    throw new Refusal(403, 'the key k is not a point of P-256');
  }
}

/** RFC 8292, 2 and 2.1. The subject is optional there, but Apple's service requires it. */
function verifiedClaims({ aud, exp, sub }: Record<string, unknown>, origin: string, now: number): Omit<Sender, 'key'> {
  if (aud !== origin) throw new Refusal(403, `the token's aud is ${JSON.stringify(aud)}, not ${origin}`);
  if (typeof exp !== 'number' || !Number.isFinite(exp)) throw new Refusal(403, "the token's exp is not a number");
  if (exp * 1_000 <= now) throw new Refusal(403, 'the token has expired');
  if (exp - now / 1_000 > longestValidity) throw new Refusal(403, "the token's exp is more than 24 hours ahead");
  if (typeof sub !== 'string' || !isContact(sub))
    throw new Refusal(403, `the token's sub ${JSON.stringify(sub)} is not a public mailto: or https: URL`);
  return { audience: origin, subject: sub, expiresAt: exp * 1_000 };
}

/** Apple's service answers 403 when the contact is at localhost. */
function isContact(subject: string): boolean {
  if (/^mailto:/i.test(subject)) return /^mailto:[^@\s]+@[^@\s]+$/i.test(subject) && !/@localhost\.?$/i.test(subject);
  if (!/^https:\/\//i.test(subject) || !URL.canParse(subject)) return false;
  return new URL(subject).hostname !== 'localhost';
}
