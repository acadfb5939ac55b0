import { Worker } from 'node:worker_threads';
import { AppError } from '@unspoken/contract/errors';
import { cleaned, type ShareCardText } from './share-card.ts';

export type { ShareCardText } from './share-card.ts';

/** How many cards are kept, of about 50 kB each. */
export const mostKept = 100;
/** How many different cards may wait or be drawn, at about 50 ms each. */
export const mostWaiting = 32;

/** What the worker answers to a text. */
type Answer = { readonly png: Uint8Array<ArrayBuffer> } | { readonly error: unknown };

interface Order {
  readonly text: ShareCardText;
  readonly card: Promise<Buffer>;
  readonly resolve: (card: Buffer) => void;
  readonly reject: (error: AppError) => void;
}

interface ShareCardsOptions {
  readonly fault: (error: unknown) => void;
  readonly start?: () => Worker;
}

/**
 * Of JavaScript's memory, MB. A card needs a quarter of it. With 256 it is collected so late that the process grows by 300 MB. Beyond
 * the limit the worker ends, and not the process.
 */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

const startWorker = (): Worker => new Worker(new URL('./share-card-worker.ts', import.meta.url), { resourceLimits });

/** Draws share cards in a worker, one at a time, and keeps the ones that were requested last. */
export class ShareCards {
  readonly #fault: (error: unknown) => void;
  readonly #start: () => Worker;
  /** The card requested last is the last one. */
  readonly #kept = new Map<string, Buffer>();
  /** The first one is being drawn. */
  readonly #orders = new Map<string, Order>();
  #worker: Worker | undefined;
  #closed = false;

  constructor({ fault, start = startWorker }: ShareCardsOptions) {
    this.#fault = fault;
    this.#start = start;
  }

  /** A PNG of 1200 × 630 px. Fails with `unavailable` if the worker fails, if too many cards wait, or after `close`. */
  async render(text: ShareCardText): Promise<Buffer> {
    const drawn = cleaned(text);
    const key = JSON.stringify(drawn);
    const kept = this.#kept.get(key);
    if (kept) {
      this.#keep(key, kept);
      return kept;
    }
    const ordered = this.#orders.get(key);
    if (ordered) return ordered.card;
    if (this.#closed || this.#orders.size >= mostWaiting) throw new AppError('unavailable');
    const { promise: card, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#orders.set(key, { text: drawn, card, resolve, reject });
    if (this.#orders.size === 1) this.#drawFirst();
    return card;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = undefined;
    for (const { reject } of this.#orders.values()) reject(new AppError('unavailable'));
    this.#orders.clear();
    await worker?.terminate();
  }

  #drawFirst(): void {
    const [order] = this.#orders.values();
    if (!order) {
      // An idle worker does not keep the process running.
      this.#worker?.unref();
      return;
    }
    this.#worker ??= this.#started();
    this.#worker.ref();
    this.#worker.postMessage(order.text);
  }

  #started(): Worker {
    const worker = this.#start();
    let failure: unknown;
    worker.on('message', (answer: Answer) => {
      if (this.#worker === worker) this.#answered(answer);
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.on('exit', (code) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#answered({ error: failure ?? new Error(`the worker of the share cards ended with ${code}`) });
    });
    return worker;
  }

  /** What has become of the first order. If it failed, so that it could not be drawn, the next one is tried. */
  #answered(answer: Answer): void {
    if ('error' in answer) this.#fault(answer.error);
    const [first] = this.#orders;
    if (!first) return;
    const [key, { resolve, reject }] = first;
    this.#orders.delete(key);
    if ('png' in answer) {
      const card = Buffer.from(answer.png.buffer);
      this.#keep(key, card);
      resolve(card);
    } else reject(new AppError('unavailable'));
    this.#drawFirst();
  }

  #keep(key: string, card: Buffer): void {
    this.#kept.delete(key);
    this.#kept.set(key, card);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > mostKept) this.#kept.delete(oldest);
  }
}
