import { vatIn } from './vat.ts';

/**
 * An account of the books. What the enterprise has, spends or has lost is positive; what it has received, or owes, is negative; so that
 * the postings of an entry, and all postings together, sum to 0. Source: requirements/membership 9.7.
 */
export type BookAccount =
  | 'provider'
  | 'bank'
  | 'fees'
  | 'membership'
  | 'donations'
  | 'places'
  | 'disputed'
  | 'unexplained'
  | `vat:${string}`
  | `costs:${string}`;

/** In whole cents of euro. */
export interface Posting {
  readonly account: BookAccount;
  readonly cents: number;
}

/** What somebody has paid for. */
export type Purpose = 'membership' | 'donation' | 'places';

/** The tax that a price contains: the country by ISO 3166-1 alpha-2, and the rate. */
export interface Tax {
  readonly country: string;
  readonly basisPoints: number;
}

interface Paid {
  readonly purpose: Purpose;
  /** Undefined where none is due. Donations contain none. */
  readonly tax?: Tax | undefined;
}

/** Money that somebody pays, or gets back. A refund that fails returns to the provider's balance. */
export type Payment = Paid &
  (
    | { readonly kind: 'charge' | 'refund' }
    | {
        readonly kind: 'refund failed';
        /** The movement of the refund that has failed. */
        readonly refundRef: string;
      }
  );

/** Money that moves otherwise. `unknown` is a type of balance transaction that these books do not know. */
interface Other {
  readonly kind: 'dispute' | 'dispute won' | 'payout' | 'payout failed' | 'fee' | 'unknown';
}

/** A balance transaction of the provider. */
export type Movement = (Payment | Other) & {
  /** Its id at the provider. */
  readonly ref: string;
  /** What it adds to the balance before its fee, cents; negative if it takes from it. */
  readonly cents: number;
  readonly feeCents: number;
};

/** Of each net contribution so many percent go to places for those who cannot pay. Source: requirements/membership 7.4. */
const percentForPlaces = 10;

/**
 * The postings of a balance transaction. What a refund takes back from places is limited to what they have, `inPlaces` cents: a place
 * that has been given stays so, and the rest is borne by the other income. `vatCents` is the tax in it, if it is not what the rate says.
 */
export function postingsOf(movement: Movement, inPlaces: number, vatCents = usualVat(movement)): Posting[] {
  const { cents, feeCents } = movement;
  const all: readonly Posting[] = [
    { account: 'provider', cents: cents - feeCents },
    { account: 'fees', cents: feeCents },
    ...against(movement, inPlaces, vatCents),
  ];
  const sums = new Map<BookAccount, number>();
  for (const { account, cents: each } of all) sums.set(account, (sums.get(account) ?? 0) + each);
  return [...sums].filter(([, each]) => each !== 0).map(([account, each]) => ({ account, cents: each }));
}

/** The postings of a refund that has failed: the opposite of those of the refund, apart from the fees of both. */
export function postingsOfFailed({ cents, feeCents }: Movement, refund: readonly Posting[]): Posting[] {
  const back = refund
    .filter(({ account }) => account !== 'provider' && account !== 'fees')
    .map(({ account, cents: each }) => ({ account, cents: 0 - each }));
  const own = [
    { account: 'provider' as const, cents: cents - feeCents },
    { account: 'fees' as const, cents: feeCents },
  ];
  return [...own, ...back].filter(({ cents: each }) => each !== 0);
}

/** Where the money of a movement comes from or goes to: together the opposite of its cents. */
function against(movement: Movement, inPlaces: number, vatCents: number): Posting[] {
  const { cents } = movement;
  switch (movement.kind) {
    case 'charge':
    case 'refund':
    case 'refund failed':
      return income(cents, movement, inPlaces, vatCents);
    case 'dispute':
    case 'dispute won':
      return [{ account: 'disputed', cents: 0 - cents }];
    case 'payout':
    case 'payout failed':
      return [{ account: 'bank', cents: 0 - cents }];
    case 'fee':
      return [{ account: 'fees', cents: 0 - cents }];
    case 'unknown':
      return [{ account: 'unexplained', cents: 0 - cents }];
  }
}

function income(cents: number, { purpose, tax }: Paid, inPlaces: number, vat: number): Posting[] {
  const net = cents - vat;
  const share = { membership: Math.round((Math.abs(net) * percentForPlaces) / 100) * Math.sign(net), donation: 0, places: net }[
    purpose
  ];
  const forPlaces = Math.max(share, 0 - inPlaces);
  return [
    ...(tax && vat !== 0 ? [{ account: `vat:${tax.country}` as const, cents: 0 - vat }] : []),
    { account: 'places', cents: 0 - forPlaces },
    { account: purpose === 'membership' ? 'membership' : 'donations', cents: forPlaces - net },
  ];
}

/** The tax in a payment, in cents of its sign. */
export const vatOf = (cents: number, { purpose, tax }: Paid): number =>
  purpose === 'membership' && tax ? vatIn(cents, tax.basisPoints) : 0;

/** The movements by which somebody pays, or gets something back. */
export const paymentKinds = ['charge', 'refund', 'refund failed'] as const satisfies readonly Payment['kind'][];

/** Whether somebody has paid, or got something back; a receipt is due for that. */
export const isPayment = (movement: Movement): movement is Extract<Movement, Payment> =>
  paymentKinds.some((kind) => kind === movement.kind);

const usualVat = (movement: Movement): number => (isPayment(movement) ? vatOf(movement.cents, movement) : 0);

/** What a place costs, cents. Source: requirements/membership 7.5. */
export const placePrice = 500;

/** The postings of a place that is given: what was set aside becomes a contribution. */
export const postingsOfPlace = (): Posting[] => [
  { account: 'places', cents: placePrice },
  { account: 'membership', cents: 0 - placePrice },
];

/** The postings of a cost that was paid from the bank, by the name under which it is published. */
export const postingsOfCost = (name: string, cents: number): Posting[] => [
  { account: `costs:${name}`, cents },
  { account: 'bank', cents: 0 - cents },
];
