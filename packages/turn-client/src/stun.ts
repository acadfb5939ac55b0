import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The STUN and TURN messages that a client needs to request a relay allocation. Source: RFC 8489, RFC 8656. */

const cookie = 0x2112a442;
export const methods = { allocate: 0x0003, refresh: 0x0004, createPermission: 0x0008 } as const;
export const attributes = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  family: 0x0017,
  transport: 0x0019,
} as const;

export type Attribute = readonly [type: number, value: Buffer];

export interface StunAnswer {
  readonly transaction: string;
  /** The code of an error (RFC 8489 section 14.8), or 0. */
  readonly code: number;
  readonly attributes: ReadonlyMap<number, Buffer>;
}

/** What a request is signed with (RFC 8489 section 9.2). */
export interface Signature {
  readonly username: string;
  readonly password: string;
  readonly realm: string;
  readonly nonce: string;
}

const padded = (length: number): number => (length + 3) & ~3;

function encode([type, value]: Attribute): Buffer {
  const bytes = Buffer.alloc(4 + padded(value.length));
  bytes.writeUInt16BE(type, 0);
  bytes.writeUInt16BE(value.length, 2);
  value.copy(bytes, 4);
  return bytes;
}

/** Encodes a request; returns it with its transaction id in hex. */
export function request(
  method: number,
  own: (transaction: Buffer) => readonly Attribute[],
  signature?: Signature,
): { transaction: string; bytes: Buffer } {
  const transaction = randomBytes(12);
  const signed: Attribute[] = signature
    ? [
        [attributes.username, Buffer.from(signature.username)],
        [attributes.realm, Buffer.from(signature.realm)],
        [attributes.nonce, Buffer.from(signature.nonce)],
      ]
    : [];
  const body = Buffer.concat([...own(transaction), ...signed].map(encode));
  const head = Buffer.alloc(20);
  head.writeUInt16BE(method, 0);
  head.writeUInt32BE(cookie, 4);
  transaction.copy(head, 8);
  // The signed length includes the integrity attribute, which is appended later.
  head.writeUInt16BE(body.length + (signature ? 24 : 0), 2);
  const unsigned = Buffer.concat([head, body]);
  const id = transaction.toString('hex');
  if (!signature) return { transaction: id, bytes: unsigned };
  const { username, realm, password } = signature;
  const key = createHash('md5').update(`${username}:${realm}:${password}`).digest();
  const integrity = createHmac('sha1', key).update(unsigned).digest();
  return { transaction: id, bytes: Buffer.concat([unsigned, encode([attributes.integrity, integrity])]) };
}

/** The length of the message at the start of these bytes, or undefined while its header is incomplete. */
export const lengthOf = (bytes: Buffer): number | undefined => (bytes.length < 20 ? undefined : 20 + bytes.readUInt16BE(2));

/** Decodes an answer; undefined if the bytes are not a STUN message. */
export function answerOf(bytes: Buffer): StunAnswer | undefined {
  if (bytes.length < 20 || bytes.readUInt32BE(4) !== cookie) return undefined;
  const found = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2);
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + padded(length);
  }
  const error = found.get(attributes.error);
  return {
    transaction: bytes.subarray(8, 20).toString('hex'),
    code: error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : 0,
    attributes: found,
  };
}

/** An XOR-encoded peer address (RFC 8489 section 14.2). The transaction id matters for IPv6 only. */
export function peerAddress(address: string, port: number, transaction: Buffer): Buffer {
  const isV6 = address.includes(':');
  const plain = isV6 ? v6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const mask = Buffer.concat([Buffer.from([0x21, 0x12, 0xa4, 0x42]), transaction]);
  const bytes = Buffer.alloc(4 + plain.length);
  bytes[1] = isV6 ? 2 : 1;
  bytes.writeUInt16BE(port ^ (cookie >>> 16), 2);
  for (const [i, byte] of plain.entries()) bytes[4 + i] = byte ^ (mask[i] ?? 0);
  return bytes;
}

/** The sixteen bytes of an IPv6 address, whose last four may be written as IPv4 (RFC 4291 section 2.2). */
export function v6Bytes(address: string): Buffer {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const hex = (high: string | undefined, low: string | undefined) => ((Number(high) << 8) | Number(low)).toString(16);
  const text = dotted ? `${dotted[1]}${hex(dotted[2], dotted[3])}:${hex(dotted[4], dotted[5])}` : address;
  const [head = '', tail] = text.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => '0');
  const bytes = Buffer.alloc(16);
  for (const [i, group] of [...first, ...zeros, ...last].entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * i);
  return bytes;
}
