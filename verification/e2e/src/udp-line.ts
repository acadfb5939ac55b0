import { createSocket, type Socket } from 'node:dgram';
import type { BrowserContext } from '@playwright/test';

export interface LineOptions {
  /** Round trip, ms: half of it each way. */
  readonly roundTrip: number;
  /** Share of packets that are lost, 0 to 1. */
  readonly loss: number;
  /** A number from 0 up to but not including 1. */
  readonly chance: () => number;
  /** Bits per second in each direction; what exceeds half a second of queue is lost. Unlimited if absent. */
  readonly bandwidth?: number;
}

const longestQueue = 500;

/**
 * A path between two browsers that can delay, lose and cut: UDP proxies on loopback. A script in the pages rewrites the received
 * candidates to these proxies. No privileges are needed, and the product is unaware of it.
 */
export class UdpLine {
  readonly #options: LineOptions;
  readonly #proxies = new Map<string, number>();
  readonly #sockets = new Set<Socket>();
  readonly #busyUntil = { there: 0, back: 0 };
  cut = false;
  #silent: BrowserContext | undefined;
  #closed = false;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  /** Routes the peer connections of this context's pages through the proxies. */
  async join(context: BrowserContext): Promise<void> {
    await context.exposeFunction('throughTheLine', (address: string, port: number) => this.#proxyTo(context, address, port));
    await context.addInitScript(() => {
      const through = (window as unknown as { throughTheLine: (address: string, port: number) => Promise<number> })
        .throughTheLine;
      const add = RTCPeerConnection.prototype.addIceCandidate as (given?: RTCIceCandidateInit | null) => Promise<void>;
      const host = /^candidate:(\S+) (\d+) udp (\d+) (\S+) (\d+) typ host(.*)$/i;
      RTCPeerConnection.prototype.addIceCandidate = async function (this: RTCPeerConnection, given?: RTCIceCandidateInit | null) {
        const parts = host.exec(given?.candidate ?? '');
        if (given?.candidate && !parts) return;
        if (!parts) return add.call(this, given);
        const [, foundation, component, priority, address = '', port, rest] = parts;
        const proxy = await through(address, Number(port));
        const candidate = `candidate:${foundation} ${component} udp ${priority} 127.0.0.1 ${proxy} typ host${rest}`;
        return add.call(this, { ...given, candidate });
      } as typeof add;
      // Candidates inside a description would bypass the proxies.
      const describe = RTCPeerConnection.prototype.setRemoteDescription as (given: RTCSessionDescriptionInit) => Promise<void>;
      RTCPeerConnection.prototype.setRemoteDescription = function (this: RTCPeerConnection, given: RTCSessionDescriptionInit) {
        const sdp = given.sdp?.replaceAll(/^a=candidate:.*\r\n/gm, '');
        return describe.call(this, { type: given.type, ...(sdp !== undefined && { sdp }) });
      } as typeof describe;
    });
  }

  /** Drops what this context's pages send. What is sent to them still arrives. */
  silence(context: BrowserContext): void {
    this.#silent = context;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.close();
  }

  /** Opens a proxy for this address; returns the port to which this context's pages send instead. */
  async #proxyTo(owner: BrowserContext, address: string, port: number): Promise<number> {
    const key = `${address} ${port}`;
    const known = this.#proxies.get(key);
    if (known !== undefined) return known;
    const entrance = await this.#open();
    const proxied = entrance.address().port;
    this.#proxies.set(key, proxied);
    const exits = new Map<string, Promise<Socket>>();
    entrance.on('message', (packet, from) => {
      const sender = `${from.address} ${from.port}`;
      const exit =
        exits.get(sender) ??
        this.#open().then((socket) => {
          socket.on('message', (answer) =>
            this.#pass(owner, 'back', answer.length, () => entrance.send(answer, from.port, from.address)),
          );
          return socket;
        });
      exits.set(sender, exit);
      this.#pass(
        owner,
        'there',
        packet.length,
        () => void exit.then((socket) => this.#closed || socket.send(packet, port, address)),
      );
    });
    return proxied;
  }

  #pass(owner: BrowserContext, direction: 'there' | 'back', bytes: number, send: () => void): void {
    const { roundTrip, loss, chance, bandwidth } = this.#options;
    const isSilenced = () => this.#silent !== undefined && (this.#silent === owner) === (direction === 'there');
    const open = () => !this.cut && !this.#closed && !isSilenced();
    if (!open() || chance() < loss) return;
    let wait = roundTrip / 2;
    if (bandwidth !== undefined) {
      const now = performance.now();
      const begins = Math.max(now, this.#busyUntil[direction]);
      if (begins - now > longestQueue) return;
      this.#busyUntil[direction] = begins + (bytes * 8_000) / bandwidth;
      wait += this.#busyUntil[direction] - now;
    }
    if (wait === 0) send();
    else setTimeout(() => open() && send(), wait);
  }

  #open(): Promise<Socket> {
    const socket = createSocket('udp4');
    this.#sockets.add(socket);
    socket.on('error', () => {});
    return new Promise((resolve) => socket.bind(0, '127.0.0.1', () => resolve(socket)));
  }
}
