import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

interface ServerProcessOptions {
  readonly name: string;
  /** Starts the program; what it says on `says` is read. */
  readonly launch: () => ChildProcess;
  readonly says: 'stdout' | 'stderr';
  /** What it says when it takes requests. */
  readonly readyWords: string;
}

/** A program that serves, and can be ended and started again. */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  #child: ChildProcess | undefined;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it, unless it runs; resolves when it is ready. Rejects, with its last words, if it ends before. */
  async start(): Promise<void> {
    if (this.#running()) return;
    const { name, launch, says, readyWords } = this.#options;
    const child = launch();
    this.#child = child;
    let said = '';
    await new Promise<void>((resume, fail) => {
      (child[says] as Readable).on('data', (part: Buffer) => {
        said = (said + part.toString()).slice(-100_000);
        if (said.includes(readyWords)) resume();
      });
      child.once('exit', () => fail(new Error(`${name} did not start:\n${said}`)));
    });
    child.removeAllListeners('exit');
  }

  /** Resolves when it is gone. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#running();
    if (!child) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  signal(signal: NodeJS.Signals): void {
    this.#running()?.kill(signal);
  }

  #running(): ChildProcess | undefined {
    const child = this.#child;
    return child && child.exitCode === null && child.signalCode === null ? child : undefined;
  }
}
