import type { Bus } from '@unspoken/server/platform/bus';

/** The buses of several processes in one memory, which count the messages that they deliver. */
export class LinkedProcesses {
  readonly buses: readonly Bus[];
  delivered = 0;
  readonly #served = new Map<string, Map<string, (message: never, from: string) => unknown>>();

  constructor(count: number) {
    const nodes = Array.from({ length: count }, (_, i) => `process ${i}`);
    this.buses = nodes.map((node): Bus => {
      const own = new Map<string, (message: never, from: string) => unknown>();
      this.#served.set(node, own);
      return {
        node,
        serve: (topic, answer) => void own.set(topic, answer),
        request: () => Promise.reject(new Error('nothing is asked between the processes of this town')),
        send: (to, topic, message) => this.#deliver(node, to, topic, message),
        onResubscribed: () => {},
        broadcast: (topic, message) => {
          for (const to of nodes) if (to !== node) this.#deliver(node, to, topic, message);
        },
      };
    });
  }

  #deliver(from: string, to: string, topic: string, message: unknown): void {
    if (topic === 'presence here') this.delivered++;
    this.#served.get(to)?.get(topic)?.(message as never, from);
  }
}
