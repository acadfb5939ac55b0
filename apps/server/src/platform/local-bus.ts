import { AppError } from '@unspoken/contract/errors';
import type { Bus } from './bus.ts';

type Answer = (question: never, from: string) => unknown;

/** The bus of an installation of one process: there is nobody else to speak with. */
export class LocalBus implements Bus {
  readonly node = 'here';
  readonly #served = new Map<string, Answer>();

  serve(topic: string, answer: Answer): void {
    this.#served.set(topic, answer);
  }

  async ask<T>(node: string, topic: string, question: unknown): Promise<T> {
    const answer = this.#served.get(topic);
    if (node !== this.node || !answer) throw new AppError('unavailable');
    return (await answer(question as never, this.node)) as T;
  }

  tell(node: string, topic: string, word: unknown): void {
    if (node === this.node) void this.#served.get(topic)?.(word as never, this.node);
  }

  tellOthers(): void {}

  whenHearing(): void {}
}
