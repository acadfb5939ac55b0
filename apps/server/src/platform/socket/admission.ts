import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Clock } from '../clock.ts';
import { trusting } from '../http/proxies.ts';
import type { UnnamedConnections } from '../http/unnamed.ts';
import { networkKey, type Rate } from '../limits.ts';
import { MemoryCounters } from '../memory-counters.ts';

/** Sockets at once, of one account and of one network; wide enough for a school behind one address. Source: requirements/threats 5, decisions.md section 12. */
export const socketsAtOnce = { account: 20, network: 1_000 };
/** Attempts to open one, so that whoever is refused cannot keep us busy with refusing. */
const attempts: Rate = { count: 3_000, window: 60_000 };

interface AdmissionOptions {
  readonly clock: Clock;
  /** How many proxies stand in front, of which each has added whom it heard. */
  readonly proxies: number;
  readonly unnamed: Pick<UnnamedConnections, 'opening'>;
  readonly on: boolean;
}

/** Who may open a socket at this process. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #attempts: MemoryCounters;
  readonly #open = new Map<string, number>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#attempts = new MemoryCounters(options.clock);
  }

  /** Whether one more may come from where this request does. */
  async mayOpen(request: IncomingMessage): Promise<boolean> {
    if (!this.#options.on) return true;
    const network = this.#networkOf(request);
    if ((this.#open.get(network) ?? 0) >= socketsAtOnce.network) return false;
    if ((await this.#attempts.take(network, attempts)) > 0) return false;
    return this.#options.unnamed.opening(request, network);
  }

  /** A socket is open; answers what to do when it is not any more. */
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
    return networkKey(proxyAddr(request, trusting(this.#options.proxies)));
  }
}
