import type { Durations } from '@unspoken/contract/durations';
import type { PushPayload } from '@unspoken/contract/notifications';
import type { Clock } from '../platform/clock.ts';
import type { Sockets } from '../platform/socket/sockets.ts';
import type { Devices } from './devices.ts';
import type { RingChannel } from './tables.ts';

export interface DeliveryOptions {
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'ringAcknowledgement'>;
  readonly sockets: Pick<Sockets, 'ask'>;
  readonly devices: Pick<Devices, 'push'>;
}

/** What is brought to a member: an event for pages, and the same for service workers. */
export interface Message {
  readonly event: string;
  readonly page: object;
  readonly push: (language: string) => PushPayload;
  /** Until when it is worth anything, epoch ms. */
  readonly until: number;
  /** Whether it still holds, asked before it is sent by push. */
  readonly isStillRelevant: () => Promise<boolean>;
}

/** Push services keep news no longer, seconds. */
const longestLife = 60;

/** Brings news to the open pages of a member; if none of them acknowledges it, to all their browsers, by push. */
export class Delivery {
  readonly #options: DeliveryOptions;
  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /** Returns which way it went. */
  async deliver(accountId: string, { event, page, push, until, isStillRelevant }: Message): Promise<RingChannel> {
    const { clock, durations, sockets, devices } = this.#options;
    if ((await sockets.ask(accountId, event, page, durations.ringAcknowledgement)) > 0) return 'page';
    // It may have lapsed while the pages were waited for.
    const holds = await isStillRelevant();
    const life = Math.min(longestLife, Math.round((until - clock.now()) / 1_000));
    return holds && life > 0 && (await devices.push(accountId, push, life)) > 0 ? 'push' : 'none';
  }
}
