import { AppError } from '@unspoken/contract/errors';
import type { Bus } from './bus.ts';

type Answer = (question: never, from: string) => unknown;

/** The bus of a single process: there are no others to send to. */
export class LocalBus implements Bus {
  readonly node = 'here';
  readonly #handlers = new Map<string, Answer>();

  serve(topic: string, answer: Answer): void {
    this.#handlers.set(topic, answer);
  }

  async request<T>(node: string, topic: string, question: unknown): Promise<T> {
    const answer = this.#handlers.get(topic);
    if (node !== this.node || !answer) throw new AppError('unavailable');
    return (await answer(question as never, this.node)) as T;
  }

  send(node: string, topic: string, payload: unknown): void {
    if (node === this.node) void this.#handlers.get(topic)?.(payload as never, this.node);
  }

  broadcast(): void {}

  onResubscribed(): void {}
}
