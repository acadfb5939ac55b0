import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Keys } from '../platform/keys.ts';
import type { BrowserStore } from './browser-store.ts';
import { browserNotedEvery, maxKnownBrowsers } from './rules.ts';

/** Looked up if there is no account, so that an unknown address takes the same time. */
const noAccount = '00000000-0000-0000-0000-000000000000';

export interface BrowsersOptions {
  readonly store: BrowserStore;
  readonly keys: Keys;
  readonly clock: Clock;
}

/** The browsers from which accounts have signed in, recognised by the mark that each browser keeps in a cookie. */
export class Browsers {
  readonly #options: BrowsersOptions;
  constructor(options: BrowsersOptions) {
    this.#options = options;
  }

  /** The keyed hash under which a mark is stored; undefined for a browser without one. */
  hash(mark: string | undefined): string | undefined {
    return mark === undefined ? undefined : this.#options.keys.hash('browser', mark);
  }

  /** Records that the account signed in with this browser, which is trusted from now on. */
  async signedIn(tx: Database, accountId: string, mark: string): Promise<void> {
    const { store, keys, clock } = this.#options;
    const row = { accountId, markHash: keys.hash('browser', mark), signedInAt: new Date(clock.now()), trusted: true };
    await store.add(tx, row, maxKnownBrowsers);
  }

  /** Records, at most once a day, that the account is still signed in with this browser, and trusts the browser. */
  async seen(accountId: string, mark: string): Promise<void> {
    const { store, keys, clock } = this.#options;
    const known = await store.of(accountId, keys.hash('browser', mark));
    if (known?.trusted && known.signedInAt.getTime() > clock.now() - browserNotedEvery) return;
    await store.transaction((tx) => this.signedIn(tx, accountId, mark));
  }

  /** Whether the account trusts the browser with this hash. Takes the same time for an account that does not exist. */
  async isTrusted(accountId: string | undefined, markHash: string | undefined): Promise<boolean> {
    if (markHash === undefined) return false;
    return (await this.#options.store.of(accountId ?? noAccount, markHash))?.trusted === true;
  }

  /** The account no longer trusts any browser, except the one with this mark. */
  distrust(tx: Database, accountId: string, except: string | undefined): Promise<void> {
    return this.#options.store.distrust(tx, accountId, this.hash(except));
  }

  /** The accounts that have signed in with the browser with this hash since an instant. */
  async accountsOf(markHash: string | undefined, since: Date): Promise<string[]> {
    return markHash === undefined ? [] : this.#options.store.accountsOf(markHash, since);
  }

  /** When the account last signed in from each of its browsers, for its owner. */
  async list(accountId: string): Promise<{ signedInAt: Date; trusted: boolean }[]> {
    return (await this.#options.store.all(accountId)).map(({ signedInAt, trusted }) => ({ signedInAt, trusted }));
  }

  /** Deletes browsers whose last recorded sign-in was before an instant. */
  forget(before: Date): Promise<void> {
    return this.#options.store.forget(before);
  }
}
