import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Clock } from '../clock.ts';
import { trusting } from '../http/proxies.ts';
import type { UnidentifiedConnections } from '../http/unidentified-connections.ts';
import { networkKey, type Rate } from '../limits.ts';
import { MemoryCounters } from '../memory-counters.ts';

/**
 * Open sockets of one account and of one network; wide enough for a school behind one address.
 * Source: requirements/threats 5.
 */
export const socketsAtOnce = { account: 20, network: 1_000 };
/** Attempts of one network to open a socket, so that refusals themselves cannot keep the process busy. */
const attempts: Rate = { count: 3_000, window: 60_000 };

interface AdmissionOptions {
  readonly clock: Clock;
  /** The number of proxies in front; each has added the address of its client. */
  readonly proxies: number;
  readonly unidentifiedConnections: Pick<UnidentifiedConnections, 'opening'>;
  readonly on: boolean;
}

/** Decides who may open a socket at this process. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #attempts: MemoryCounters;
  readonly #open = new Map<string, number>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#attempts = new MemoryCounters(options.clock);
  }

  /** Whether the network of this request may open another socket. */
  async mayOpen(request: IncomingMessage): Promise<boolean> {
    if (!this.#options.on) return true;
    const network = this.#networkOf(request);
    if ((this.#open.get(network) ?? 0) >= socketsAtOnce.network) return false;
    if ((await this.#attempts.take(network, attempts)) > 0) return false;
    return this.#options.unidentifiedConnections.opening(request, network);
  }

  /** Counts an open socket; returns a function to call when it closes. */
  opened(request: IncomingMessage): () => void {
    const network = this.#networkOf(request);
    this.#open.set(network, (this.#open.get(network) ?? 0) + 1);
    return () => {
      const left = (this.#open.get(network) ?? 0) - 1;
      if (left > 0) this.#open.set(network, left);
      else this.#open.delete(network);
    };
  }

  #networkOf(request: IncomingMessage): string {
    // A connection that has been lost meanwhile has no address any more, whatever the type says.
    const address: string | undefined = proxyAddr(request, trusting(this.#options.proxies));
    return networkKey(address ?? '');
  }
}
