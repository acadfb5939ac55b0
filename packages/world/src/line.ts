import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** A line to a server that can be cut: then nothing passes, and nobody is told, as when a cable is pulled. */
export class Line {
  #to: NetConnectOpts;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #cut = false;

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
        one.on('data', (data) => other.write(data));
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
