import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** The delay of a line, ms: `delay` always, plus up to `jitter` at random. */
interface Slowness {
  readonly delay: number;
  readonly jitter: number;
}

/**
 * A connection to a server that can be slowed down, or cut: then nothing passes, and neither end is notified, as when a cable
 * is pulled.
 */
export class Line {
  #to: NetConnectOpts;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #cut = false;
  #slow: Slowness = { delay: 0, jitter: 0 };

  constructor(to: NetConnectOpts) {
    this.#to = to;
    this.#server = createServer((near) => {
      // A connection that is opened while the line is cut gets no answer.
      if (this.#cut) {
        near.pause();
        return;
      }
      const far = connect(this.#to);
      const pair = [near, far] as const;
      this.#pairs.add(pair);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        const forward = this.#forwardTo(other);
        one.on('data', forward);
        one.on('error', () => {});
        one.on('close', () => {
          this.#pairs.delete(pair);
          if (!this.#cut) other.destroy();
        });
      }
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resume) => this.#server.listen(0, '127.0.0.1', resume));
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    this.#cut = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  heal(): void {
    this.#cut = false;
    // Data in transit is lost, so both ends have to reconnect.
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#pairs.clear();
  }

  /** Delays all data from now on and keeps its order, as retransmissions do; without an argument, ends the delay. */
  slow(slow: Slowness = { delay: 0, jitter: 0 }): void {
    this.#slow = slow;
  }

  #forwardTo(to: Socket): (data: Buffer) => void {
    // Timers that are due within the same millisecond may fire in any order, so each forwards the oldest part.
    const inTransit: Buffer[] = [];
    let last = 0;
    const pass = () => to.write(inTransit.shift() as Buffer);
    return (data) => {
      const { delay, jitter } = this.#slow;
      const now = performance.now();
      last = Math.max(last, now + delay + jitter * Math.random());
      inTransit.push(data);
      if (inTransit.length === 1 && last <= now) pass();
      else setTimeout(pass, last - now);
    };
  }

  /** Connects to another server from now on. */
  turn(to: NetConnectOpts): void {
    this.#to = to;
    this.heal();
  }

  close(): void {
    this.heal();
    this.#server.close();
  }
}
