import type { Clock } from '../platform/clock.ts';
import { betweenRings, notBefore } from './ring-times.ts';
import type { Candidate, NotificationStore } from './store.ts';

export interface CandidateQueueOptions {
  readonly clock: Clock;
  readonly store: Pick<NotificationStore, 'candidates' | 'defer' | 'reachable'>;
  /** Which of these accounts have come to a gathering that takes place now. */
  readonly inGathering: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Whether a page of this account is open, on any process. */
  readonly hasPage: (accountId: string) => Promise<boolean>;
  readonly fault: (error: unknown) => void;
}

/** How many are read at a time, and how many times for one call, before it is given up. */
const [batchSize, maxBatches] = [50, 6];
/** For how long those who were read may be handed out, and nobody looks again where nobody was found, ms. */
const [freshFor, emptyFor] = [2_000, 5_000];
/** For how long nobody looks again at a member who is busy, or at one who could not be paired, ms. */
const [busyFor, unmeetableFor] = [60_000, 300_000];

/** Members of one switch who were read and have not been handed out. */
interface Line {
  readAt: number;
  free: Candidate[];
  /** Until when there is nobody, as far as is known, epoch ms. */
  emptyUntil: number;
  reading: Promise<boolean> | undefined;
}

/**
 * Members who can be called, handed out one by one to all who wait by this process: if each of them read for themselves, all would
 * attempt to claim the same members. Whom nobody can call now is put off, so that they do not stand in the way of those behind them.
 */
export class CandidateQueue {
  readonly #options: CandidateQueueOptions;
  readonly #lines = new Map<string, Line>();
  /** Members who have been handed out and neither claimed nor put off: they would be read again. */
  readonly #handedOut = new Set<string>();

  constructor(options: CandidateQueueOptions) {
    this.#options = options;
  }

  /**
   * Offers members to `call`, one after another, until it has called one or nobody is left; whether it has. `call` says what became of
   * each; with `stop` the member is left to others.
   */
  async callOne(
    type: string,
    only: readonly string[] | undefined,
    call: (candidate: Candidate) => Promise<'called' | 'busy' | 'unmeetable' | 'passed over' | 'stop'>,
  ): Promise<boolean> {
    // A circle is small, and its candidates are those of one person.
    const line = only === undefined ? this.#lineOf(type) : emptyLine();
    const putOff = new Map<string, number>();
    const seen: string[] = [];
    try {
      for (let looked = 0; looked < batchSize * maxBatches; looked++) {
        const candidate = await this.#next(type, line, only, seen);
        if (!candidate) return false;
        const { accountId } = candidate;
        seen.push(accountId);
        this.#handedOut.add(accountId);
        // Quiet hours may have begun since they were read.
        const quiet = candidate.hasAsked ? undefined : notBefore(candidate, this.#options.clock.now());
        if (quiet !== undefined) {
          putOff.set(accountId, quiet);
          continue;
        }
        const became = await call(candidate);
        if (became === 'called') return true;
        if (became === 'stop') {
          line.free.unshift(candidate);
          return false;
        }
        const until = { busy: busyFor, unmeetable: unmeetableFor, 'passed over': undefined }[became];
        if (until !== undefined) putOff.set(accountId, this.#options.clock.now() + until);
      }
      return false;
    } finally {
      // Even if the database fails: a member who stays handed out is never called again. Deferred first, so that nobody reads them in between.
      await this.#options.store.defer(putOff).catch(this.#options.fault);
      for (const each of seen) this.#handedOut.delete(each);
    }
  }

  #lineOf(type: string): Line {
    const line = this.#lines.get(type) ?? emptyLine();
    this.#lines.set(type, line);
    return line;
  }

  async #next(
    type: string,
    line: Line,
    only: readonly string[] | undefined,
    seen: readonly string[],
  ): Promise<Candidate | undefined> {
    const { clock } = this.#options;
    for (;;) {
      if (clock.now() - line.readAt >= freshFor) line.free = [];
      const next = line.free.shift();
      if (next) return next;
      if (clock.now() < line.emptyUntil) return undefined;
      // One reads for all who wait for it meanwhile.
      line.reading ??= this.#read(type, line, only, seen).finally(() => {
        line.reading = undefined;
      });
      // The others who waited may have taken all that were found.
      if (!(await line.reading)) return undefined;
    }
  }

  /** Reads those who can be called next; whether there are any. */
  async #read(type: string, line: Line, only: readonly string[] | undefined, seen: readonly string[]): Promise<boolean> {
    const { clock, store } = this.#options;
    const except = new Set([...this.#handedOut, ...seen]);
    for (let attempt = 0; attempt < maxBatches; attempt++) {
      const now = clock.now();
      const found = await store.candidates(type, {
        ...{ now: new Date(now), longAgo: new Date(now - betweenRings), except: [...except], limit: batchSize },
        ...(only && { only }),
      });
      if (found.length === 0 && attempt === 0 && except.size === 0) line.emptyUntil = now + emptyFor;
      if (found.length === 0) return false;
      for (const { accountId } of found) except.add(accountId);
      line.free = await this.#callable(found, now);
      line.readAt = clock.now();
      if (line.free.length > 0) return true;
    }
    return false;
  }

  /** Those of them who can be called as far as they themselves are concerned; the others are put off. */
  async #callable(found: readonly Candidate[], now: number): Promise<Candidate[]> {
    const { store, inGathering } = this.#options;
    const putOff = new Map<string, number>();
    const free: Candidate[] = [];
    for (const each of found) {
      const until = each.hasAsked ? undefined : notBefore(each, now);
      if (until === undefined) free.push(each);
      else putOff.set(each.accountId, until);
    }
    const gathered = await inGathering(free.map(({ accountId }) => accountId));
    for (const each of gathered) putOff.set(each, now + busyFor);
    await store.defer(putOff);
    return this.#reachable(
      free.filter(({ accountId }) => !gathered.has(accountId)),
      now,
    );
  }

  /**
   * Those of them who have a page open or a browser that push reaches now. Where push services want nothing yet, the member is put off,
   * and looked at again after a while: they may have opened a page by then. Those who have no such browser are noted.
   */
  async #reachable(candidates: readonly Candidate[], now: number): Promise<Candidate[]> {
    const { store } = this.#options;
    const [near, far] = await this.#byPage(candidates, now);
    const putOff = candidates.flatMap(({ accountId, pushableFrom }) =>
      pushableFrom !== undefined && !near.has(accountId)
        ? [[accountId, Math.min(pushableFrom, now + unmeetableFor)] as const]
        : [],
    );
    await store.defer(new Map(putOff));
    await store.reachable(far, false);
    // A page that is opened notes that its member is in reach; one that was opened meanwhile did so too early.
    const [back] = await this.#byPage(
      candidates.filter(({ accountId }) => far.includes(accountId)),
      now,
    );
    await store.reachable([...back], true);
    return candidates.filter(({ accountId }) => near.has(accountId));
  }

  /** Who can be reached now, and who cannot be until they open a page or add a browser. */
  async #byPage(candidates: readonly Candidate[], now: number): Promise<[near: ReadonlySet<string>, far: readonly string[]]> {
    const { hasPage } = this.#options;
    const isNear = await Promise.all(
      candidates.map(async ({ accountId, pushableFrom = Infinity }) => pushableFrom <= now || (await hasPage(accountId))),
    );
    const near = candidates.filter((_, i) => isNear[i]).map(({ accountId }) => accountId);
    const far = candidates.filter(({ pushableFrom }, i) => !isNear[i] && pushableFrom === undefined);
    return [new Set(near), far.map(({ accountId }) => accountId)];
  }
}

const emptyLine = (): Line => ({ readAt: Number.NEGATIVE_INFINITY, free: [], emptyUntil: 0, reading: undefined });
