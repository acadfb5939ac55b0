import { fewestPayers, type MoneyPeriod, type PublicFigures, publicFigures } from '@unspoken/contract/finance';
import { monthOf } from '../platform/dates.ts';
import type { BookedMonth, FiguresStore } from './figures-store.ts';

/** How often figures are counted, ms, and how old they may be while that is under way. */
export const countEvery = 3_600_000;
const shownFor = 2 * countEvery;

/** What was paid and what became of it, in public. Source: requirements/membership 13.6. */
export class Figures {
  readonly #store: FiguresStore;
  readonly #now: () => number;
  #counting: Promise<PublicFigures> | undefined;
  constructor(store: FiguresStore, clock: { readonly now: () => number }) {
    this.#store = store;
    this.#now = () => clock.now();
  }

  /** As they were last counted by any process: everybody may ask, and counting reads every posting. Counts them where that is too long ago. */
  async read(account: string): Promise<PublicFigures> {
    return (await this.#kept(account, shownFor)) ?? this.#counted(account);
  }

  /** Counts the figures unless another process has just done so. */
  async renew(account: string): Promise<void> {
    if (!(await this.#kept(account, countEvery))) await this.#counted(account);
  }

  /** What was counted in this month, less than so long ago. */
  async #kept(account: string, within: number): Promise<PublicFigures | undefined> {
    const kept = await this.#store.kept(account);
    const age = this.#now() - (kept?.at.getTime() ?? 0);
    if (!kept || kept.month !== this.#month() || age < 0 || age >= within) return undefined;
    // Another version of the product may have kept another form.
    return publicFigures.safeParse(kept.figures).data;
  }

  /** Those who ask while it is counted get the same. */
  #counted(account: string): Promise<PublicFigures> {
    this.#counting ??= this.#countAndKeep(account).finally(() => {
      this.#counting = undefined;
    });
    return this.#counting;
  }

  async #countAndKeep(account: string): Promise<PublicFigures> {
    const [month, at] = [this.#month(), new Date(this.#now())];
    const figures = await this.#count(account, month);
    await this.#store.keep({ providerAccount: account, month, at, figures });
    return figures;
  }

  #month(): string {
    return monthOf(new Date(this.#now()));
  }

  async #count(account: string, current: string): Promise<PublicFigures> {
    const [booked, opened] = await Promise.all([this.#store.booked(account), this.#store.placesOpened(account)]);
    // A month that is not over would show each payment as it comes.
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
