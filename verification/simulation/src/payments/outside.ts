import type { Engine } from '@unspoken/stripe-stand-in/engine';
import { StandInHttpClient, type StandInResponse } from '@unspoken/stripe-stand-in/http-client';
import { StandIn } from '@unspoken/stripe-stand-in/stand-in';
import { State } from '@unspoken/stripe-stand-in/state';
import Stripe from 'stripe';
import type { SeededRandom } from '../seeded-random.ts';
import type { VirtualTime } from '../virtual-time.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
export const webhookSecret = 'whsec_simulated';

/** Where a webhook goes; whether it was taken. */
export type Deliver = (payload: Buffer, signature: string) => Promise<boolean>;

/** How often things go wrong; nothing does once the world has healed. */
export interface Weather {
  isAway: boolean;
  /** Of answers to what changes something, and of webhooks. */
  lostAnswers: number;
  lostWebhooks: number;
  lateWebhooks: number;
  doubledWebhooks: number;
  /** Of requests, by a process that then stands still. */
  standstills: number;
}
export const calm: Weather = {
  isAway: false,
  lostAnswers: 0,
  lostWebhooks: 0,
  lateWebhooks: 0,
  doubledWebhooks: 0,
  standstills: 0,
};
export const stormy: Weather = {
  ...{ isAway: false, lostAnswers: 0.06, lostWebhooks: 0.1, lateWebhooks: 0.1, doubledWebhooks: 0.2, standstills: 0.01 },
};

/** The provider, everything that happens there, and the lines between it and our processes. */
export class Outside {
  readonly state = new State();
  weather: Weather = { ...calm };
  readonly #standIn: StandIn;
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #signer = new Stripe('sk_test_simulated');
  #ids = 0;
  #deliver: Deliver = async () => false;
  #subscriptionsChanged = (): void => {};
  /** Replayed webhooks that were taken, which none may be. */
  readonly replaysTaken: string[] = [];
  webhooks = 0;
  #frozenAt: number | undefined;

  constructor(time: VirtualTime, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
    this.#standIn = new StandIn({
      store: { change: async (act) => act(this.state) },
      now: () => this.#frozenAt ?? time.now(),
      id: (prefix) => `${prefix}${String(++this.#ids).padStart(6, '0')}`,
    });
  }

  /** Called when a process stands still that has just read something about a customer. */
  onStandstill = (_customer: string | undefined): void => {};

  /** Calls the listener after a subscription has changed. */
  set onSubscriptions(changed: () => void) {
    this.#subscriptionsChanged = changed;
  }

  set deliver(deliver: Deliver) {
    this.#deliver = deliver;
  }

  /** Something that happens at the provider without us. */
  async act<T>(act: (engine: Engine) => T): Promise<T> {
    try {
      return await this.#standIn.act(act);
    } finally {
      this.#announce();
    }
  }

  /** Lets happen what has become due there. */
  catchUp(): Promise<void> {
    return this.act(() => {});
  }

  /** From now on nothing becomes due there any more, so that it can be compared with what is known here. */
  freeze(): void {
    this.#frozenAt = this.#time.now();
  }

  /** When the next thing is due there, epoch ms; infinite if nothing is. */
  get nextDue(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.state.all('task').map(({ at }) => at * second));
  }

  /**
   * What carries the requests of one process. Once the process is dead its requests are neither sent nor answered. Now and then it stands
   * still for a while, as a machine does that is moved, and goes on with an answer that is old by then.
   */
  line(process: { readonly isDead: boolean; standsUntil: number }): StandInHttpClient {
    const client = new StandInHttpClient(() => Promise.reject(new Error('not sent')));
    client.makeRequest = async (...request) => {
      await this.sleep(this.#random.around(150));
      if (process.isDead) await never();
      if (this.weather.isAway) throw refused();
      let answer: StandInResponse;
      try {
        answer = await this.#standIn.httpClient.makeRequest(...request);
      } finally {
        this.#announce();
      }
      await this.sleep(this.#random.chance(0.05) ? this.#random.between(second, 9 * second) : this.#random.around(150));
      if (this.#random.chance(this.weather.standstills)) {
        process.standsUntil = this.#time.now() + this.#random.between(10 * second, 20 * minute);
        this.onStandstill(/customer=(\w+)/.exec(request[2])?.[1]);
      }
      await this.sleep(process.standsUntil - this.#time.now());
      if (process.isDead) await never();
      if (request[3] !== 'GET' && this.#random.chance(this.weather.lostAnswers)) throw refused();
      return answer;
    };
    return client;
  }

  /** The payment by which an invoice is, or is to be, paid. */
  intentOf(invoice: unknown): Stripe.PaymentIntent | undefined {
    const payment = this.state.all('invoice_payment').find((each) => each.invoice === invoice);
    return payment && this.state.find('payment_intent', payment.payment.payment_intent as string);
  }

  sleep(delay: number): Promise<void> {
    return new Promise((resume) => this.#time.after(delay, resume));
  }

  /** Sends webhooks about what has happened since the last time. */
  #announce(): void {
    const changes = [...this.state.takeChanges().values()];
    for (const changed of changes) if (changed?.object === 'event') this.#send(changed);
    if (changes.some((changed) => changed?.object === 'subscription')) this.#subscriptionsChanged();
  }

  #send(event: Stripe.Event): void {
    const { lostWebhooks, lateWebhooks, doubledWebhooks } = this.weather;
    const copies = this.#random.chance(lostWebhooks) ? 0 : this.#random.chance(doubledWebhooks) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      const isLate = this.#random.chance(lateWebhooks);
      const delay = isLate ? this.#random.between(minute, 3 * day) : this.#random.around(3 * second);
      this.#time.after(delay, () => void this.#post(JSON.stringify(event)));
    }
  }

  async #post(payload: string): Promise<void> {
    this.webhooks++;
    const timestamp = Math.floor(this.#time.now() / second);
    const signature = this.#signer.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
    await this.#deliver(Buffer.from(payload), signature);
    if (!this.#random.chance(0.02)) return;
    // Somebody who has recorded it sends it again: later than any two clocks differ.
    this.#time.after(this.#random.between(hour, day), async () => {
      if (await this.#deliver(Buffer.from(payload), signature)) this.replaysTaken.push(payload);
    });
  }
}

const never = (): Promise<never> => new Promise(() => {});
const refused = (): Error => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
