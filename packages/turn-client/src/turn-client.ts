import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIPv6 } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { answerOf, attributes, lengthOf, methods, peerAddress, request, type Signature, type StunAnswer } from './stun.ts';

/** Without an answer in this time, ms, a relay counts as unreachable. */
const timeout = 3_000;
/** The interval at which a request over UDP is repeated, because it may be lost, ms. */
const retryInterval = 700;

interface Transport {
  send(bytes: Buffer): void;
  close(): void;
}

export interface TurnAddress {
  readonly host: string;
  readonly port: number;
  readonly over: 'udp' | 'tcp' | 'tls';
}

/** Parses a `turn:` or `turns:` address (RFC 7065). */
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

/** Credentials of the kind that coturn's `use-auth-secret` accepts. */
export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

/** Credentials derived from a shared secret, valid until an instant, epoch s. */
export function credentialsUntil(secret: string, until: number, name = 'somebody'): TurnCredentials {
  const username = `${Math.floor(until)}:${name}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** Requests from a relay what a browser would request: an allocation, and the permission to send to a peer. */
export class TurnClient {
  readonly #transport: Transport;
  readonly #isDatagram: boolean;
  readonly #pending = new Map<string, (answer: StunAnswer) => void>();
  readonly #credentials: TurnCredentials;
  #signature: Signature | undefined;

  private constructor(
    connect: (onMessage: (bytes: Buffer) => void) => Transport,
    isDatagram: boolean,
    credentials: TurnCredentials,
  ) {
    this.#credentials = credentials;
    this.#isDatagram = isDatagram;
    this.#transport = connect((bytes) => {
      const answer = answerOf(bytes);
      if (answer) this.#pending.get(answer.transaction)?.(answer);
    });
  }

  /** Connects to a relay. Over TCP and TLS, rejects if it does not answer or its certificate is invalid. */
  static async open({ host, port, over }: TurnAddress, credentials: TurnCredentials): Promise<TurnClient> {
    if (over === 'udp') return new TurnClient((onMessage) => udp(host, port, onMessage), true, credentials);
    const socket = over === 'tls' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
    await new Promise<void>((resolve, reject) => {
      const stop = setTimeout(() => reject(new Error('nobody answers')), timeout);
      socket.once(over === 'tls' ? 'secureConnect' : 'connect', () => {
        clearTimeout(stop);
        resolve();
      });
      socket.once('error', (error) => {
        clearTimeout(stop);
        reject(error);
      });
    });
    const connect = (onMessage: (bytes: Buffer) => void): Transport => {
      let unread = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (part: Buffer) => {
        unread = Buffer.concat([unread, part]);
        for (let length = lengthOf(unread); length !== undefined && unread.length >= length; length = lengthOf(unread)) {
          onMessage(unread.subarray(0, length));
          unread = unread.subarray(length);
        }
      });
      return { send: (bytes) => void socket.write(bytes), close: () => void socket.destroy() };
    };
    return new TurnClient(connect, false, credentials);
  }

  /** Requests a relayed address of this family. Returns the error code of a refusal (RFC 8656 section 19), or 0. */
  async allocate(family: 4 | 6): Promise<number> {
    const requested = () =>
      [
        [attributes.transport, Buffer.from([17, 0, 0, 0])],
        [attributes.family, Buffer.from([family === 4 ? 1 : 2, 0, 0, 0])],
      ] as const;
    const challenge = await this.#send(methods.allocate, requested);
    const attribute = (type: number) => challenge.attributes.get(type)?.toString() ?? '';
    const { username, credential: password } = this.#credentials;
    this.#signature = { username, password, realm: attribute(attributes.realm), nonce: attribute(attributes.nonce) };
    return (await this.#send(methods.allocate, requested)).code;
  }

  /** Requests the permission to send to this address. Returns the error code of a refusal, or 0. */
  async permission(address: string): Promise<number> {
    const peer = (transaction: Buffer) => [[attributes.peer, peerAddress(address, 4_000, transaction)] as const];
    return (await this.#send(methods.createPermission, peer)).code;
  }

  /** Ends the allocation and closes the connection. */
  async close(): Promise<void> {
    const expired = () => [[attributes.lifetime, Buffer.alloc(4)] as const];
    if (this.#signature) await this.#send(methods.refresh, expired).catch(() => {});
    this.#transport.close();
  }

  #send(method: number, own: Parameters<typeof request>[1]): Promise<StunAnswer> {
    const { transaction, bytes } = request(method, own, this.#signature);
    return new Promise((resolve, reject) => {
      const repeat = this.#isDatagram ? setInterval(() => this.#transport.send(bytes), retryInterval) : undefined;
      const done = () => {
        clearInterval(repeat);
        clearTimeout(stop);
        this.#pending.delete(transaction);
      };
      const stop = setTimeout(() => {
        done();
        reject(new Error('nobody answers'));
      }, timeout);
      this.#pending.set(transaction, (answer) => {
        done();
        resolve(answer);
      });
      this.#transport.send(bytes);
    });
  }
}

function udp(host: string, port: number, onMessage: (bytes: Buffer) => void): Transport {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  socket.on('message', onMessage);
  socket.on('error', () => {});
  return { send: (bytes) => socket.send(bytes, port, host, () => {}), close: () => socket.close() };
}
