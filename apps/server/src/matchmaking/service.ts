import type { Durations } from '@unspoken/contract/durations';
import { AppError, type ErrorCode } from '@unspoken/contract/errors';
import { experienceTypes, type MatchmakerEvent, type Pool } from '@unspoken/contract/matchmaking';
import type { Clock } from '../platform/clock.ts';
import { Serially } from '../platform/serially.ts';
import type { Connection } from '../platform/socket/gateway.ts';
import type { WaitingEntry, WaitingPool } from './pool.ts';

export type { WaitingEntry };

import { avoidedUntil } from './rules.ts';

/**
 * Brings two people who wait for each other together. A person presses Connect and waits in one pool, under the
 * name of that press; whoever comes next and fits gets a room with the one who has waited longest. What becomes of the
 * room is the business of whoever serves pairings (`serve`); a pairing that comes to nothing gives the
 * people who are still there their old place back. A press that was cancelled can never yield a room.
 */

export interface Click {
  readonly pool: Pool;
  readonly noRepeat: boolean;
  readonly clickID: string;
}

/** Whoever opens rooms for the pairs found here. */
export interface Pairings {
  /** Opens a room; the first has waited, the second came. Throws if it cannot be recorded. */
  open(first: WaitingEntry, second: WaitingEntry): Promise<void>;
  /** The person's room, if they are in one that has not ended. */
  current(accountId: string): { readonly clickID: string; tellAgain(connection: Connection): unknown } | undefined;
  /** The person takes back the press that led to their room. */
  cancel(accountId: string, clickID: string): void;
}

export interface MatchmakingOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  readonly pool: WaitingPool;
  /** Why this person may not be paired in this pool now, if anything. */
  readonly objection: (accountId: string, pool: Pool) => Promise<ErrorCode | undefined>;
  /** Whom this person has met since the instant, and when last. */
  readonly metSince: (accountId: string, since: number) => Promise<ReadonlyMap<string, number>>;
  /** Whom this person never meets again. */
  readonly separatedFrom: (accountId: string) => Promise<readonly string[]>;
  /** Whom somebody meets in the pool of a personal invitation. Throws `invitation_inactive`. */
  readonly invited: (accountId: string, code: string) => Promise<{ readonly only?: readonly string[] }>;
  /** The circle of this person. */
  readonly matched: (accountId: string) => Promise<ReadonlySet<string>>;
  readonly connection: (accountId: string, connectionId: string) => Connection | undefined;
  /** Whether any socket of this person is open. */
  readonly present: (accountId: string) => boolean;
  readonly fault: (error: unknown) => void;
}

/** How many ended presses are remembered for each person: enough for any repeat that is still on its way. */
const endedRemembered = 32;

export class Matchmaking {
  readonly #options: MatchmakingOptions;
  readonly #serially = new Serially();
  readonly #ended = new Map<string, string[]>();
  /** The place of the press being served, also while it stands in no pool because its room is just being given up. */
  readonly #places = new Map<string, { clickID: string; since: number }>();
  #pairings: Pairings | undefined;

  constructor(options: MatchmakingOptions) {
    this.#options = options;
  }

  serve(pairings: Pairings): void {
    this.#pairings = pairings;
  }

  /** Waits, or pairs at once. Throws `in_encounter`, `click_ended`, `experience_unknown`, `circle_empty`, `invitation_inactive` … */
  async connect(connection: Connection, click: Click): Promise<void> {
    await this.#tellingFailure(connection, 'connectRecievedError', click.clickID, () => this.#connect(connection, click));
  }

  #connect(connection: Connection, click: Click): Promise<void> {
    return this.#serially.run(connection.accountId, async () => {
      const { accountId } = connection;
      this.#refuseUnknownPools(click.pool);
      this.#refuseEnded(accountId, click.clickID);
      const room = this.#pairings?.current(accountId);
      if (room) {
        if (room.clickID !== click.clickID) throw new AppError('in_encounter');
        room.tellAgain(connection);
        return;
      }
      const waiting = await this.#options.pool.find(accountId);
      if (waiting?.clickID === click.clickID && waiting.connectionId === connection.id) return this.#tellQueued(waiting);
      const objection = await this.#options.objection(accountId, click.pool);
      if (objection) throw new AppError(objection);
      const company = await this.#companyFor(accountId, click);
      this.#refuseEnded(accountId, click.clickID);
      // The newest tab waits, in the old place; the press it takes over from is over.
      if (waiting && waiting.clickID !== click.clickID) this.refuse(waiting, 'open_elsewhere');
      await this.#enter({
        accountId,
        connectionId: connection.id,
        clickID: click.clickID,
        pool: click.pool,
        since: waiting?.since ?? this.#placeOf(accountId, click.clickID),
        noRepeat: click.noRepeat,
        ...company,
      });
    });
  }

  /** Takes a press back; once this resolves, it never yields a room. Idempotent. */
  async cancel(connection: Connection, clickID: string): Promise<void> {
    const { accountId } = connection;
    // Before anything else, so that a connect of the same press that is still under way finds it ended.
    this.#end(accountId, clickID);
    const cancel = () =>
      this.#serially.run(accountId, async () => {
        const waiting = await this.#options.pool.find(accountId);
        if (waiting?.clickID === clickID) await this.#options.pool.leave(accountId);
        this.#pairings?.cancel(accountId, clickID);
        connection.send('matchmakerEvent', { type: 'cancelRecieved', clickID } satisfies MatchmakerEvent);
      });
    await this.#tellingFailure(connection, 'cancelRecievedError', clickID, cancel);
  }

  /** A pairing came to nothing and this person is still there: back to the old place. */
  requeue(entry: WaitingEntry): Promise<void> {
    return this.#serially.run(entry.accountId, async () => {
      if (this.#isEnded(entry.accountId, entry.clickID)) return;
      if (!this.#options.connection(entry.accountId, entry.connectionId)) return;
      if (this.#pairings?.current(entry.accountId) || (await this.#options.pool.find(entry.accountId))) return;
      await this.#enterAnew(entry);
    });
  }

  /** The press has done what it was for, or nobody is there to answer for it. */
  finish(accountId: string, clickID: string): void {
    this.#end(accountId, clickID);
  }

  /** Somebody may not connect any more: whatever they wait for is over, and they are told why. */
  async withdraw(accountId: string, why: ErrorCode): Promise<void> {
    await this.#serially.run(accountId, async () => {
      const room = this.#pairings?.current(accountId);
      if (room) this.#end(accountId, room.clickID);
      const waiting = await this.#options.pool.find(accountId);
      if (!waiting) return;
      await this.#options.pool.leave(accountId);
      this.refuse(waiting, why);
    });
  }

  /** Whom somebody may meet has changed. Once this resolves, nobody is paired by what was true before. */
  async companyChanged(...accountIds: readonly string[]): Promise<void> {
    for (const accountId of accountIds)
      await this.#serially.run(accountId, async () => {
        const waiting = await this.#options.pool.find(accountId);
        if (waiting) await this.#enterAnew(waiting);
      });
  }

  counts(): Promise<ReadonlyMap<string, number>> {
    return this.#options.pool.counts();
  }

  closed(connection: Connection): void {
    this.#serially
      .run(connection.accountId, async () => {
        if (!this.#options.present(connection.accountId)) this.#places.delete(connection.accountId);
        const waiting = await this.#options.pool.find(connection.accountId);
        if (waiting?.connectionId === connection.id) await this.#options.pool.leave(connection.accountId);
      })
      .catch(this.#options.fault);
  }

  waiting(accountId: string): Promise<WaitingEntry | undefined> {
    return this.#options.pool.find(accountId);
  }

  /** Lets somebody wait on in their place, by what is true now. */
  async #enterAnew(entry: WaitingEntry): Promise<void> {
    try {
      const { only: _, ...rest } = entry;
      await this.#enter({ ...rest, ...(await this.#companyFor(entry.accountId, entry)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.#options.pool.leave(entry.accountId);
      this.refuse(entry, error.code);
    }
  }

  /** Whom somebody may meet, and whom not. Throws `circle_empty`. */
  async #companyFor(accountId: string, wish: Pick<Click, 'pool' | 'noRepeat'>): Promise<Pick<WaitingEntry, 'avoid' | 'only'>> {
    const { separatedFrom, matched } = this.#options;
    const [met, apart] = await Promise.all([wish.noRepeat ? this.#metLately(accountId) : {}, separatedFrom(accountId)]);
    const avoid = { ...met, ...Object.fromEntries(apart.map((other) => [other, Number.POSITIVE_INFINITY])) };
    if (wish.pool.poolType === 'personalInvite')
      return { avoid, ...(await this.#options.invited(accountId, wish.pool.groupSpace)) };
    if (wish.pool.poolType !== 'myCircle') return { avoid };
    const only = [...(await matched(accountId))];
    if (only.length === 0) throw new AppError('circle_empty');
    return { avoid, only };
  }

  /** Runs under the person's own turn. A found partner's turn is awaited too; turns cannot cross (see the decision on turns). */
  async #enter(entry: WaitingEntry): Promise<void> {
    this.#places.set(entry.accountId, { clickID: entry.clickID, since: entry.since });
    for (;;) {
      const partner = await this.#options.pool.enter(entry, this.#options.clock.now());
      if (!partner) {
        this.#lookAgain(entry);
        return this.#tellQueued(entry);
      }
      if (await this.#serially.run(partner.accountId, () => this.#open(partner, entry))) return;
    }
  }

  /** Two who avoided each other may wait side by side when their hour ends: then nobody else's coming would pair them. */
  #lookAgain(entry: WaitingEntry): void {
    const { clock, pool, fault } = this.#options;
    const now = clock.now();
    const next = Math.min(...Object.values(entry.avoid).filter((until) => until > now));
    if (!Number.isFinite(next)) return;
    clock.after(next - now, () => {
      this.#serially
        .run(entry.accountId, async () => {
          const waiting = await pool.find(entry.accountId);
          if (waiting?.clickID === entry.clickID && waiting.connectionId === entry.connectionId) await this.#enter(waiting);
        })
        .catch(fault);
    });
  }

  /** False if the partner, once it is their turn, is no longer who was waiting. */
  async #open(partner: WaitingEntry, entry: WaitingEntry): Promise<boolean> {
    if (this.#isEnded(partner.accountId, partner.clickID) || this.#pairings?.current(partner.accountId)) return false;
    if (await this.#options.pool.find(partner.accountId)) return false;
    try {
      await this.#pairings?.open(partner, entry);
    } catch (error) {
      this.#options.fault(error);
      // No room without its row in the ledger: both are told, and both may try again.
      for (const each of [partner, entry]) this.refuse(each, 'matchmaker_failed');
    }
    return true;
  }

  /** What fails is said as an event as well as in the acknowledgement: not every client asks for one. */
  async #tellingFailure(
    connection: Connection,
    type: MatchmakerEvent['type'],
    clickID: string,
    task: () => Promise<void>,
  ): Promise<void> {
    try {
      await task();
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'matchmaker_failed';
      connection.send('matchmakerEvent', { type, error: code, clickID } satisfies MatchmakerEvent);
      throw error;
    }
  }

  /** Tells somebody that this press leads nowhere. */
  refuse(entry: WaitingEntry, error: ErrorCode): void {
    this.#end(entry.accountId, entry.clickID);
    this.#tell(entry, { type: 'connectRecievedError', error, clickID: entry.clickID });
  }

  #tellQueued(entry: WaitingEntry): void {
    this.#tell(entry, { type: 'connectRecieved', clickID: entry.clickID });
  }

  #tell(entry: WaitingEntry, event: MatchmakerEvent): void {
    this.#options.connection(entry.accountId, entry.connectionId)?.send('matchmakerEvent', event);
  }

  async #metLately(accountId: string): Promise<Record<string, number>> {
    const { clock, durations, metSince } = this.#options;
    const met = await metSince(accountId, clock.now() - durations.avoidRepeatWindow);
    return Object.fromEntries([...met].map(([other, at]) => [other, avoidedUntil(at, durations.avoidRepeatWindow)]));
  }

  #refuseUnknownPools(pool: Pool): void {
    const known = (experienceTypes as readonly string[]).includes(pool.experienceType);
    if (!known || (pool.groupSpace !== 'open' && pool.poolType !== 'personalInvite')) throw new AppError('experience_unknown');
  }

  #refuseEnded(accountId: string, clickID: string): void {
    if (this.#isEnded(accountId, clickID)) throw new AppError('click_ended');
  }

  #placeOf(accountId: string, clickID: string): number {
    const place = this.#places.get(accountId);
    return place?.clickID === clickID ? place.since : this.#options.clock.now();
  }

  #isEnded(accountId: string, clickID: string): boolean {
    return this.#ended.get(accountId)?.includes(clickID) ?? false;
  }

  #end(accountId: string, clickID: string): void {
    if (this.#places.get(accountId)?.clickID === clickID) this.#places.delete(accountId);
    if (clickID === '' || this.#isEnded(accountId, clickID)) return;
    const ended = [...(this.#ended.get(accountId) ?? []), clickID].slice(-endedRemembered);
    // Re-inserted, so that the map's order is the order of last use.
    this.#ended.delete(accountId);
    this.#ended.set(accountId, ended);
    if (this.#ended.size > 100_000) this.#ended.delete(this.#ended.keys().next().value as string);
  }
}
