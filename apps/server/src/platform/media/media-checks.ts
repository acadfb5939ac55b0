import { Worker } from 'node:worker_threads';
import { AppError } from '@unspoken/contract/errors';
import type { Clock } from '../clock.ts';
import type { MediaOrder, MediaOutcome } from './checked.ts';

/** What the worker answers to a file. */
type Answer = { readonly outcome: MediaOutcome } | { readonly error: unknown };

interface Waiting {
  readonly order: MediaOrder;
  readonly resolve: (outcome: MediaOutcome) => void;
  readonly reject: (error: Error) => void;
}

export interface MediaChecksOptions {
  readonly clock: Pick<Clock, 'after'>;
  readonly fault: (error: unknown) => void;
  /** How long one file may take, ms. */
  readonly limit?: number;
  readonly start?: () => Worker;
}

/** Shorter than an attempt at a job may last, or a second one would begin beside the first. */
const defaultLimit = 150_000;

/**
 * Of JavaScript's memory, MB: samples and pictures are not in it. What makes a decoder's own tables grow beyond it ends the worker, and
 * not the process.
 */
export const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

const startWorker = (): Worker => new Worker(new URL('./media-worker.ts', import.meta.url), { resourceLimits });

/**
 * Checks files in a worker, one at a time. A file for which the worker needs too long, or at which it dies, is refused as `too_complex`;
 * the next one gets a new worker. A worker without files ends, and its memory with it.
 */
export class MediaChecks {
  readonly #options: MediaChecksOptions;
  /** The first one is being checked. */
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #stopLimit = () => {};
  #closed = false;

  constructor(options: MediaChecksOptions) {
    this.#options = options;
  }

  /** Hands the bytes over: the caller cannot use them afterwards. Fails with `unavailable` after `close`. */
  async check(order: MediaOrder): Promise<MediaOutcome> {
    // Where the libraries of the images are loaded by the main thread, they stay loaded when a worker ends.
    await import('sharp');
    if (this.#closed) throw new AppError('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<MediaOutcome>();
    this.#queue.push({ order, resolve, reject });
    if (this.#queue.length === 1) this.#checkFirst();
    return promise;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(new AppError('unavailable'));
    await this.#drop();
  }

  #checkFirst(): void {
    const [first] = this.#queue;
    if (!first) {
      void this.#drop();
      return;
    }
    const worker = this.#worker ?? this.#started();
    const { clock, limit = defaultLimit } = this.#options;
    this.#stopLimit = clock.after(limit, () => {
      if (this.#worker !== worker) return;
      void this.#drop();
      this.#answered({ outcome: { refused: 'too_complex' } });
    });
    worker.postMessage(first.order, [first.order.bytes.buffer]);
  }

  async #drop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#stopLimit();
    await worker?.terminate();
  }

  #started(): Worker {
    const worker = (this.#options.start ?? startWorker)();
    this.#worker = worker;
    worker.on('message', (answer: Answer) => {
      if (this.#worker === worker) this.#answered(answer);
    });
    worker.on('error', this.#options.fault);
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#answered({ outcome: { refused: 'too_complex' } });
    });
    return worker;
  }

  /** What has become of the first file. An error that no check expects is a fault of ours, and the file may be sound. */
  #answered(answer: Answer): void {
    this.#stopLimit();
    const first = this.#queue.shift();
    if ('error' in answer) {
      this.#options.fault(answer.error);
      first?.resolve({ refused: 'damaged' });
    } else first?.resolve(answer.outcome);
    this.#checkFirst();
  }
}
