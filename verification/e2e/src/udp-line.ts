import { createSocket, type Socket } from 'node:dgram';
import type { BrowserContext } from '@playwright/test';

export interface LineOptions {
  /** Round trip, ms: half of it each way. */
  readonly roundTrip: number;
  /** Share of packets that are lost, 0 to 1. */
  readonly loss: number;
  /** A number from 0 up to but not including 1. */
  readonly chance: () => number;
  /** Bits a second, each way; what does not fit into half a second of queue is lost. Absent: as wide as need be. */
  readonly bandwidth?: number;
}

const longestQueue = 500;

/**
 * A line between two browsers that delays, loses and cuts: UDP proxies on loopback, to which the pages rewrite the
 * candidates they are given. No privilege is needed, and the browsers know nothing of it.
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

  /** Puts the line between this context's pages and whomever they connect to. */
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
      // Candidates inside a description would find a way around the line.
      const describe = RTCPeerConnection.prototype.setRemoteDescription as (given: RTCSessionDescriptionInit) => Promise<void>;
      RTCPeerConnection.prototype.setRemoteDescription = function (this: RTCPeerConnection, given: RTCSessionDescriptionInit) {
        const sdp = given.sdp?.replaceAll(/^a=candidate:.*\r\n/gm, '');
        return describe.call(this, { type: given.type, ...(sdp !== undefined && { sdp }) });
      } as typeof describe;
    });
  }

  /** What this context's pages send goes nowhere any more. What is sent to them still arrives. */
  silence(context: BrowserContext): void {
    this.#silent = context;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#sockets) socket.close();
  }

  /** An address to which this context's pages can send instead. */
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

  #pass(owner: BrowserContext, way: 'there' | 'back', bytes: number, send: () => void): void {
    const { roundTrip, loss, chance, bandwidth } = this.#options;
    const unsaid = () => this.#silent !== undefined && (this.#silent === owner) === (way === 'there');
    const open = () => !this.cut && !this.#closed && !unsaid();
    if (!open() || chance() < loss) return;
    let wait = roundTrip / 2;
    if (bandwidth !== undefined) {
      const now = performance.now();
      const begins = Math.max(now, this.#busyUntil[way]);
      if (begins - now > longestQueue) return;
      this.#busyUntil[way] = begins + (bytes * 8_000) / bandwidth;
      wait += this.#busyUntil[way] - now;
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
