import { freshID } from '../platform/fresh-id.ts';
import { parsed } from '../platform/tab-storage.ts';
import type { Draft } from './draft-keeper.ts';

/**
 * What was written and could not be saved yet, in this browser's storage: it survives a closed tab and a browser that was killed. Each tab
 * has its own copy, and holds a lock as long as it lives; the copy of a tab that is gone is found by the next one that opens the draft.
 */
export class DraftCopies {
  readonly #prefix: string;
  readonly #own: string;
  #release: (() => void) | undefined;

  constructor(account: string, type: string) {
    this.#prefix = `unspoken.draft.${account}.${type}.`;
    this.#own = this.#prefix + freshID();
    void navigator.locks?.request(this.#own, () => new Promise<void>((release) => (this.#release = release)));
  }

  /** Replaces this tab's copy, or removes it. */
  set(unsaved: Draft | undefined): void {
    try {
      if (unsaved === undefined) localStorage.removeItem(this.#own);
      else localStorage.setItem(this.#own, JSON.stringify(unsaved));
    } catch {
      // Storage is full or unavailable: what is not saved does not survive this tab.
    }
  }

  /** Takes over the newest copy of a tab that is gone: from now on it is this tab's. */
  async recover(): Promise<Draft | undefined> {
    const names = keys().filter((name) => name.startsWith(this.#prefix) && name !== this.#own);
    const found: { readonly name: string; readonly draft: Draft }[] = [];
    for (const name of names) {
      const draft = (await isAbandoned(name)) ? parsed<Draft>(localStorage.getItem(name)) : undefined;
      if (draft) found.push({ name, draft });
    }
    const newest = found.toSorted((one, other) => other.draft.revision - one.draft.revision)[0];
    if (!newest) return undefined;
    this.set(newest.draft);
    localStorage.removeItem(newest.name);
    return newest.draft;
  }

  close(): void {
    this.#release?.();
  }
}

function keys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** Whether no tab holds the lock of this name any more; without locks no tab can be known to live. */
const isAbandoned = async (name: string): Promise<boolean> =>
  (await navigator.locks?.request(name, { ifAvailable: true }, (lock) => Promise.resolve(lock !== null))) ?? true;
