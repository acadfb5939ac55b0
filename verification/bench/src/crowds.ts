import { type ChildProcess, fork } from 'node:child_process';
import type { Orders, Progress } from './members.ts';

/** A program whose members are connected, and what it has reported last. */
export interface ConnectedCrowd {
  readonly child: ChildProcess;
  progress: Progress;
}

/**
 * Starts a program whose members connect; resolves once all of them have tried. Rejects if more than `mayLose` of them are refused or
 * lost until then.
 */
export function connectCrowd(orders: Orders, mayLose = 0): Promise<ConnectedCrowd> {
  const child = fork(new URL('./members.ts', import.meta.url).pathname);
  child.send(orders);
  return new Promise((resume, fail) => {
    const crowd = { child } as ConnectedCrowd;
    child.on('message', (progress: Progress) => {
      crowd.progress = progress;
      const { refused, lost } = progress;
      if (refused + lost > mayLose) fail(new Error(`${refused} were refused, ${lost} lost`));
      // The first report comes when all have tried.
      else resume(crowd);
    });
  });
}
