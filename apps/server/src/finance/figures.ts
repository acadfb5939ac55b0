import { fewestPayers, type MoneyPeriod } from '@unspoken/contract/finance';
import { monthOf } from '../platform/dates.ts';
import { SharedCount } from '../platform/shared-count.ts';
import type { BookedMonth, FiguresStore } from './figures-store.ts';

/**
 * How long figures are kept before they are counted again, ms, and how old they may be while that is under way: what is published are months
 * that are over, to which little is added later.
 */
const freshFor = 3_600_000;
const shownFor = 2 * freshFor;

export interface PublicFigures {
  /** The latest first. */
  readonly periods: readonly MoneyPeriod[];
  /** Whether the latest months had too few payers to be published. */
  readonly hasMore: boolean;
}

/** What was paid and what became of it, in public. Source: requirements/membership 13.6. */
export class Figures {
  readonly #store: FiguresStore;
  readonly #now: () => number;
  readonly #counts: SharedCount<PublicFigures>;
  constructor(store: FiguresStore, clock: { readonly now: () => number }) {
    this.#store = store;
    this.#now = () => clock.now();
    this.#counts = new SharedCount({ now: this.#now, freshFor, shownFor });
  }

  /** Counted once an hour and at the end of a month, because everybody may ask, and every posting is read. */
  read(account: string): Promise<PublicFigures> {
    return this.#counts.read(`${account} ${this.#month()}`, () => this.#count(account));
  }

  #month(): string {
    return monthOf(new Date(this.#now()));
  }

  async #count(account: string): Promise<PublicFigures> {
    const [booked, opened] = await Promise.all([this.#store.booked(account), this.#store.placesOpened(account)]);
    // A month that is not over would show each payment as it comes.
    const current = this.#month();
    const all = [...Map.groupBy(booked, ({ month }) => month)];
    const months = all.filter(([month]) => month < current);
    const periods: MoneyPeriod[] = [];
    let waiting: (typeof months)[number][] = [];
    for (const month of months) {
      waiting.push(month);
      const [from, to] = [waiting[0]?.[0] ?? '', month[0]];
      const payers = await this.#store.payers(account, from, to);
      if (payers < fewestPayers) continue;
      const placesOpened = waiting.reduce((sum, [each]) => sum + (opened.get(each) ?? 0), 0);
      const rows = waiting.flatMap(([, those]) => those);
      periods.unshift({ from, to, payers, placesOpened, ...sumsOf(rows) });
      waiting = [];
    }
    return { periods, hasMore: waiting.length > 0 || months.length < all.length };
  }
}

/** Income is booked as a negative posting, and published as a positive amount. */
export function sumsOf(rows: readonly BookedMonth[]): Omit<MoneyPeriod, 'from' | 'to' | 'payers' | 'placesOpened'> {
  const sum = (isOne: (account: string) => boolean) =>
    rows.reduce((all, { account, cents }) => (isOne(account) ? all + cents : all), 0);
  const income = (name: string) => 0 - sum((account) => account === name);
  const names = [...new Set(rows.flatMap(({ account }) => (account.startsWith('costs:') ? [account] : [])))].toSorted();
  return {
    ...{ membership: income('membership'), donations: income('donations'), setAside: income('places') },
    vat: 0 - sum((account) => account.startsWith('vat:')),
    fees: sum((account) => account === 'fees'),
    other: sum((account) => account === 'disputed' || account === 'unexplained'),
    costs: names.map((account) => ({ name: account.slice('costs:'.length), cents: sum((each) => each === account) })),
  };
}

const euros = (cents: number): string => (cents / 100).toFixed(2);
/** Quoted as RFC 4180 says; a name that a spreadsheet would compute is not. */
const quoted = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

/** The figures as CSV (RFC 4180), amounts in euros. */
export function csvOf({ periods }: PublicFigures): string {
  const names = [...new Set(periods.flatMap(({ costs }) => costs.map(({ name }) => name)))].toSorted();
  const columns = ['from', 'to', 'payers', 'membership', 'donations', 'set_aside', 'places_opened', 'vat', 'fees', 'other'];
  const rows = periods.map((each) => [
    ...[each.from, each.to, each.payers, euros(each.membership), euros(each.donations), euros(each.setAside)],
    ...[each.placesOpened, euros(each.vat), euros(each.fees), euros(each.other)],
    ...names.map((wanted) => euros(each.costs.find(({ name }) => name === wanted)?.cents ?? 0)),
  ]);
  const head = [...columns, ...names.map((name) => quoted(`costs: ${name}`))];
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
