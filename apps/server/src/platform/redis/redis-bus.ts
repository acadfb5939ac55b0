import { AppError, type ErrorCode, isErrorCode } from '@unspoken/contract/errors';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { asked, type OpenRedis } from './redis.ts';

type Answer = (question: never, from: string) => unknown;

/** What goes over a channel: a question under an id, a word without one, or the answer to an id. */
interface Message {
  readonly from: string;
  readonly topic?: string;
  readonly id?: string;
  readonly said?: unknown;
  readonly error?: ErrorCode;
}

interface RedisBusOptions {
  readonly redis: OpenRedis;
  readonly space: string;
  readonly node: string;
  readonly clock: Clock;
  readonly random: Pick<Random, 'id'>;
  /** Within so many ms an answer has come, or none will. */
  readonly patience: number;
  readonly fault: (error: unknown) => void;
}

/** The bus of many processes: a channel for each, and one for all. */
export class RedisBus implements Bus {
  readonly node: string;
  readonly #options: RedisBusOptions;
  readonly #served = new Map<string, Answer>();
  readonly #asked = new Map<string, (answer: Message) => void>();
  readonly #whenHearing: (() => void)[] = [];
  /** Resolves when this process can be reached. */
  readonly ready: Promise<void>;

  constructor(options: RedisBusOptions) {
    this.#options = options;
    this.node = options.node;
    const listener = options.redis.another({ listens: true });
    listener.on('message', (_channel: string, text: string) => {
      const message = messageOf(text);
      if (message) this.#hear(message);
    });
    this.ready = new Promise((resolve) => {
      let hasHeard = false;
      const hears = () => {
        if (hasHeard) for (const run of this.#whenHearing) run();
        hasHeard = true;
        resolve();
      };
      const subscribe = () => {
        listener.subscribe(this.#channel(this.node), this.#channel('*')).then(hears, (error) => {
          ifNotAway(options.fault)(error);
          // Nothing was heard for a while, on a line that is there.
          if (listener.status === 'ready') options.clock.after(options.patience, subscribe);
        });
      };
      // Each time anew: whether an earlier attempt came to its end cannot be known.
      listener.on('ready', subscribe);
    });
  }

  serve(topic: string, answer: Answer): void {
    this.#served.set(topic, answer);
  }

  async ask<T>(node: string, topic: string, question: unknown): Promise<T> {
    if (node === this.node) return (await this.#served.get(topic)?.(question as never, node)) as T;
    const { clock, random, patience } = this.#options;
    const id = random.id();
    const answered = new Promise<Message>((resolve) => {
      this.#asked.set(id, resolve);
    });
    const stop = clock.after(patience, () => this.#asked.get(id)?.({ from: node, error: 'unavailable' }));
    try {
      const reached = await this.#publish(node, { from: this.node, topic, id, said: question });
      if (reached === 0) throw new AppError('unavailable');
      const { error, said } = await answered;
      if (error) throw new AppError(error);
      return said as T;
    } finally {
      stop();
      this.#asked.delete(id);
    }
  }

  tell(node: string, topic: string, word: unknown): void {
    const { fault } = this.#options;
    if (node === this.node) this.#take({ from: node, topic, said: word }).catch(fault);
    else this.#publish(node, { from: this.node, topic, said: word }).catch(ifNotAway(fault));
  }

  tellOthers(topic: string, word: unknown): void {
    this.#publish('*', { from: this.node, topic, said: word }).catch(ifNotAway(this.#options.fault));
  }

  whenHearing(run: () => void): void {
    this.#whenHearing.push(run);
  }

  #channel(node: string): string {
    return `${this.#options.space}:bus:${node}`;
  }

  #publish(node: string, message: Message): Promise<number> {
    return asked(this.#options.redis.client.publish(this.#channel(node), JSON.stringify(message)));
  }

  #hear(message: Message): void {
    const { fault } = this.#options;
    if (message.from === this.node) return;
    if (message.topic === undefined) this.#asked.get(message.id ?? '')?.(message);
    else if (message.id === undefined) this.#take(message).catch(ifNotAway(fault));
    else this.#answer(message).catch(ifNotAway(fault));
  }

  async #answer(question: Message): Promise<void> {
    const answer: Message = { from: this.node, id: question.id as string };
    try {
      const said = await this.#take(question);
      await this.#publish(question.from, { ...answer, said });
    } catch (error) {
      const code = (error as Partial<AppError>).code;
      const known = error instanceof AppError && isErrorCode(code);
      if (!known) this.#options.fault(error);
      await this.#publish(question.from, { ...answer, error: known ? code : 'internal' });
    }
  }

  async #take({ topic, said, from }: Message): Promise<unknown> {
    return this.#served.get(topic ?? '')?.(said as never, from);
  }
}

/** What a channel said, if it is what a process says. */
function messageOf(text: string): Message | undefined {
  try {
    const message = JSON.parse(text);
    return typeof message?.from === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** That Redis is away is known already; a word that nobody could hear is no fault of its own. */
const ifNotAway = (fault: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof AppError && error.code === 'unavailable')) fault(error);
};
