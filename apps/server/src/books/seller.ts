import { languages } from '@unspoken/contract/languages';
import * as z from 'zod';
import type { Tax } from './movements.ts';

/** The rates of one country, each from a day in UTC on, in basis points. */
const rates = z
  .array(z.strictObject({ from: z.iso.date(), basisPoints: z.int().min(0).max(10_000) }))
  .min(1)
  .refine((all) => new Set(all.map(({ from }) => from)).size === all.length, 'two rates begin on the same day');

const country = z.string().regex(/^[A-Z]{2}$/, 'must be a country by ISO 3166-1 alpha-2');

const issuer = {
  name: z.string().min(1),
  /** The lines of its postal address. */
  address: z.array(z.string().min(1)).min(1),
  country,
  /** Its number for taxes, as it is to be printed. */
  taxNumber: z.string().min(1),
  /** Nobody real: in production nothing is sold then. */
  sample: z.boolean().optional(),
  /** The languages whose label of the order button the operator's counsel has not confirmed yet. */
  orderLabelsForCounsel: z.array(z.enum(languages)).optional(),
};

/** Who sells, and which tax its prices contain: the content of `brand/seller.json`. Source: requirements/membership 9.2. */
export const sellerFile = z.discriminatedUnion('mode', [
  /** Nothing; the note says by which rule, in the languages of the product. */
  z.strictObject({ ...issuer, mode: z.literal('exempt'), note: z.record(z.enum(languages), z.string().min(1)) }),
  /** The tax of the seller's own country, wherever the customer is. */
  z.strictObject({ ...issuer, mode: z.literal('home'), rates }),
  /** The tax of the country of the customer's card. */
  z
    .strictObject({ ...issuer, mode: z.literal('destination'), rates: z.record(country, rates) })
    .refine((seller) => seller.country in seller.rates, 'has no rate for the country of the seller'),
]);
export type Seller = z.output<typeof sellerFile>;

/**
 * The languages whose label of the order button is marked for the operator's counsel. English and German are in the text of the law; the
 * others are marked until the file says otherwise. Source: requirements/membership 8.8.
 */
export const orderLabelsForCounsel = ({ orderLabelsForCounsel: marked }: Pick<Seller, 'orderLabelsForCounsel'>) =>
  marked ?? (['fr', 'it', 'es', 'pt'] as const);

/** The seller as it is printed on a receipt. */
export interface Issuer {
  readonly name: string;
  readonly address: readonly string[];
  readonly taxNumber: string;
  /** Why there is no tax, by language; undefined if there is. */
  readonly note?: Readonly<Record<string, string>> | undefined;
}

export const issuerOf = (seller: Seller): Issuer => ({
  ...{ name: seller.name, address: seller.address, taxNumber: seller.taxNumber },
  ...(seller.mode === 'exempt' && { note: seller.note }),
});

/**
 * The tax that a price contains which a customer pays at an instant. `cardCountry` is undefined where the provider does not know it: then
 * the seller's own country counts. Undefined if none is due: the seller is exempt, or has no rate for that country on that day.
 */
export function taxFor(seller: Seller, cardCountry: string | undefined, at: Date): Tax | undefined {
  if (seller.mode === 'exempt') return undefined;
  const taxed = seller.mode === 'home' ? seller.country : (cardCountry ?? seller.country);
  const dated = seller.mode === 'home' ? seller.rates : (seller.rates[taxed] ?? []);
  const day = at.toISOString().slice(0, 10);
  const rate = dated.filter(({ from }) => from <= day).toSorted((a, b) => b.from.localeCompare(a.from))[0];
  return rate && { country: taxed, basisPoints: rate.basisPoints };
}
