import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

/** Enough of TURN to ask a server whom it would reach for us (RFC 8489, RFC 8656). */

const cookie = 0x2112a442;
const allocate = 0x0003;
const createPermission = 0x0008;
const attribute = { username: 0x0006, integrity: 0x0008, error: 0x0009, peer: 0x0012, realm: 0x0014, nonce: 0x0015 } as const;
const requestedTransport = 0x0019;
const requestedFamily = 0x0017;

interface Answer {
  readonly code: number;
  readonly attributes: ReadonlyMap<number, Buffer>;
}

const encode = (type: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
};

/** The sixteen bytes of an IPv6 address, in whatever spelling. */
function bytesOfIPv6(address: string): Buffer {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const plain = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail)];
  return Buffer.concat(all.map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
}

function peerAddress(address: string, transaction: Buffer): Buffer {
  const mask = Buffer.concat([Buffer.from('2112a442', 'hex'), transaction]);
  const bytes = isIPv6(address) ? bytesOfIPv6(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(4);
  head.writeUInt8(isIPv6(address) ? 2 : 1, 1);
  head.writeUInt16BE(4_000 ^ (cookie >>> 16), 2);
  return Buffer.concat([head, Buffer.from(bytes.map((byte, i) => byte ^ (mask[i] ?? 0)))]);
}

export interface Credentials {
  readonly username: string;
  readonly credential: string;
}

/** One allocation on a TURN server, over UDP. */
export class TurnClient {
  readonly #socket: Socket = createSocket('udp4');
  readonly #port: number;
  readonly #credentials: Credentials;
  #realm = '';
  #nonce: Buffer = Buffer.alloc(0);

  constructor(port: number, credentials: Credentials) {
    this.#port = port;
    this.#credentials = credentials;
  }

  /** Asks for a relayed address of this family; answers the error code, or 0. */
  async allocate(family: 4 | 6): Promise<number> {
    const wish = () => [
      encode(requestedTransport, Buffer.from([17, 0, 0, 0])),
      encode(requestedFamily, Buffer.from([family === 4 ? 1 : 2, 0, 0, 0])),
    ];
    const challenge = await this.#ask(allocate, wish, false);
    this.#realm = challenge.attributes.get(attribute.realm)?.toString() ?? '';
    this.#nonce = challenge.attributes.get(attribute.nonce) ?? Buffer.alloc(0);
    return (await this.#ask(allocate, wish, true)).code;
  }

  /** Whether this server would send to that address; answers the error code, or 0. */
  async permission(address: string): Promise<number> {
    const wish = (transaction: Buffer) => [encode(attribute.peer, peerAddress(address, transaction))];
    return (await this.#ask(createPermission, wish, true)).code;
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: number, wish: (transaction: Buffer) => Buffer[], signed: boolean): Promise<Answer> {
    const transaction = randomBytes(12);
    const { username, credential } = this.#credentials;
    const parts = wish(transaction);
    if (signed)
      parts.push(
        encode(attribute.username, Buffer.from(username)),
        encode(attribute.realm, Buffer.from(this.#realm)),
        encode(attribute.nonce, this.#nonce),
      );
    const message = (extra: number) => {
      const body = Buffer.concat(parts);
      const head = Buffer.alloc(8);
      head.writeUInt16BE(method, 0);
      head.writeUInt16BE(body.length + extra, 2);
      head.writeUInt32BE(cookie, 4);
      return Buffer.concat([head, transaction, body]);
    };
    if (signed) {
      const key = createHash('md5').update(`${username}:${this.#realm}:${credential}`).digest();
      parts.push(encode(attribute.integrity, createHmac('sha1', key).update(message(24)).digest()));
    }
    return this.#exchange(message(0), transaction);
  }

  #exchange(request: Buffer, transaction: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the TURN server did not answer')), 1_000);
      const listener = (answer: Buffer) => {
        if (!answer.subarray(8, 20).equals(transaction)) return;
        clearTimeout(timer);
        this.#socket.off('message', listener);
        resolve(decode(answer));
      };
      this.#socket.on('message', listener);
      this.#socket.send(request, this.#port, '127.0.0.1');
    });
  }
}

function decode(message: Buffer): Answer {
  const attributes = new Map<number, Buffer>();
  for (let at = 20; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  const error = attributes.get(attribute.error);
  return { code: error ? (error[2] ?? 0) * 100 + (error[3] ?? 0) : 0, attributes };
}
