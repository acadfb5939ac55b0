import type { Connection } from '@unspoken/server/platform/socket/gateway';
import type { SeededRandom } from '../seeded-random.ts';
import type { Watched } from './audit.ts';
import { withPage, zoneOf } from './people.ts';

/** A visit, with all that follows from it. */
export interface Visit {
  readonly isCounted: boolean;
  hasMet: boolean;
}

/** A connect request, from Connect until it was given up or its encounter is over. */
export interface Request {
  readonly person: Person;
  /** The visit it belongs to; none if the person answers a call. */
  readonly visit: Visit | undefined;
  readonly connection: Connection;
  readonly clickID: string;
  readonly since: number;
  readonly until: number;
  /** They come to a rendezvous, and wait without a pause. */
  readonly isPatient: boolean;
  isPaired: boolean;
  isOver: boolean;
}

const hour = 3_600_000;

export class Person implements Watched {
  readonly accountId: string;
  readonly random: SeededRandom;
  readonly zone: string;
  readonly hasPage: boolean;
  readonly met = new Map<string, number>();
  readonly apart = new Set<string>();
  /** The visits from which rendezvous have followed, by the start of these. */
  readonly planned = new Map<number, Visit>();
  request: Request | undefined;

  constructor(accountId: string, random: SeededRandom, isAsker: boolean) {
    [this.accountId, this.random] = [accountId, random];
    this.zone = zoneOf(random);
    this.hasPage = isAsker && random.chance(withPage);
  }

  /** Whether they wait, have paused, or are in an encounter. */
  get isBusy(): boolean {
    return this.request !== undefined;
  }

  separateFrom(other: Person): void {
    this.apart.add(other.accountId);
    other.apart.add(this.accountId);
  }

  meets(other: Person, at: number): void {
    this.met.set(other.accountId, at);
    other.met.set(this.accountId, at);
  }

  /** Whom they have met since; who was met longer ago than an hour is forgotten. */
  metSince(since: number): ReadonlyMap<string, number> {
    for (const [other, at] of this.met) if (at < since - hour) this.met.delete(other);
    return new Map([...this.met].filter(([, at]) => at >= since));
  }
}
