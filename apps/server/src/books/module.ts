import { every } from '../platform/every.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { Books } from './service.ts';
import { booksStore } from './store.ts';

export interface BooksModule extends Module {
  readonly books: Books;
}

/** The books, which are checked every hour. */
export function booksModule({ db, clock, config, fault }: Platform): BooksModule {
  const books = new Books(booksStore(db));
  const check = async () => {
    const { faults } = await books.check(new Date(clock.now()));
    for (const each of faults) fault(new Error(`books: ${each}`));
  };
  let stop = () => {};
  return {
    books,
    work() {
      stop = every(clock, config.durations.booksCheck, check, fault);
    },
    stop: () => stop(),
    retention: { books: (before) => books.forget(before) },
  };
}
