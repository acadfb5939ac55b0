import type { Account, Accounts } from '../accounts/service.ts';
import type { Database } from '../platform/database/database.ts';
import type { PersonalRecords } from '../platform/module.ts';

export interface PersonalDataOptions {
  readonly accounts: Accounts;
  /** The personal records of all modules; a function, because modules are added one after another. */
  readonly records: () => readonly PersonalRecords[];
  readonly transaction: <T>(run: (tx: Database) => Promise<T>) => Promise<T>;
}

/** Exports or erases all data about one person, in every module. */
export class PersonalData {
  readonly #options: PersonalDataOptions;

  constructor(options: PersonalDataOptions) {
    this.#options = options;
  }

  async export(account: Account): Promise<Record<string, unknown>> {
    const { accounts, records } = this.#options;
    const parts = await Promise.all([
      accounts.deletion.export(account),
      ...records().map((each) => each.export?.(account.id) ?? Promise.resolve({})),
    ]);
    return Object.assign({}, ...parts);
  }

  /** Erases everything in one transaction, then closes the person's sockets and room. Throws `last_admin`. */
  async erase(account: Account): Promise<void> {
    const { accounts, records, transaction } = this.#options;
    const { closeSockets, afterwards } = await transaction(async (tx) => {
      await accounts.requireOtherAdmin(tx, account.id);
      const person = await accounts.deletion.dataSubject(tx, account);
      const afterwards: (() => Promise<void>)[] = [];
      for (const each of records()) {
        const done = await each.erase?.(tx, person);
        if (done) afterwards.push(done);
      }
      return { closeSockets: await accounts.deletion.erase(tx, account), afterwards };
    });
    // The transaction is committed: sockets are closed first, even if something else cannot be reached now.
    closeSockets();
    for (const each of afterwards) await each();
  }
}
