import { type ChildProcess, fork } from 'node:child_process';
import type { Order } from './members.ts';

/** A program of members, because one for all could not keep up. */
export class Program {
  readonly #child: ChildProcess = fork(new URL('./members.ts', import.meta.url).pathname);

  order(order: Order): void {
    this.#child.send(order);
  }

  async answer<Answer>(order: Order): Promise<Answer> {
    const child = this.#child;
    return new Promise<Answer>((resume, fail) => {
      const ended = () => fail(new Error('a program of members ended'));
      child.once('exit', ended);
      child.once('message', (answer: Answer) => {
        child.off('exit', ended);
        resume(answer);
      });
      this.order(order);
    });
  }

  end(): void {
    this.#child.removeAllListeners('exit');
    this.#child.kill('SIGKILL');
  }
}
