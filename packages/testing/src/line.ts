import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** How long a line takes for what passes it, ms: always, and at most besides. */
interface Slowness {
  readonly delay: number;
  readonly jitter: number;
}

/** A line to a server that can be cut: then nothing passes, and nobody is told, as when a cable is pulled. Or it can be slow. */
export class Line {
  #to: NetConnectOpts;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #cut = false;
  #slow: Slowness = { delay: 0, jitter: 0 };

  constructor(to: NetConnectOpts) {
    this.#to = to;
    this.#server = createServer((near) => {
      // Whoever calls while the line is cut is not heard.
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
        const pass = this.#passing(other);
        one.on('data', pass);
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
    // What was on its way is lost: both ends begin anew.
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
    this.#pairs.clear();
  }

  /** From now on everything takes longer, in its order, as where what is lost has to be sent again; without a word, as usual. */
  slow(slow: Slowness = { delay: 0, jitter: 0 }): void {
    this.#slow = slow;
  }

  #passing(to: Socket): (data: Buffer) => void {
    // Timers of unlike lengths ring in any order within a millisecond: each lets through what is first.
    const underWay: Buffer[] = [];
    let last = 0;
    const pass = () => to.write(underWay.shift() as Buffer);
    return (data) => {
      const { delay, jitter } = this.#slow;
      const now = performance.now();
      last = Math.max(last, now + delay + jitter * Math.random());
      underWay.push(data);
      if (underWay.length === 1 && last <= now) pass();
      else setTimeout(pass, last - now);
    };
  }

  /** From now on it leads elsewhere. */
  turn(to: NetConnectOpts): void {
    this.#to = to;
    this.heal();
  }

  close(): void {
    this.heal();
    this.#server.close();
  }
}
