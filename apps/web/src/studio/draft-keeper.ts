import { isSameScript } from '@unspoken/contract/drafts';
import type { Script } from '@unspoken/contract/scripts';
import { CallError } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';

export interface Draft {
  readonly script: Script;
  readonly revision: number;
}

/** How a draft is stored. `at` is epoch ms. */
export type Keeping =
  | { readonly state: 'saved'; readonly at: number | undefined }
  | { readonly state: 'unsaved' | 'saving' }
  /** The service does not answer; it is tried again. What was written is in this browser. */
  | { readonly state: 'offline' }
  /** It was changed elsewhere since it was read. */
  | { readonly state: 'conflict'; readonly theirs: Draft }
  /** The service refuses it. */
  | { readonly state: 'refused'; readonly error: unknown };

export interface KeeperPorts {
  /** The next revision. Throws `CallError`. */
  readonly save: (draft: Draft) => Promise<number>;
  readonly read: () => Promise<Draft>;
  /** Stores what has not been saved in this browser; undefined once everything is saved. */
  readonly copy: (unsaved: Draft | undefined) => void;
  readonly now: () => number;
  /** Runs something later; returns what cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

const pause = 1_000;
const [firstRetry, longestRetry] = [2_000, 30_000];
/** Refusals that pass by themselves. */
const passing = ['unreachable', 'unavailable', 'internal', 'too_many_requests'];

/**
 * Saves a draft a second after it was changed, one request at a time, until the service has it. A change that was made elsewhere meanwhile is
 * never overwritten: the author decides.
 */
export class DraftKeeper {
  readonly keeping: Observable<Keeping>;
  readonly #ports: KeeperPorts;
  #revision: number;
  /** What is written; undefined once it is saved. */
  #unsaved: Script | undefined;
  #cancel: (() => void) | undefined;
  #isSaving = false;
  #isClosed = false;
  #retry = firstRetry;

  constructor(revision: number, ports: KeeperPorts) {
    this.#revision = revision;
    this.#ports = ports;
    this.keeping = new Observable<Keeping>({ state: 'saved', at: undefined });
  }

  get revision(): number {
    return this.#revision;
  }

  /** The draft has changed. */
  changed(script: Script): void {
    this.#unsaved = script;
    this.#ports.copy({ script, revision: this.#revision });
    const { state } = this.keeping.get();
    if (state === 'conflict') return;
    if (state !== 'offline') this.keeping.set({ state: 'unsaved' });
    if (!this.#isSaving) this.#in(state === 'offline' ? this.#retry : pause);
  }

  /** Saves at once what is not saved; resolves when that has been answered. */
  async flush(): Promise<void> {
    if (this.#unsaved === undefined || this.#isSaving || this.keeping.get().state === 'conflict') return;
    this.#cancel?.();
    await this.#save();
  }

  /** Saves this instead of what was saved elsewhere: the author has seen both. */
  async resolve(script: Script): Promise<void> {
    const keeping = this.keeping.get();
    if (keeping.state !== 'conflict') return;
    this.#revision = keeping.theirs.revision;
    this.keeping.set({ state: 'unsaved' });
    this.changed(script);
    await this.flush();
  }

  /** A copy was found whose beginning is not what is stored now. */
  conflict(theirs: Draft, unsaved: Script): void {
    this.#unsaved = unsaved;
    this.keeping.set({ state: 'conflict', theirs });
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
  }

  #in(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#isClosed ? undefined : this.#ports.after(ms, () => void this.#save());
  }

  async #save(): Promise<void> {
    const script = this.#unsaved;
    if (script === undefined || this.#isSaving) return;
    this.#isSaving = true;
    if (this.keeping.get().state !== 'offline') this.keeping.set({ state: 'saving' });
    try {
      this.#saved(script, await this.#ports.save({ script, revision: this.#revision }));
    } catch (error) {
      await this.#failed(script, error);
    } finally {
      this.#isSaving = false;
    }
    const { state } = this.keeping.get();
    if (state === 'unsaved') this.#in(pause);
    if (state === 'offline') {
      this.#in(this.#retry);
      this.#retry = Math.min(this.#retry * 2, longestRetry);
    }
  }

  #saved(script: Script, revision: number): void {
    this.#revision = revision;
    this.#retry = firstRetry;
    if (this.#unsaved === script) this.#unsaved = undefined;
    this.#ports.copy(this.#unsaved && { script: this.#unsaved, revision });
    this.keeping.set(this.#unsaved ? { state: 'unsaved' } : { state: 'saved', at: this.#ports.now() });
  }

  async #failed(script: Script, error: unknown): Promise<void> {
    const code = error instanceof CallError ? error.code : 'internal';
    if (passing.includes(code)) return this.keeping.set({ state: 'offline' });
    if (code !== 'draft_changed') return this.keeping.set({ state: 'refused', error });
    let theirs: Draft;
    try {
      theirs = await this.#ports.read();
    } catch {
      return this.keeping.set({ state: 'offline' });
    }
    // The answer to our own request was lost: it has been saved.
    if (isSameScript(theirs.script, script)) this.#saved(script, theirs.revision);
    else this.keeping.set({ state: 'conflict', theirs });
  }
}
