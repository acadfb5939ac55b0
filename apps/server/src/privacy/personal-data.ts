import type { Account, Accounts } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import { Listeners } from '../platform/listeners.ts';
import type { PersonalRecords } from '../platform/module.ts';

export interface PersonalDataOptions {
  readonly accounts: Accounts;
  /** What the modules keep about people; asked when it is needed, because modules are added one after another. */
  readonly records: () => readonly PersonalRecords[];
  readonly transaction: <T>(run: (tx: Database) => Promise<T>) => Promise<T>;
}

/** All that is kept about one person, wherever it stands: to take along, or to be gone. */
export class PersonalData {
  readonly #options: PersonalDataOptions;
  readonly #listeners = new Listeners<[accountId: string]>();
  /** Calls the listener when an account has been erased, before the request is answered. */
  readonly subscribe = this.#listeners.add;

  constructor(options: PersonalDataOptions) {
    this.#options = options;
  }

  async export(account: Account): Promise<Record<string, unknown>> {
    const { accounts, records } = this.#options;
    const parts = await Promise.all([
      accounts.leaving.export(account),
      ...records().map((each) => each.export?.(account.id) ?? Promise.resolve({})),
    ]);
    return Object.assign({}, ...parts);
  }

  /** Erases everything in one transaction, then closes what is still open of the person. Throws `last_admin`. */
  async erase(account: Account): Promise<void> {
    const { accounts, records, transaction } = this.#options;
    const { told, afterwards } = await transaction(async (tx) => {
      await accounts.requireOtherAdmin(tx, account.id);
      const person = await accounts.leaving.dataSubject(tx, account);
      const afterwards: (() => Promise<void>)[] = [];
      for (const each of records()) {
        const done = await each.erase?.(tx, person);
        if (done) afterwards.push(done);
      }
      return { told: await accounts.leaving.erase(tx, account), afterwards };
    });
    // What stands in the database is done: whatever cannot be reached now, the sockets are closed.
    told();
    for (const each of afterwards) await each();
    await this.#listeners.notify(account.id);
  }
}
