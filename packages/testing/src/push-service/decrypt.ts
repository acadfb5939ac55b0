import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** What a user agent keeps of its subscription (RFC 8291, 3.1 and 3.2). */
export interface Receiver {
  /** A P-256 key pair. */
  readonly keys: ECDH;
  /** 16 octets. */
  readonly authSecret: Buffer;
}

/** RFC 8188, 2.1: salt, record size and the length of the key id. */
const fixedHeader = 16 + 4 + 1;
/** An uncompressed point of P-256 (RFC 8291, 4). */
const publicKeyLength = 65;
const tagLength = 16;

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts the body of a push message (RFC 8291, 3.3 and 3.4; the layout is RFC 8188, 2). Throws when it is not one for this receiver. */
export function decryptMessage(body: Buffer, { keys, authSecret }: Receiver): Buffer {
  if (body.length < fixedHeader + publicKeyLength + tagLength + 1) throw new Error('the body is too short for a message');
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  if (body.readUInt8(20) !== publicKeyLength) throw new Error('the key id is not an uncompressed P-256 key');
  const sender = body.subarray(fixedHeader, fixedHeader + publicKeyLength);
  const record = body.subarray(fixedHeader + publicKeyLength);
  // RFC 8291, 4: a message is a single record.
  if (record.length > recordSize) throw new Error('the message has more than one record');

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const keyMaterial = derived(keys.computeSecret(sender), authSecret, keyInfo, 32);
  const contentKey = derived(keyMaterial, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(keyMaterial, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce, { authTagLength: tagLength });
  decipher.setAuthTag(record.subarray(-tagLength));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -tagLength)), decipher.final()]);
  return withoutPadding(padded);
}

/** The content ends with a delimiter, which is 2 in the last record, and any number of zeros (RFC 8188, 2). */
function withoutPadding(padded: Buffer): Buffer {
  const delimiter = padded.findLastIndex((octet) => octet !== 0);
  if (padded[delimiter] !== 2) throw new Error('the padding delimiter is not that of a last record');
  return padded.subarray(0, delimiter);
}
