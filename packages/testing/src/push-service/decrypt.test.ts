import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptMessage } from './decrypt.ts';

const decoded = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const vector = {
  receiverPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  receiverPublic: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  authSecret: 'BTBZMqHH6r4Tts7J_aSIgg',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

function vectorReceiver() {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(decoded(vector.receiverPrivate));
  return { keys, authSecret: decoded(vector.authSecret) };
}

/** Encrypts any padded content for the receiver of the vector, so that padding can be wrong too. */
function encrypted(padded: Buffer): Buffer {
  const sender = createECDH('prime256v1');
  const senderKey = sender.generateKeys();
  const receiverKey = decoded(vector.receiverPublic);
  const salt = randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey]);
  const material = Buffer.from(hkdfSync('sha256', sender.computeSecret(receiverKey), decoded(vector.authSecret), info, 32));
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  const content = Buffer.concat([cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([salt, Buffer.from([0, 0, 16, 0, 65]), senderKey, content]);
}

describe('the decryption of a push message', () => {
  it('reads the example of RFC 8291', () => {
    const { keys, authSecret } = vectorReceiver();
    expect(keys.getPublicKey('base64url')).toBe(vector.receiverPublic);
    const plain = decryptMessage(decoded(vector.message), { keys, authSecret });
    expect(plain.toString('utf8')).toBe('When I grow up, I want to be a watermelon');
    expect(plain.toString('base64url')).toBe('V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24');
  });

  it('removes the padding, and keeps zeros that belong to the content', () => {
    const plain = decryptMessage(encrypted(Buffer.from([7, 0, 2, 0, 0, 0])), vectorReceiver());
    expect([...plain]).toEqual([7, 0]);
    expect(decryptMessage(encrypted(Buffer.from([2])), vectorReceiver())).toHaveLength(0);
  });

  it.each([
    ['the delimiter of a record before the last', [7, 1]],
    ['no delimiter', [0, 0]],
  ])('refuses content with %s', (_name, padded) => {
    expect(() => decryptMessage(encrypted(Buffer.from(padded)), vectorReceiver())).toThrow('padding delimiter');
  });

  it('refuses the example with any octet changed, except in the record size', () => {
    const accepted = [...decoded(vector.message).keys()].filter((position) => {
      const changed = decoded(vector.message);
      changed[position] = (changed[position] ?? 0) ^ 1;
      try {
        decryptMessage(changed, vectorReceiver());
        return true;
      } catch {
        return false;
      }
    });
    // The record size is not authenticated, and these have the same single record.
    expect(accepted).toEqual([16, 17, 18, 19]);
  });

  it('refuses the example with another authentication secret, and with another key pair', () => {
    const { keys, authSecret } = vectorReceiver();
    const other = createECDH('prime256v1');
    other.generateKeys();
    expect(() => decryptMessage(decoded(vector.message), { keys, authSecret: randomBytes(16) })).toThrow();
    expect(() => decryptMessage(decoded(vector.message), { keys: other, authSecret })).toThrow();
  });

  it('refuses a record that is longer than the record size', () => {
    const message = decoded(vector.message);
    const recordLength = message.length - 86;
    message.writeUInt32BE(recordLength, 16);
    expect(() => decryptMessage(message, vectorReceiver())).not.toThrow();
    message.writeUInt32BE(recordLength - 1, 16);
    expect(() => decryptMessage(message, vectorReceiver())).toThrow('more than one record');
  });

  it('refuses a body that ends before its record', () => {
    expect(() => decryptMessage(decoded(vector.message).subarray(0, 100), vectorReceiver())).toThrow('too short');
    expect(() => decryptMessage(Buffer.alloc(0), vectorReceiver())).toThrow('too short');
  });
});
