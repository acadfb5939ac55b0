import type { Account, Accounts, Leaver } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';

/** Where something personal is kept: it can be shown to its owner, and it can be erased. */
export interface PersonalRecords {
  export?(accountId: string): Promise<Record<string, unknown>>;
  /** Erases as part of the transaction; what it answers, if it does, is called once that is done. */
  erase?(tx: Database, person: Leaver): Promise<void | (() => Promise<void>)>;
}

export interface PersonalDataOptions {
  readonly accounts: Accounts;
  /** Every other place; a new one that keeps anything about people belongs in this list. */
  readonly records: readonly PersonalRecords[];
  readonly transaction: <T>(run: (tx: Database) => Promise<T>) => Promise<T>;
  /** Takes the person out of wherever they are just now. */
  /** Has the person leave wherever they are, now or as soon as it can be done. */
  readonly withdraw: (accountId: string) => Promise<void>;
}

/** All that is kept about one person, wherever it stands: to take along, or to be gone. */
export class PersonalData {
  readonly #options: PersonalDataOptions;
  constructor(options: PersonalDataOptions) {
    this.#options = options;
  }

  async export(account: Account): Promise<Record<string, unknown>> {
    const { accounts, records } = this.#options;
    const parts = await Promise.all([
      accounts.leaving.export(account),
      ...records.map((each) => each.export?.(account.id) ?? Promise.resolve({})),
    ]);
    return Object.assign({}, ...parts);
  }

  /** Erases everything in one transaction, then closes what is still open of the person. Throws `last_admin`. */
  async erase(account: Account): Promise<void> {
    const { accounts, records, transaction, withdraw } = this.#options;
    const { told, afterwards } = await transaction(async (tx) => {
      await accounts.keepAdmin(tx, account.id);
      const person = await accounts.leaving.person(tx, account);
      const afterwards: (() => Promise<void>)[] = [];
      for (const each of records) {
        const done = await each.erase?.(tx, person);
        if (done) afterwards.push(done);
      }
      return { told: await accounts.leaving.erase(tx, account), afterwards };
    });
    // What stands in the database is done: whatever cannot be reached now, the sockets are closed.
    told();
    for (const each of afterwards) await each();
    await withdraw(account.id);
  }
}
