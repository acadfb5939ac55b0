import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { moderatorOf } from '@unspoken/testing/moderation';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const origin = 'https://unspoken.example.org';
let world: World;
beforeAll(async () => {
  world = await startWorld({ PUBLIC_URL: origin });
});
afterAll(() => world.close());

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const userPresent = 0x01;
const attestedCredentialData = 0x40;

/** A security key in software (W3C Web Authentication, sections 6.1 and 6.5.1). */
function authenticator(relyingParty = new URL(origin).hostname) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  const data = (flags: number, more: readonly Buffer[] = []) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(relyingParty), Buffer.of(flags), count, ...more]);
  };
  const client = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const identity = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  return {
    id: identity.id,
    create(challenge: string, from = origin) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const authData = data(userPresent | attestedCredentialData, [
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        Buffer.from(key),
      ]);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...identity,
        response: {
          clientDataJSON: client('webauthn.create', challenge, from).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    get(challenge: string, from = origin) {
      const clientData = client('webauthn.get', challenge, from);
      const authData = data(userPresent);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey);
      return {
        ...identity,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
    /** Resets the signature counter: the key then answers like a copy of it that has signed less often. */
    rewind: () => {
      counter = 0;
    },
  };
}

const passkeys = (token: string, what: string, body?: object) =>
  world.call(`/api/v1/account/secondfactor/passkeys${what}`, {
    token,
    method: what === '' ? 'GET' : 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const begin = async (token: string) => (await passkeys(token, '/begin')).body;
const ask = async (token: string) => (await passkeys(token, '/ask')).body.challenge as string;
const queue = async (token: string) => (await world.call('/api/v1/moderation/cases', { token })).body;
const signIn = async ({ email }: Member) =>
  (await world.call('/api/v1/account/login', { body: { email, password } })).body.token as string;
const wrong = { error: 'wrong_passkey' };

test('[ACC-24] a passkey opens the console like a code; a signature counts once, on this site, for one person', async () => {
  const [mo, ma] = [await moderatorOf(world, 'Mo'), await moderatorOf(world, 'Ma')];
  const key = authenticator();
  const options = await begin(mo.token);
  expect(options).toMatchObject({ rp: { id: 'unspoken.example.org' }, user: { name: mo.email }, attestation: 'none' });
  const made = key.create(options.challenge);
  // A passkey created for another origin, after its challenge was used up, or for the challenge of another session is refused.
  expect(
    (await passkeys(mo.token, '/add', { passkey: key.create(options.challenge, 'https://evil.example') })).body,
  ).toMatchObject(wrong);
  expect((await passkeys(mo.token, '/add', { passkey: made })).body).toMatchObject(wrong);
  const { challenge } = await begin(mo.token);
  expect((await passkeys(ma.token, '/add', { passkey: key.create(challenge) })).body).toMatchObject(wrong);
  expect((await passkeys(mo.token, '/add', { passkey: key.create(challenge) })).body).toEqual({ success: true });
  expect((await passkeys(mo.token, '')).body.passkeys).toMatchObject([{ passkeyID: key.id, usedAt: null }]);
  // A key belongs to one person only.
  const others = await begin(ma.token);
  expect((await passkeys(ma.token, '/add', { passkey: key.create(others.challenge) })).body).toMatchObject(wrong);

  // Another browser gets no access before it proves the second factor.
  const other = await signIn(mo);
  expect((await queue(other)).error).toBe('second_factor_needed');
  expect((await passkeys(other, '/begin')).body.error).toBe('second_factor_needed');
  const proof = key.get(await ask(other));
  expect((await passkeys(other, '/prove', { passkey: proof })).body).toEqual({ success: true });
  expect((await queue(other)).cases).toEqual([]);
  expect((await passkeys(mo.token, '')).body.passkeys).toMatchObject([{ usedAt: expect.any(Number) }]);

  // A used signature is refused in another session too, and so are an unknown key, another origin, an expired challenge
  // and a counter that has gone back.
  const third = await signIn(mo);
  expect((await passkeys(third, '/prove', { passkey: proof })).body).toMatchObject(wrong);
  await ask(third);
  expect((await passkeys(third, '/prove', { passkey: proof })).body).toMatchObject(wrong);
  expect((await passkeys(third, '/prove', { passkey: authenticator().get(await ask(third)) })).body).toMatchObject(wrong);
  expect((await passkeys(third, '/prove', { passkey: key.get(await ask(third), 'https://evil.example') })).body).toMatchObject(
    wrong,
  );
  const late = await ask(third);
  world.advance(5 * 60_000);
  expect((await passkeys(third, '/prove', { passkey: key.get(late) })).body).toMatchObject(wrong);
  key.rewind();
  expect((await passkeys(third, '/prove', { passkey: key.get(await ask(third)) })).body).toMatchObject(wrong);
  expect((await queue(third)).error).toBe('second_factor_needed');

  // A passkey works only in addition to the app. The signatures bring its counter above the stored one.
  const last = await ask(third);
  for (let signed = 0; signed < 5; signed++) key.get(last);
  await world.query('delete from second_factor where account_id = $1', [mo.userId]);
  expect((await passkeys(third, '/prove', { passkey: key.get(last) })).body).toMatchObject(wrong);
  expect((await passkeys(mo.token, '/add', { passkey: authenticator().create((await begin(mo.token)).challenge) })).status).toBe(
    403,
  );
});

test('[ACC-24] only its owner removes a passkey; an account has ten at most; adding one requires a recent sign-in', async () => {
  const [mi, mu] = [await moderatorOf(world, 'Mi'), await moderatorOf(world, 'Mu')];
  const keys = Array.from({ length: 10 }, () => authenticator());
  for (const key of keys) {
    const { challenge } = await begin(mi.token);
    expect((await passkeys(mi.token, '/add', { passkey: key.create(challenge) })).status).toBe(200);
    world.advance(120_000 / keys.length);
  }
  expect((await begin(mi.token)).error).toBe('too_many_passkeys');
  expect((await passkeys(mu.token, '/remove', { passkeyID: keys[0]?.id })).body.error).toBe('not_found');
  expect((await passkeys(mi.token, '/remove', { passkeyID: keys[0]?.id })).body).toEqual({ success: true });
  expect((await passkeys(mi.token, '')).body.passkeys).toHaveLength(9);
  expect((await passkeys(mu.token, '/ask')).body.error).toBe('not_found');
  world.advance(11 * 60_000);
  expect((await begin(mi.token)).error).toBe('recent_sign_in_needed');
});
