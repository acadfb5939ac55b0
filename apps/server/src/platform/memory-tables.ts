import type { Database } from './database/database.ts';

/** Transactions over tables in memory: one at a time, and taken back if they throw. */
export class MemoryTransactions {
  #last: Promise<unknown> = Promise.resolve();

  readonly run = <T>(act: (tx: Database) => Promise<T>): Promise<T> => {
    const undo: Undo = [];
    const mine = this.#last.then(() =>
      act(undo as unknown as Database).catch((error: unknown) => {
        for (const back of undo.toReversed()) back();
        throw error;
      }),
    );
    this.#last = mine.catch(() => {});
    return mine;
  };
}

/** What takes back the changes of a transaction, which is passed where the stores of PostgreSQL get theirs. */
type Undo = (() => void)[];

/** A row that has the value of another one where only one may have it, as PostgreSQL refuses it. */
export class UniqueViolation extends Error {}

/** The value by which a row must differ from every other; undefined if it need not. */
type Unique<Row> = (row: Row) => string | undefined;

/** A table in memory, for simulations. A row is replaced, never changed: what was read stays as it was. */
export class MemoryTable<Row extends object> {
  readonly #rows = new Map<string, Row>();
  readonly #key: (row: Row) => string;
  readonly #unique: readonly Unique<Row>[];
  constructor(key: (row: Row) => string, ...unique: readonly Unique<Row>[]) {
    this.#key = key;
    this.#unique = unique;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  all(): Row[] {
    return [...this.#rows.values()];
  }

  where(holds: (row: Row) => boolean): Row[] {
    return this.all().filter(holds);
  }

  find(holds: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (holds(row)) return row;
    return undefined;
  }

  /** Throws `UniqueViolation`. */
  insert(row: Row, tx?: Database): void {
    if (!this.insertNew(row, tx)) throw new UniqueViolation(JSON.stringify(row));
  }

  /** False, and nothing is changed, if a row has its key or one of its unique values. */
  insertNew(row: Row, tx?: Database): boolean {
    if (this.#rows.has(this.#key(row)) || this.#clashes(row)) return false;
    this.put(row, tx);
    return true;
  }

  put(row: Row, tx?: Database): void {
    this.#set(this.#key(row), row, tx);
  }

  /** Throws `UniqueViolation`. Nothing happens if there is no such row. */
  update(key: string, fields: Given<Row>, tx?: Database): void {
    const row = this.#rows.get(key);
    if (!row) return;
    const next = rowOf<Row>(row, fields);
    if (this.#clashes(next)) throw new UniqueViolation(JSON.stringify(next));
    this.#set(key, next, tx);
  }

  delete(holds: (row: Row) => boolean, tx?: Database): Row[] {
    const gone = this.where(holds);
    for (const row of gone) this.#set(this.#key(row), undefined, tx);
    return gone;
  }

  #clashes(row: Row): boolean {
    const key = this.#key(row);
    return this.#unique.some((uniqueIn) => {
      const value = uniqueIn(row);
      return value !== undefined && this.find((other) => this.#key(other) !== key && uniqueIn(other) === value) !== undefined;
    });
  }

  #set(key: string, row: Row | undefined, tx: Database | undefined): void {
    const before = this.#rows.get(key);
    (tx as unknown as Undo | undefined)?.push(() => this.#write(key, before));
    this.#write(key, row);
  }

  #write(key: string, row: Row | undefined): void {
    if (row) this.#rows.set(key, row);
    else this.#rows.delete(key);
  }
}

/** Fields as the stores are given them: undefined is as good as absent. */
type Given<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** A row of defaults, and of what is given instead of them. */
export const rowOf = <Row extends object>(defaults: Partial<Row>, given: Given<Row>): Row =>
  ({ ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }) as Row;

/** For sorting by an instant, the earliest first. */
export const byInstant =
  <Row>(at: (row: Row) => Date | null) =>
  (a: Row, b: Row): number =>
    (at(a)?.getTime() ?? 0) - (at(b)?.getTime() ?? 0);
