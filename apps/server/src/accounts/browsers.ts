import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Keys } from '../platform/keys.ts';
import { browsersKept } from './rules.ts';
import { knownBrowser } from './tables.ts';

/** Compared where there is no account, so that an unknown address takes the same time. */
const nobody = '00000000-0000-0000-0000-000000000000';

export interface BrowsersOptions {
  readonly db: Database;
  readonly keys: Keys;
  readonly clock: Clock;
}

/** The browsers accounts have signed in from, recognised by the mark each of them keeps. */
export class Browsers {
  readonly #options: BrowsersOptions;
  constructor(options: BrowsersOptions) {
    this.#options = options;
  }

  /** What is stored of a mark; undefined for a browser without one. */
  hash(mark: string | undefined): string | undefined {
    return mark === undefined ? undefined : this.#options.keys.hash('browser', mark);
  }

  /** Notes that the account signed in with this browser, which is trusted from now on. */
  async signedIn(tx: Database, accountId: string, mark: string): Promise<void> {
    const row = {
      accountId,
      markHash: this.hash(mark) as string,
      signedInAt: new Date(this.#options.clock.now()),
      trusted: true,
    };
    const target = [knownBrowser.accountId, knownBrowser.markHash];
    await tx
      .insert(knownBrowser)
      .values(row)
      .onConflictDoUpdate({ target, set: { signedInAt: row.signedInAt, trusted: true } });
    const surplus = tx
      .select({ markHash: knownBrowser.markHash })
      .from(knownBrowser)
      .where(eq(knownBrowser.accountId, accountId))
      .orderBy(desc(knownBrowser.signedInAt))
      .offset(browsersKept);
    await tx.delete(knownBrowser).where(and(eq(knownBrowser.accountId, accountId), sql`${knownBrowser.markHash} in ${surplus}`));
  }

  /** Whether the account trusts the browser of this hash. Takes as long for an account that does not exist. */
  async isTrusted(accountId: string | undefined, markHash: string | undefined): Promise<boolean> {
    if (markHash === undefined) return false;
    const { db } = this.#options;
    const one = and(
      eq(knownBrowser.accountId, accountId ?? nobody),
      eq(knownBrowser.markHash, markHash),
      eq(knownBrowser.trusted, true),
    );
    return (await db.select({ at: knownBrowser.signedInAt }).from(knownBrowser).where(one).limit(1)).length > 0;
  }

  /** The account no longer trusts any browser, except the one with this mark. */
  async distrust(tx: Database, accountId: string, except: string | undefined): Promise<void> {
    const kept = this.hash(except);
    const all = eq(knownBrowser.accountId, accountId);
    await tx
      .update(knownBrowser)
      .set({ trusted: false })
      .where(kept === undefined ? all : and(all, ne(knownBrowser.markHash, kept)));
  }

  /** The accounts that have signed in since an instant with the browser of this hash. */
  async accountsOf(markHash: string | undefined, since: Date): Promise<string[]> {
    if (markHash === undefined) return [];
    const recent = and(eq(knownBrowser.markHash, markHash), gt(knownBrowser.signedInAt, since));
    const rows = await this.#options.db.select({ accountId: knownBrowser.accountId }).from(knownBrowser).where(recent);
    return rows.map(({ accountId }) => accountId);
  }

  /** When the account last signed in from each of its browsers, for its owner. */
  async list(accountId: string): Promise<{ signedInAt: Date; trusted: boolean }[]> {
    const { signedInAt, trusted } = knownBrowser;
    return this.#options.db.select({ signedInAt, trusted }).from(knownBrowser).where(eq(knownBrowser.accountId, accountId));
  }

  /** Deletes what was last signed in from before an instant. */
  async forget(before: Date): Promise<void> {
    await this.#options.db.delete(knownBrowser).where(lt(knownBrowser.signedInAt, before));
  }
}
