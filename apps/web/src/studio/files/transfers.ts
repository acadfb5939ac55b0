import type { ErrorCode } from '@unspoken/contract/errors';
import { partLength, pieceLength, type Upload } from '@unspoken/contract/uploads';
import { CallError } from '../../platform/api.ts';
import { Observable } from '../../platform/observable.ts';

/** A file as it is sent, with what the service has to know before. */
export interface Announced {
  readonly kind: Upload['kind'];
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

/** What is being sent from this browser. */
export interface Transfer extends Announced {
  readonly mediaID: string;
  /** Bytes that have arrived. */
  readonly received: number;
  /** `waiting`: the service does not answer, and is asked again; `failed` for good. */
  readonly state: 'sending' | 'waiting' | 'failed';
  readonly failure?: CallError;
}

/** A file that is kept in the browser until all of it has arrived. */
export interface Pending {
  readonly announced: Announced;
  readonly bytes: Blob;
}

export interface TransferPorts {
  readonly begin: (announced: Announced) => Promise<Upload>;
  readonly find: (mediaID: string) => Promise<Upload | undefined>;
  /** How many bytes have arrived afterwards. */
  readonly send: (mediaID: string, offset: number, part: Blob) => Promise<number>;
  readonly finish: (mediaID: string) => Promise<Upload>;
  readonly pending: {
    readonly keep: (mediaID: string, pending: Pending) => Promise<void>;
    readonly forget: (mediaID: string) => Promise<void>;
    readonly all: () => Promise<readonly (readonly [mediaID: string, Pending])[]>;
  };
  /** ms */
  readonly now: () => number;
  /** Until so many ms have passed, or there is reason to believe that the service can be reached again. */
  readonly pause: (ms: number) => Promise<void>;
  /** Runs one after the other, in all tabs, what has the same name. */
  readonly exclusively: (name: string, run: () => Promise<void>) => Promise<void>;
  /** Called with what the service says of a file whenever it says something new. */
  readonly changed: (upload: Upload) => void;
}

/** The pause before the service is asked again, ms: it doubles up to the second. */
const [firstPause, longestPause] = [1_000, 30_000];
/** A piece that took less than this shows that a whole part would arrive in time, ms. */
const quick = 1_000;
/** Failures that pass without anybody doing something about them. */
const passing: readonly (ErrorCode | 'unreachable')[] = ['unreachable', 'unavailable', 'internal', 'too_many_requests'];
/** Failures after which the same bytes would fail again. */
const hopeless: readonly (ErrorCode | 'unreachable')[] = ['not_found', 'upload_refused'];

/**
 * Sends files in parts. What is interrupted goes on where it was: a lost connection, a page that was closed, and a process of the service
 * that has ended. Source: requirements/studio 3.9.
 */
export class Transfers {
  readonly current = new Observable<ReadonlyMap<string, Transfer>>(new Map());
  readonly #ports: TransferPorts;

  constructor(ports: TransferPorts) {
    this.#ports = ports;
  }

  /** Begins to send a file, and goes on after it has returned what the service knows of it. Throws `CallError`. */
  async add(announced: Announced, bytes: Blob): Promise<Upload> {
    const upload = await this.#ports.begin(announced);
    this.#ports.changed(upload);
    if (upload.state !== 'uploading') return upload;
    const pending = { announced, bytes };
    await this.#ports.pending.keep(upload.mediaID, pending);
    void this.#run(upload.mediaID, pending, upload.received);
    return upload;
  }

  /** Goes on with what this browser has begun and not finished. */
  async resume(): Promise<void> {
    for (const [mediaID, pending] of await this.#ports.pending.all())
      if (!this.current.get().has(mediaID)) void this.#run(mediaID, pending, 0);
  }

  /** Stops sending a file: it is not wanted any more. */
  async cancel(mediaID: string): Promise<void> {
    this.#set(mediaID, undefined);
    await this.#ports.pending.forget(mediaID);
  }

  async #run(mediaID: string, pending: Pending, received: number): Promise<void> {
    const { exclusively, pause, pending: kept } = this.#ports;
    this.#set(mediaID, { ...pending.announced, mediaID, received, state: 'sending' });
    const isWanted = () => this.current.get().has(mediaID);
    await exclusively(`upload ${mediaID}`, async () => {
      let isSlow = false;
      for (let wait = firstPause; isWanted(); wait = Math.min(2 * wait, longestPause)) {
        try {
          await this.#send(mediaID, pending, isSlow, () => (wait = firstPause));
          this.#set(mediaID, undefined);
          return await kept.forget(mediaID);
        } catch (error) {
          if (!isWanted()) return;
          // What is no answer to a call is a file that cannot be read any more.
          const failure = error instanceof CallError ? error : new CallError('upload_refused', String(error));
          if (!passing.includes(failure.code)) {
            this.#set(mediaID, { ...this.#transfer(mediaID), state: 'failed', failure });
            // Otherwise, as where somebody has been signed out, it goes on the next time.
            if (hopeless.includes(failure.code)) await kept.forget(mediaID);
            return;
          }
          this.#set(mediaID, { ...this.#transfer(mediaID), state: 'waiting' });
          // A connection over which a whole part takes longer than a request may looks like one that is lost.
          isSlow = failure.code === 'unreachable';
          await pause(wait);
        }
      }
    });
  }

  /** Sends what is missing. The service is asked first what has arrived: a part may have come without its answer. */
  async #send(mediaID: string, { announced: { size }, bytes }: Pending, isSlow: boolean, onProgress: () => void): Promise<void> {
    const { find, send, finish, changed, now } = this.#ports;
    const known = await find(mediaID);
    if (!known) throw new CallError('not_found', '');
    if (known.state !== 'uploading') return changed(known);
    let { received } = known;
    let inPieces = isSlow;
    while (received < size) {
      const transfer = this.current.get().get(mediaID);
      if (!transfer) return;
      this.#set(mediaID, { ...transfer, received, state: 'sending' });
      const length = inPieces ? pieceLength : partLength - (received % partLength);
      const began = now();
      received = await send(mediaID, received, bytes.slice(received, received + length));
      inPieces &&= now() - began > quick;
      onProgress();
    }
    if (this.current.get().has(mediaID)) changed(await finish(mediaID));
  }

  #transfer(mediaID: string): Transfer {
    return this.current.get().get(mediaID) as Transfer;
  }

  #set(mediaID: string, transfer: Transfer | undefined): void {
    const next = new Map(this.current.get());
    if (transfer) next.set(mediaID, transfer);
    else next.delete(mediaID);
    this.current.set(next);
  }
}
