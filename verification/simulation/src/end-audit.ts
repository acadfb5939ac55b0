import type { EndReason } from '@unspoken/contract/encounters';
import type { MemoryRow } from '@unspoken/server/encounters/memory-store';
import { Violation } from './audit.ts';
import type { FaultKind } from './faults.ts';
import type { Installation } from './installation.ts';
import type { SimulatedPerson } from './person.ts';

/**
 * Which faults can cause which end reason. A second tab causes neither, nor does anything that people do (end, cancel, not press
 * Start).
 */
const justifying: Partial<Record<EndReason, readonly FaultKind[]>> = {
  unknown: ['lines', 'clogs', 'closings', 'reloads', 'crashes', 'redis'],
  ice_failure: ['paths', 'lines', 'clogs', 'closings', 'reloads', 'crashes', 'redis'],
};
/** A room ends as `unknown` for both only when its process is found to be dead, or when no process owns it. */
const closing: readonly FaultKind[] = ['crashes', 'redis'];
/** The longest fault lasts 30 s, and its effects may show up to 20 s after it is over, ms. */
const lingersFor = 30_000 + 20_000;
/** How long after the death of a process, or a fault of Redis, its effects on a room may still show, ms. */
const recoversWithin = 30_000;
/** How soon a side that has reconnected over a good connection has joined its room and been heard, ms. */
const backWithin = 2_500;
/** How much sooner one picture may come back than the other, while the side without a picture gives up, ms. */
const oneSided = 3_000;
/** A message missing for longer than this, ms, was lost on a rough connection, together with every later one. */
const lostAfter = 10_000;
/** The longest time between the first picture and the announcement of the start, ms. */
const begunWithin = 5_000;

interface EndAuditOptions {
  readonly now: () => number;
  readonly installation: Installation;
  /** How long the connection of this room lasts, ms. */
  readonly connectionDuration: (row: MemoryRow) => number;
  readonly people: () => Iterable<SimulatedPerson>;
  /** For how long this person has had a good connection while nothing was wrong with these processes, ms. */
  readonly steadyFor: (person: SimulatedPerson, nodes: ReadonlySet<string>) => number;
  /** Whether connections lose messages: then nothing can be required of how soon something is heard. */
  readonly isRough: boolean;
  /** The kinds of fault that this world has. */
  readonly faults: readonly FaultKind[];
}

type Side = { readonly accountId: string; readonly reason: EndReason | undefined };

/** Checks whether the faults that befell the two sides of an encounter can have caused the way it ended. */
export class EndAudit {
  readonly #options: EndAuditOptions;
  /** When each kind of fault last occurred, by account and by room; faults of everything are under the empty string. */
  readonly #befell = new Map<string, Map<FaultKind, number>>();

  constructor(options: EndAuditOptions) {
    this.#options = options;
  }

  /** A fault befell an account, a room by way of a process, or everything (the empty string). */
  befell(kind: FaultKind, whom: string): void {
    const own = this.#befell.get(whom) ?? new Map<FaultKind, number>();
    this.#befell.set(whom, own.set(kind, this.#options.now()));
  }

  /** Whether what this account sends may have been on its way for longer than a real socket lives without an answer. */
  isHeldUp(accountId: string): boolean {
    const at = this.#befell.get(accountId)?.get('clogs') ?? Number.NEGATIVE_INFINITY;
    return this.#options.now() - at < lingersFor;
  }

  /** The server closes a socket only to make it reconnect after a fault of a process or of Redis. */
  closedByServer(accountId: string): void {
    if (this.#options.installation.calmFor() > lingersFor)
      throw new Violation('ENC-36', `the server closes a socket of ${accountId}, and nothing has happened to a process for long`);
  }

  /** Throws if this end has no cause. The room was confirmed, and these processes were involved in it. */
  check(roomID: string, row: MemoryRow, nodes: ReadonlySet<string>): void {
    if (!row.end) return;
    const { reasonA, reasonB } = row.end;
    const [a, b] = [
      { accountId: row.a, reason: reasonA },
      { accountId: row.b, reason: reasonB },
    ] as const;
    for (const side of [a, b]) this.#checkCause(roomID, row, side);
    // Faults of processes that were not involved in this room excuse nothing.
    if (this.#options.installation.calmFor(nodes) < Math.min(this.#options.now() - row.pairedAt, recoversWithin)) return;
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      this.#checkReturn(roomID, own, nodes);
      this.#checkFrames(roomID, row, [own, other], nodes);
      this.#checkBlame(roomID, own, nodes);
    }
  }

  /** An end that only a fault can cause follows such a fault, of a kind that this world has. */
  #checkCause(roomID: string, row: MemoryRow, { accountId, reason }: Side): void {
    const { connectedAt, end: { endedAt, reasonA, reasonB } = { endedAt: this.#options.now() } } = row;
    const isClosed = reasonA === 'unknown' && reasonB === 'unknown';
    const kinds = isClosed ? closing : reason && justifying[reason];
    if (!kinds) return;
    // A side that loses the other for good at the beginning of a minute may be disconnected itself until its end.
    const since = Math.min(connectedAt ?? endedAt, endedAt) - lingersFor;
    const did = (kind: FaultKind) => {
      // The loss of a path before the minute may go unnoticed until both have pressed Start.
      const from = kind === 'paths' ? Math.min(row.pairedAt, since) : since;
      const when = [row.a, row.b, roomID, ''].map((whom) => this.#befell.get(whom)?.get(kind) ?? Number.NEGATIVE_INFINITY);
      return this.#options.faults.includes(kind) && Math.max(...when) >= from;
    };
    // A client asks for what it missed when a later message arrives: a WebSocket never loses the last ones without a break.
    const missesFor = Math.max(...[row.a, row.b].map((each) => this.#in(roomID, each)?.missesFor ?? 0));
    const isLost = reason === 'ice_failure' && missesFor > lostAfter;
    if (!isLost && !kinds.some(did))
      throw new Violation('A14', `${roomID} ended as ${reason} for ${accountId}, and nothing had happened to either`);
  }

  /** A side that reconnects in time keeps the room: nobody with a good connection counts as vanished. */
  #checkReturn(roomID: string, { accountId, reason }: Side, nodes: ReadonlySet<string>): void {
    const person = this.#in(roomID, accountId);
    if (reason !== 'unknown' || this.#options.isRough || !person) return;
    const steady = this.#options.steadyFor(person, nodes);
    if (steady > backWithin)
      throw new Violation(
        'A7',
        `${accountId} is taken to have vanished from ${roomID}, and has been here for ${Math.round(steady)} ms`,
      );
  }

  /** A side with a path and a moving picture has not lost the other. */
  #checkFrames(roomID: string, row: MemoryRow, [own, other]: readonly [Side, Side], nodes: ReadonlySet<string>): void {
    const [person, partner] = [this.#in(roomID, own.accountId), this.#in(roomID, other.accountId)];
    if (own.reason !== 'ice_failure' || this.#options.isRough || !person || !partner) return;
    // A description that arrives long after it was made asks for sound that is over: the room is closed, as designed.
    if (row.versionId !== undefined && [own, other].some(({ accountId }) => this.isHeldUp(accountId))) return;
    // A side whose camera does not reopen, or whose veil the other has not heard of, sees without being seen: the other is right to give up.
    const alone = person.isUnseen ? 0 : person.seesFor - oneSided;
    const seen = Math.max(Math.min(person.seesFor, partner.seesFor), alone);
    // A start later than the end did not take place, nor did one that was still on its way to a side: messages delayed on a clogged
    // connection arrive all at once.
    const isBefore = row.connectedAt !== undefined && row.end !== undefined && row.connectedAt <= row.end.endedAt;
    const hasBegun = isBefore && [person, partner].every(({ knowsStart }) => knowsStart);
    if (seen <= (hasBegun ? 0 : begunWithin)) return;
    if (!hasBegun && [person, partner].some((each) => this.#options.steadyFor(each, nodes) <= begunWithin)) return;
    // A minute that ran out while neither side had a socket does not count (ENC-4), though they may have seen each other.
    const isFull = hasBegun && row.end?.duration === this.#options.connectionDuration(row) && other.reason === 'unknown';
    if (isFull && [person, partner].every((each) => this.#options.steadyFor(each, nodes) <= 0)) return;
    throw new Violation('A7', `${roomID} ended as ice_failure, and the two had seen each other for ${Math.round(seen)} ms`);
  }

  /** Nobody who has pressed Start is blamed for not having pressed it. */
  #checkBlame(roomID: string, { accountId, reason }: Side, nodes: ReadonlySet<string>): void {
    const person = this.#in(roomID, accountId);
    if (reason !== 'timeout_self' || this.#options.isRough || !person) return;
    const waits = this.#options.now() - person.since;
    if (person.state === 'ready' && Math.min(waits, this.#options.steadyFor(person, nodes)) > backWithin)
      throw new Violation(
        'A14',
        `${accountId} pressed Start ${Math.round(waits)} ms ago, and ${roomID} ended as if they had not`,
      );
  }

  #in(roomID: string, accountId: string): SimulatedPerson | undefined {
    for (const each of this.#options.people()) if (each.accountId === accountId && each.roomID === roomID) return each;
    return undefined;
  }
}
