import { shippedDurations } from '@unspoken/contract/durations';
import type { WaitingEntry } from '@unspoken/server/matchmaking/state';
import { Violation } from './audit.ts';
import type { Installation } from './installation.ts';
import type { SimulatedSocket } from './network.ts';
import type { SimulatedPerson } from './person.ts';
import type { Records } from './records.ts';

/** Within so many ms of a room's end both sides know of it, if their lines are good. */
const agreedWithin = 8_000;
/** A socket that is gone is noticed within 7 s, waited for another 7 before the minute, and then the partner is told. */
const goneWithin = 7_000 + shippedDurations.rejoinBeforeConnected + 3_000;
/** Whoever waits on a good line is known to wait; what says otherwise arrives within so many ms. */
const waitsSomewhereWithin = 8_000;
/** A pairing that came to nothing is over for the partner who is still there within so many ms: sooner than their own patience ends. */
const requeuedWithin = 3_000;

const onTheWay: readonly string[] = ['enteringRoom', 'gettingMedia', 'preparing', 'ready'];

/** One that the server has lost sight of may end beside the next; one and the same is never in two tabs. */
export function noMinuteInTwoTabs(people: Iterable<SimulatedPerson>): void {
  const connected = new Set<string>();
  for (const person of people) {
    if (person.state !== 'connected') continue;
    const minute = `${person.accountId} ${person.roomID}`;
    if (connected.has(minute)) throw new Violation('A1', `${person.accountId} has one minute in two tabs`);
    connected.add(minute);
  }
}

interface AgreementOptions {
  readonly now: () => number;
  readonly installation: Installation;
  readonly store: Records['encounters'];
  readonly socketOf: (person: SimulatedPerson) => SimulatedSocket | undefined;
}

/** What people believe beside what the server holds true, wherever a good line could have told them. */
export class Agreement {
  readonly #options: AgreementOptions;
  readonly #unknownSince = new Map<SimulatedPerson, number>();
  /** Since when somebody has had no socket at all. */
  readonly #goneSince = new Map<string, number>();

  constructor(options: AgreementOptions) {
    this.#options = options;
  }

  /** Some have a socket, and the others of these accounts have none. */
  noteWhoIsHere(here: ReadonlySet<string>, accounts: Iterable<string>): void {
    for (const accountId of accounts) {
      if (here.has(accountId)) this.#goneSince.delete(accountId);
      else if (!this.#goneSince.has(accountId)) this.#goneSince.set(accountId, this.#options.now());
    }
  }

  /** Throws what somebody believes and is not so. */
  check(person: SimulatedPerson, waiting: readonly WaitingEntry[]): void {
    this.#checkRoom(person);
    this.#checkWaiting(person, waiting);
  }

  /** For how long somebody has been well connected with a server where nothing goes wrong, ms: with these processes, or with any. */
  steadyFor(person: SimulatedPerson, nodes?: Iterable<string>): number {
    const { now, socketOf, installation } = this.#options;
    const socket = socketOf(person);
    const connected = now() - (socket?.steadySince ?? Number.POSITIVE_INFINITY);
    return Math.min(connected, installation.calmFor(nodes && [...nodes, socket?.node ?? '']));
  }

  /** Nobody is on the way to a minute with somebody who is gone, or in a room that has long ended. */
  #checkRoom(person: SimulatedPerson): void {
    if (!onTheWay.includes(person.state)) return;
    const { now, store } = this.#options;
    const row = store.rows.get(person.roomID ?? '');
    const partner = row?.a === person.accountId ? row.b : row?.a;
    const gone = now() - (this.#goneSince.get(partner ?? '') ?? Number.POSITIVE_INFINITY);
    if (row?.connectedAt === undefined && Math.min(this.steadyFor(person), gone) > goneWithin)
      throw new Violation('A7', `${person.accountId} is still ${person.state}, and ${partner} gone for ${Math.round(gone)} ms`);
    const ended = row?.end ? now() - row.end.endedAt : 0;
    if (Math.min(this.steadyFor(person), ended) > agreedWithin)
      throw new Violation('A7', `${person.accountId} is still ${person.state} in a room that ended ${Math.round(ended)} ms ago`);
  }

  /** Whoever waits is known to wait, or is about to be told of a room. */
  #checkWaiting(person: SimulatedPerson, waiting: readonly WaitingEntry[]): void {
    const { now, installation, store } = this.#options;
    const { accountId } = person;
    const end = person.state === 'waiting' && store.rows.get(person.roomID ?? '')?.end;
    const ended = end ? Math.min(this.steadyFor(person), now() - end.endedAt) : 0;
    if (ended > requeuedWithin)
      throw new Violation('A8', `${accountId} still greets in a room that ended ${Math.round(ended)} ms ago`);
    const waits = person.state === 'waiting' && person.roomID === undefined && installation.servers.length > 0;
    if (!waits || waiting.some((entry) => entry.accountId === accountId) || installation.isInRoom(accountId)) {
      this.#unknownSince.delete(person);
      return;
    }
    const since = this.#unknownSince.get(person) ?? now();
    this.#unknownSince.set(person, since);
    const patience = Math.min(this.steadyFor(person), now() - since);
    if (patience > waitsSomewhereWithin)
      throw new Violation('A8', `${person.accountId} waits, and for ${Math.round(patience)} ms nobody knows`);
  }
}
