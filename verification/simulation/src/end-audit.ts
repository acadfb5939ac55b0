import type { EndReason } from '@unspoken/contract/encounters';
import type { MemoryRow } from '@unspoken/server/encounters/memory-store';
import { Violation } from './audit.ts';
import type { Installation } from './installation.ts';
import type { SimulatedPerson } from './person.ts';
import type { FaultKind } from './trouble.ts';

/**
 * Which disturbances can justify which end. A second tab justifies none of them, and what people do (end, cancel, leave the Start
 * unpressed) justifies neither.
 */
const justifying: Partial<Record<EndReason, readonly FaultKind[]>> = {
  unknown: ['lines', 'clogs', 'closings', 'reloads', 'crashes', 'redis'],
  ice_failure: ['paths', 'lines', 'clogs', 'closings', 'reloads', 'crashes', 'redis'],
};
/** Nobody ends a room as `unknown` for both but whoever finds that its process is gone, or that no process holds it. */
const closing: readonly FaultKind[] = ['crashes', 'redis'];
/** The longest fault lasts 30 s, and what it did may show as late as this after it is over, ms. */
const lingers = 30_000 + 20_000;
/** What processes that died, and trouble with Redis, did to a room may show as late as this afterwards, ms. */
const wellAgain = 30_000;
/** A side that is back has joined its room, and been heard, within so many ms on a good line. */
const backWithin = 2_500;
/** One picture may come back so much sooner than the other, while whoever has none gives up, ms. */
const oneSided = 3_000;
/** A message that has been missing for longer than this, ms, was lost on a rough line, and every later one with it. */
const lostAfter = 10_000;
/** Before the minute: between the first picture and the word of the start, at most. */
const begunWithin = 5_000;

interface EndAuditOptions {
  readonly now: () => number;
  readonly installation: Installation;
  readonly people: () => Iterable<SimulatedPerson>;
  /** For how long somebody has been well connected with a server where nothing goes wrong, ms. */
  readonly steadyFor: (person: SimulatedPerson, nodes: ReadonlySet<string>) => number;
  /** Whether the lines lose what is sent: then nothing can be said of how soon something is heard. */
  readonly isRough: boolean;
  /** What can go wrong in this world. */
  readonly faults: readonly FaultKind[];
}

type Side = { readonly accountId: string; readonly reason: EndReason | undefined };

/** Looks at how each encounter ended, and whether what was done to these two, in this world, can be the cause of it. */
export class EndAudit {
  readonly #options: EndAuditOptions;
  /** When each kind of fault last befell somebody or a room, by account and by room; what befalls everybody, by no name. */
  readonly #befell = new Map<string, Map<FaultKind, number>>();

  constructor(options: EndAuditOptions) {
    this.#options = options;
  }

  /** Something was done to somebody, to a room by way of a process, or to all. */
  befell(kind: FaultKind, whom: string): void {
    const own = this.#befell.get(whom) ?? new Map<FaultKind, number>();
    this.#befell.set(whom, own.set(kind, this.#options.now()));
  }

  /** Throws if this end has no cause. The room was confirmed, and had to do with these processes. */
  check(roomID: string, row: MemoryRow, nodes: ReadonlySet<string>): void {
    if (!row.end) return;
    const { reasonA, reasonB } = row.end;
    const [a, b] = [
      { accountId: row.a, reason: reasonA },
      { accountId: row.b, reason: reasonB },
    ] as const;
    for (const side of [a, b]) this.#checkCause(roomID, row, side);
    // What went wrong with processes that this room has nothing to do with excuses nothing.
    if (this.#options.installation.calmFor(nodes) < Math.min(this.#options.now() - row.pairedAt, wellAgain)) return;
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      this.#checkReturn(roomID, own, nodes);
      this.#checkFrames(roomID, row, [own, other], nodes);
      this.#checkBlame(roomID, own, nodes);
    }
  }

  /** An end that only a disturbance can cause follows one, of a kind that this world has. */
  #checkCause(roomID: string, row: MemoryRow, { accountId, reason }: Side): void {
    const { connectedAt, end: { endedAt, reasonA, reasonB } = { endedAt: this.#options.now() } } = row;
    const isClosed = reasonA === 'unknown' && reasonB === 'unknown';
    const kinds = isClosed ? closing : reason && justifying[reason];
    if (!kinds) return;
    // Whoever loses the other for good at the beginning of a minute may be gone, too, until its end.
    const since = Math.min(connectedAt ?? endedAt, endedAt) - lingers;
    const did = (kind: FaultKind) => {
      // A path that was lost before the minute may be missed only when both have pressed Start.
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

  /** Whoever is back within their patience keeps the room: nobody has vanished whose line is good. */
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

  /** Whoever has a path and a moving picture has not lost the other. */
  #checkFrames(roomID: string, row: MemoryRow, [own, other]: readonly [Side, Side], nodes: ReadonlySet<string>): void {
    const [person, partner] = [this.#in(roomID, own.accountId), this.#in(roomID, other.accountId)];
    if (own.reason !== 'ice_failure' || this.#options.isRough || !person || !partner) return;
    // Whose camera does not open again sees, and is not seen: the other gives up, and rightly.
    const alone = person.isComingBack ? 0 : person.seesFor - oneSided;
    const seen = Math.max(Math.min(person.seesFor, partner.seesFor), alone);
    // A start that was named for later than the end has not come: what was stuck on a line arrives all at once.
    const hasBegun = row.connectedAt !== undefined && row.end !== undefined && row.connectedAt <= row.end.endedAt;
    if (seen <= (hasBegun ? 0 : begunWithin)) return;
    if (!hasBegun && [person, partner].some((each) => this.#options.steadyFor(each, nodes) <= begunWithin)) return;
    throw new Violation('A7', `${roomID} ended as ice_failure, and the two had seen each other for ${Math.round(seen)} ms`);
  }

  /** Nobody is said not to have pressed Start who has. */
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
