import type { AnswerOf } from '@unspoken/contract/call';
import type { ProvenFile } from '@unspoken/contract/script-proof';
import {
  beginUpload,
  finishUpload,
  largestUpload,
  ownFiles,
  removeFile,
  sendPart,
  type Upload,
} from '@unspoken/contract/uploads';
import { CallError, call } from '../../platform/api.ts';
import { Observable } from '../../platform/observable.ts';
import { base64Of, sha256Of } from './bytes.ts';
import { pendingFiles } from './pending-files.ts';
import { Transfers } from './transfers.ts';

export type OwnFiles = AnswerOf<typeof ownFiles>;

/** How often the service is asked about files that it is checking, ms. */
const checkInterval = 1_500;

/** Until so many ms have passed, or the browser is online again. */
const pause = (ms: number) =>
  new Promise<void>((resume) => {
    const controller = new AbortController();
    const end = () => {
      controller.abort();
      resume();
    };
    const timer = setTimeout(end, ms);
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
    window.addEventListener('online', end, { signal: controller.signal });
  });

const exclusively = async (name: string, run: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(`unspoken.${name}`, run);
  else await run();
};

/** A facilitator's files, as the service knows them, and those that are on their way. */
export class FileLibrary {
  /** Undefined until it was read. */
  readonly own = new Observable<OwnFiles | undefined>(undefined);
  readonly transfers: Transfers;
  #isOpen = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(account: string) {
    this.transfers = new Transfers({
      begin: async (announced) => (await call(beginUpload, { body: announced })).upload,
      find: async (mediaID) => (await this.#read()).files.find((file) => file.mediaID === mediaID),
      send: async (mediaID, offset, part) =>
        (await call(sendPart, { body: { mediaID, offset, part: await base64Of(part) } })).received,
      finish: async (mediaID) => (await call(finishUpload, { body: { mediaID } })).upload,
      pending: pendingFiles(account),
      now: () => performance.now(),
      pause,
      exclusively,
      changed: (upload) => this.#changed(upload),
    });
  }

  /** Reads the files, and goes on with uploads that were interrupted. Throws `CallError`. */
  async open(): Promise<void> {
    if (this.#isOpen) return;
    this.#isOpen = true;
    try {
      await this.#read();
    } catch (error) {
      this.#isOpen = false;
      throw error;
    }
    await this.transfers.resume();
  }

  /** Begins to send a file. Throws `CallError`, and `Unreadable`. */
  async upload(file: Blob, kind: Upload['kind'], name: string): Promise<Upload> {
    // Loaded with the first file.
    const { prepared } = await import('./prepared.ts');
    const bytes = await prepared(file, kind);
    // Before all of it is read.
    if (bytes.size > largestUpload[kind]) throw new CallError('upload_refused', '', { size: 'too_large' });
    const announced = { kind, name: shownName(name), size: bytes.size, sha256: await sha256Of(bytes) };
    return this.transfers.add(announced, bytes);
  }

  /** Removes a file, or an upload that has not arrived yet. Throws `CallError`. */
  async remove(mediaID: string): Promise<void> {
    await call(removeFile, { body: { mediaID } });
    await this.transfers.cancel(mediaID);
    await this.#read();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isOpen = false;
  }

  async #read(): Promise<OwnFiles> {
    const own = await call(ownFiles);
    this.own.set(own);
    this.#watch(own);
    return own;
  }

  #changed(upload: Upload): void {
    const own = this.own.get();
    if (!own) return;
    const others = own.files.filter(({ mediaID }) => mediaID !== upload.mediaID);
    const next = { ...own, files: [upload, ...others] };
    this.own.set(next);
    this.#watch(next);
  }

  /** What is being checked is ready, or refused, in a while. */
  #watch({ files }: OwnFiles): void {
    clearTimeout(this.#timer);
    if (!files.some(({ state }) => state === 'checking')) return;
    this.#timer = setTimeout(() => {
      this.#read().catch(() => this.#watch({ ...(this.own.get() as OwnFiles) }));
    }, checkInterval);
  }
}

/** The name of a file as the service takes it: a line without controls, not cut within a character. */
const shownName = (name: string): string =>
  name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 120)
    .replace(/[\ud800-\udbff]$/, '') || '-';

/** The files as the proof of a script knows them. */
export const provenFiles = (own: OwnFiles | undefined): ReadonlyMap<string, ProvenFile> =>
  new Map(
    own?.files.map(({ mediaID, kind, state, durationMs }) => [
      mediaID,
      { kind, isReady: state === 'ready', isOwn: true, duration: durationMs ?? undefined },
    ]),
  );
