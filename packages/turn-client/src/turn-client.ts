import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIPv6 } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { answerOf, attributes, lengthOf, methods, peerAddress, request, type Signature, type StunAnswer } from './stun.ts';

/** Within so many ms a relay answers, or is not there. */
const patience = 3_000;
/** A request over UDP is sent again after so many ms, for it may be lost. */
const again = 700;

interface Line {
  send(bytes: Buffer): void;
  close(): void;
}

export interface TurnAddress {
  readonly host: string;
  readonly port: number;
  readonly over: 'udp' | 'tcp' | 'tls';
}

/** What a `turn:` or `turns:` address says (RFC 7065). */
export function turnAddress(url: string): TurnAddress {
  const [, scheme, host = '', port, transport] =
    /^(turns?):(\[[\da-f:.]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i.exec(url) ?? [];
  const isSecure = scheme === 'turns';
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (isSecure ? 5349 : 3478)),
    over: isSecure ? 'tls' : transport === 'tcp' ? 'tcp' : 'udp',
  };
}

/** Who asks, as coturn's `use-auth-secret` knows them. */
export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

/** The credentials that a shared secret gives until an instant, epoch s. */
export function credentialsUntil(secret: string, until: number, name = 'somebody'): TurnCredentials {
  const username = `${Math.floor(until)}:${name}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** Asks a relay for what a browser would ask it for: a place, and leave to send to somebody. */
export class TurnClient {
  readonly #line: Line;
  readonly #isDatagram: boolean;
  readonly #waiting = new Map<string, (answer: StunAnswer) => void>();
  readonly #credentials: TurnCredentials;
  #signature: Signature | undefined;

  private constructor(line: (hear: (bytes: Buffer) => void) => Line, isDatagram: boolean, credentials: TurnCredentials) {
    this.#credentials = credentials;
    this.#isDatagram = isDatagram;
    this.#line = line((bytes) => {
      const answer = answerOf(bytes);
      if (answer) this.#waiting.get(answer.transaction)?.(answer);
    });
  }

  /** Opens a line to a relay. Rejects if nobody listens there, or its certificate is not good. */
  static async open({ host, port, over }: TurnAddress, credentials: TurnCredentials): Promise<TurnClient> {
    if (over === 'udp') return new TurnClient((hear) => udp(host, port, hear), true, credentials);
    const socket = over === 'tls' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
    await new Promise<void>((resolve, reject) => {
      const stop = setTimeout(() => reject(new Error('nobody answers')), patience);
      socket.once(over === 'tls' ? 'secureConnect' : 'connect', () => {
        clearTimeout(stop);
        resolve();
      });
      socket.once('error', (error) => {
        clearTimeout(stop);
        reject(error);
      });
    });
    const line = (hear: (bytes: Buffer) => void): Line => {
      let kept = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (part: Buffer) => {
        kept = Buffer.concat([kept, part]);
        for (let length = lengthOf(kept); length !== undefined && kept.length >= length; length = lengthOf(kept)) {
          hear(kept.subarray(0, length));
          kept = kept.subarray(length);
        }
      });
      return { send: (bytes) => void socket.write(bytes), close: () => void socket.destroy() };
    };
    return new TurnClient(line, false, credentials);
  }

  /** Asks for an address of this family at the relay. Answers the code of its refusal (RFC 8656 section 19), or 0. */
  async allocate(family: 4 | 6): Promise<number> {
    const wish = () =>
      [
        [attributes.transport, Buffer.from([17, 0, 0, 0])],
        [attributes.family, Buffer.from([family === 4 ? 1 : 2, 0, 0, 0])],
      ] as const;
    const challenge = await this.#ask(methods.allocate, wish);
    const told = (type: number) => challenge.attributes.get(type)?.toString() ?? '';
    const { username, credential: password } = this.#credentials;
    this.#signature = { username, password, realm: told(attributes.realm), nonce: told(attributes.nonce) };
    return (await this.#ask(methods.allocate, wish)).code;
  }

  /** Whether the relay would carry something to this address: the code of its refusal, or 0. */
  async permission(address: string): Promise<number> {
    const peer = (transaction: Buffer) => [[attributes.peer, peerAddress(address, 4_000, transaction)] as const];
    return (await this.#ask(methods.createPermission, peer)).code;
  }

  /** Gives the place back. */
  async close(): Promise<void> {
    const over = () => [[attributes.lifetime, Buffer.alloc(4)] as const];
    if (this.#signature) await this.#ask(methods.refresh, over).catch(() => {});
    this.#line.close();
  }

  #ask(method: number, own: Parameters<typeof request>[1]): Promise<StunAnswer> {
    const { transaction, bytes } = request(method, own, this.#signature);
    return new Promise((resolve, reject) => {
      const repeat = this.#isDatagram ? setInterval(() => this.#line.send(bytes), again) : undefined;
      const done = () => {
        clearInterval(repeat);
        clearTimeout(stop);
        this.#waiting.delete(transaction);
      };
      const stop = setTimeout(() => {
        done();
        reject(new Error('nobody answers'));
      }, patience);
      this.#waiting.set(transaction, (answer) => {
        done();
        resolve(answer);
      });
      this.#line.send(bytes);
    });
  }
}

function udp(host: string, port: number, hear: (bytes: Buffer) => void): Line {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  socket.on('message', hear);
  socket.on('error', () => {});
  return { send: (bytes) => socket.send(bytes, port, host, () => {}), close: () => socket.close() };
}
