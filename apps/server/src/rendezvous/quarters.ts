import { farthestRendezvous, mostRendezvous, quarter, type RendezvousOffer } from '@unspoken/contract/rendezvous';
import { minuteOfDayIn } from '../platform/zones.ts';

/** Of those who agree to come so many do. Source: the toy trial of requirements/waits 1.3. */
const showRate = 0.65;
/** How much less a quarter is worth than the one before it. Source: requirements/waits 2.2. */
const patience = 0.97;
/** Minutes of the local day between which rendezvous are offered. */
const [earliest, latest] = [7 * 60, 23 * 60];
/** The least time until a quarter that is offered, ms: later nobody could be called for it. */
const lead = 300_000;
const offered = 3;

/** How many quarters a day has; those of a date are numbered by UTC. */
export const quartersADay = 86_400_000 / quarter;
export const quarterOfDay = (at: number): number => Math.floor(at / quarter) % quartersADay;

/** Whether a rendezvous can be made for this instant. */
export const isQuarter = (at: number, now: number): boolean =>
  Number.isSafeInteger(at) && at % quarter === 0 && at > now && at <= now + farthestRendezvous;

export interface OfferFacts {
  readonly now: number;
  readonly zone: string;
  /** How many others have chosen each quarter, by its start. */
  readonly chosen: ReadonlyMap<number, number>;
  /** How many people usually connect around each quarter of the day. */
  readonly usual: readonly number[];
  /** The quarters that the member has chosen already. */
  readonly own: ReadonlySet<number>;
}

/**
 * The three quarters in which a member is most likely to meet somebody, sooner ones preferred, by start: those between 7:00 and 23:00
 * local time with the greatest (1 − e^−expected) × 0.97^quarters. Source: requirements/waits 2.2.
 */
export const offersOf = (facts: OfferFacts): RendezvousOffer[] =>
  ranked(facts)
    .slice(0, offered)
    .toSorted((a, b) => a.startsAt - b.startsAt);

/** The one in which a member is most likely to meet somebody; undefined if none can be offered. */
export const bestOf = (facts: OfferFacts): RendezvousOffer | undefined => ranked(facts)[0];

function ranked({ now, zone, chosen, usual, own }: OfferFacts): RendezvousOffer[] {
  const quarters: (RendezvousOffer & { readonly worth: number })[] = [];
  const first = Math.ceil((now + lead) / quarter) * quarter;
  for (let startsAt = first; startsAt <= now + farthestRendezvous; startsAt += quarter) {
    const minute = minuteOfDayIn(zone, startsAt);
    if (minute < earliest || minute > latest || own.has(startsAt)) continue;
    const others = chosen.get(startsAt) ?? 0;
    const expected = others * showRate + (usual[quarterOfDay(startsAt)] ?? 0);
    quarters.push({ startsAt, others, worth: (1 - Math.exp(-expected)) * patience ** ((startsAt - now) / quarter) });
  }
  return quarters
    .toSorted((a, b) => b.worth - a.worth || a.startsAt - b.startsAt)
    .map(({ startsAt, others }) => ({ startsAt, others }));
}

/** How many rendezvous a member can have open who has missed so many lately. */
export const mostOpen = (missed: number): number =>
  missed >= mostRendezvous.missed ? mostRendezvous.afterMissing : mostRendezvous.usual;
