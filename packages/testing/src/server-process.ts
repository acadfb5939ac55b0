import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

interface ServerProcessOptions {
  readonly name: string;
  /** Starts the program; its output on the stream `says` is read. */
  readonly launch: () => ChildProcess;
  readonly says: 'stdout' | 'stderr';
  /** The text that it prints when it accepts requests. */
  readonly readyWords: string;
}

/** A server program that can be ended and restarted. */
export class ServerProcess {
  readonly #options: ServerProcessOptions;
  #child: ChildProcess | undefined;

  constructor(options: ServerProcessOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it, unless it is running; resolves when it is ready. Rejects, with its latest output, if it ends before that. */
  async start(): Promise<void> {
    if (this.#running()) return;
    const { name, launch, says, readyWords } = this.#options;
    const child = launch();
    this.#child = child;
    let output = '';
    await new Promise<void>((resume, fail) => {
      (child[says] as Readable).on('data', (part: Buffer) => {
        output = (output + part.toString()).slice(-100_000);
        if (output.includes(readyWords)) resume();
      });
      child.once('exit', () => fail(new Error(`${name} did not start:\n${output}`)));
    });
    child.removeAllListeners('exit');
  }

  /** Sends a signal that ends it; resolves when it has ended. */
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
