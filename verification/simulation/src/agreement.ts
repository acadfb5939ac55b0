import { shippedDurations } from '@unspoken/contract/durations';
import type { WaitingEntry } from '@unspoken/server/matchmaking/state';
import { Violation } from './audit.ts';
import type { Installation } from './installation.ts';
import type { SimulatedSocket } from './network.ts';
import type { SimulatedPerson } from './person.ts';
import type { Records } from './records.ts';

/** How soon after a room's end both sides know of it, if their connections are good, ms. */
const agreedWithin = 8_000;
/** A lost socket is noticed within 7 s and, before the minute, waited for another 7; then the partner is notified. In ms. */
const goneWithin = 7_000 + shippedDurations.rejoinBeforeConnected + 3_000;
/** In an intro a lost socket is waited for as in the connection. */
const goneFromIntroWithin = 7_000 + shippedDurations.rejoinConnected + 3_000;
/** How soon a client on a good connection, which believes that it is queued and is not, hears otherwise, ms. */
const waitsSomewhereWithin = 8_000;
/** How soon the partner who is still connected learns that a pairing has failed, ms: before their own time-out. */
const requeuedWithin = 3_000;

const onTheWay: readonly string[] = ['enteringRoom', 'gettingMedia', 'preparing', 'ready'];

/** A minute that the server has lost sight of may overlap the next one, but the same minute never runs in two tabs. */
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

/** Compares what clients believe with the state of the server, wherever a good connection could have informed them. */
export class Agreement {
  readonly #options: AgreementOptions;
  readonly #unqueuedSince = new Map<SimulatedPerson, number>();
  /** By account: since when it has had no socket at all. */
  readonly #goneSince = new Map<string, number>();

  constructor(options: AgreementOptions) {
    this.#options = options;
  }

  /** Records which of `accounts` have a socket: those in `here`. */
  noteWhoIsHere(here: ReadonlySet<string>, accounts: Iterable<string>): void {
    for (const accountId of accounts) {
      if (here.has(accountId)) this.#goneSince.delete(accountId);
      else if (!this.#goneSince.has(accountId)) this.#goneSince.set(accountId, this.#options.now());
    }
  }

  /** Throws a violation if this person's client believes something that is false. */
  check(person: SimulatedPerson, waiting: readonly WaitingEntry[]): void {
    this.#checkRoom(person);
    this.#checkWaiting(person, waiting);
  }

  /** For how long this person has had a good connection while nothing was wrong with these processes, or with any, ms. */
  steadyFor(person: SimulatedPerson, nodes?: Iterable<string>): number {
    const { now, socketOf, installation } = this.#options;
    const socket = socketOf(person);
    const connected = now() - (socket?.steadySince ?? Number.POSITIVE_INFINITY);
    return Math.min(connected, installation.calmFor(nodes && [...nodes, socket?.node ?? '']));
  }

  /** Nobody is still preparing for a minute whose partner is gone or whose room ended long ago. */
  #checkRoom(person: SimulatedPerson): void {
    if (!onTheWay.includes(person.state)) return;
    const { now, store } = this.#options;
    const row = store.rows.get(person.roomID ?? '');
    const partner = row?.a === person.accountId ? row.b : row?.a;
    const gone = now() - (this.#goneSince.get(partner ?? '') ?? Number.POSITIVE_INFINITY);
    const within = row?.versionId === undefined ? goneWithin : goneFromIntroWithin;
    if (row?.connectedAt === undefined && Math.min(this.steadyFor(person), gone) > within)
      throw new Violation('A7', `${person.accountId} is still ${person.state}, and ${partner} gone for ${Math.round(gone)} ms`);
    const ended = row?.end ? now() - row.end.endedAt : 0;
    if (Math.min(this.steadyFor(person), ended) > agreedWithin)
      throw new Violation('A7', `${person.accountId} is still ${person.state} in a room that ended ${Math.round(ended)} ms ago`);
  }

  /** A person who believes that they are queued is queued, or is about to be notified of a room. */
  #checkWaiting(person: SimulatedPerson, waiting: readonly WaitingEntry[]): void {
    const { now, installation, store } = this.#options;
    const { accountId } = person;
    const end = person.state === 'waiting' && store.rows.get(person.roomID ?? '')?.end;
    const ended = end ? Math.min(this.steadyFor(person), now() - end.endedAt) : 0;
    if (ended > requeuedWithin)
      throw new Violation('A8', `${accountId} still greets in a room that ended ${Math.round(ended)} ms ago`);
    const waits = person.state === 'waiting' && person.roomID === undefined && installation.servers.length > 0;
    if (!waits || waiting.some((entry) => entry.accountId === accountId) || installation.isInRoom(accountId)) {
      this.#unqueuedSince.delete(person);
      return;
    }
    const since = this.#unqueuedSince.get(person) ?? now();
    this.#unqueuedSince.set(person, since);
    const patience = Math.min(this.steadyFor(person), now() - since);
    if (patience > waitsSomewhereWithin)
      throw new Violation(
        'A8',
        `${person.accountId} believes that they are queued, but has had no entry for ${Math.round(patience)} ms`,
      );
  }
}
