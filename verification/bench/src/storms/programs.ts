import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

/** Processor time of a process in ticks of 10 ms (Linux). */
export function ticks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

export const sum = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + of(pid), 0);
