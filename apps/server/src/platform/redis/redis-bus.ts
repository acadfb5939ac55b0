import { AppError, type ErrorCode, isErrorCode } from '@unspoken/contract/errors';
import type { Bus } from '../bus.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { asked, type OpenRedis } from './redis.ts';

type Answer = (question: never, from: string) => unknown;

/** A message on a channel: a request with an id, a one-way message without one, or the answer to an id. `said` is the payload. */
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
  /** How long to wait for an answer, ms. */
  readonly patience: number;
  readonly fault: (error: unknown) => void;
}

/** The bus of several processes: a channel for each, and one for all. */
export class RedisBus implements Bus {
  readonly node: string;
  readonly #options: RedisBusOptions;
  readonly #handlers = new Map<string, Answer>();
  /** The requests that wait for an answer, by id. */
  readonly #pending = new Map<string, (answer: Message) => void>();
  readonly #resubscribed: (() => void)[] = [];
  /** Resolves when this process has subscribed to its channels. */
  readonly ready: Promise<void>;

  constructor(options: RedisBusOptions) {
    this.#options = options;
    this.node = options.node;
    const listener = options.redis.another({ listens: true });
    listener.on('message', (_channel: string, text: string) => {
      const message = messageOf(text);
      if (message) this.#receive(message);
    });
    this.ready = new Promise((resolve) => {
      let wasSubscribed = false;
      const subscribed = () => {
        if (wasSubscribed) for (const run of this.#resubscribed) run();
        wasSubscribed = true;
        resolve();
      };
      const subscribe = () => {
        listener.subscribe(this.#channel(this.node), this.#channel('*')).then(subscribed, (error) => {
          ifNotAway(options.fault)(error);
          // The subscription failed although the connection is up.
          if (listener.status === 'ready') options.clock.after(options.patience, subscribe);
        });
      };
      // On every connect: whether an earlier attempt succeeded cannot be known.
      listener.on('ready', subscribe);
    });
  }

  serve(topic: string, answer: Answer): void {
    this.#handlers.set(topic, answer);
  }

  async request<T>(node: string, topic: string, question: unknown): Promise<T> {
    if (node === this.node) return (await this.#handlers.get(topic)?.(question as never, node)) as T;
    const { clock, random, patience } = this.#options;
    const id = random.id();
    const answered = new Promise<Message>((resolve) => {
      this.#pending.set(id, resolve);
    });
    const stop = clock.after(patience, () => this.#pending.get(id)?.({ from: node, error: 'unavailable' }));
    try {
      const reached = await this.#publish(node, { from: this.node, topic, id, said: question });
      if (reached === 0) throw new AppError('unavailable');
      const { error, said } = await answered;
      if (error) throw new AppError(error);
      return said as T;
    } finally {
      stop();
      this.#pending.delete(id);
    }
  }

  send(node: string, topic: string, payload: unknown): void {
    const { fault } = this.#options;
    if (node === this.node) this.#handle({ from: node, topic, said: payload }).catch(fault);
    else this.#publish(node, { from: this.node, topic, said: payload }).catch(ifNotAway(fault));
  }

  broadcast(topic: string, payload: unknown): void {
    this.#publish('*', { from: this.node, topic, said: payload }).catch(ifNotAway(this.#options.fault));
  }

  onResubscribed(run: () => void): void {
    this.#resubscribed.push(run);
  }

  #channel(node: string): string {
    return `${this.#options.space}:bus:${node}`;
  }

  #publish(node: string, message: Message): Promise<number> {
    return asked(this.#options.redis.client.publish(this.#channel(node), JSON.stringify(message)));
  }

  #receive(message: Message): void {
    const { fault } = this.#options;
    if (message.from === this.node) return;
    if (message.topic === undefined) this.#pending.get(message.id ?? '')?.(message);
    else if (message.id === undefined) this.#handle(message).catch(ifNotAway(fault));
    else this.#answer(message).catch(ifNotAway(fault));
  }

  async #answer(question: Message): Promise<void> {
    const answer: Message = { from: this.node, id: question.id as string };
    try {
      const said = await this.#handle(question);
      await this.#publish(question.from, { ...answer, said });
    } catch (error) {
      const code = (error as Partial<AppError>).code;
      const known = error instanceof AppError && isErrorCode(code);
      if (!known) this.#options.fault(error);
      await this.#publish(question.from, { ...answer, error: known ? code : 'internal' });
    }
  }

  async #handle({ topic, said, from }: Message): Promise<unknown> {
    return this.#handlers.get(topic ?? '')?.(said as never, from);
  }
}

/** Parses a message; undefined if it is malformed. */
function messageOf(text: string): Message | undefined {
  try {
    const message = JSON.parse(text);
    return typeof message?.from === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** An outage of Redis is logged elsewhere: a message that could not be delivered is not a fault of its own. */
const ifNotAway = (fault: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof AppError && error.code === 'unavailable')) fault(error);
};
