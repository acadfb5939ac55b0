import type { DurationName, Durations } from '@unspoken/contract/durations';
import type { Clock } from '../platform/clock.ts';
import { every } from '../platform/every.ts';

/** What is kept for a time only: the source of docs/generated/retention.md. */
export const kept = {
  encounters: {
    for: 'encountersKept',
    what: 'Records of encounters, counted from their beginning. How many minutes and thanks somebody has had stays as a number.',
  },
  reports: {
    for: 'reportsKept',
    what: 'Reports, notices and what was written about them, counted from the decision. Without a decision they stay.',
  },
  ledger: {
    for: 'reportsKept',
    what: 'Lines of the ledger, counted from each; those about somebody whom something still holds against stay.',
  },
  networks: { for: 'networksKept', what: 'The keyed hash of the network a report came from.' },
  formerPeople: {
    for: 'networksKept',
    what: 'Keyed hashes of deleted accounts: as long as something about them is open or in force, and for so long at least.',
  },
  separations: {
    for: 'separationsKept',
    what: 'Keyed hashes of deleted accounts from which somebody who is still here is separated, counted from the deletion.',
  },
  sessions: {
    for: 'sessionsKept',
    what: 'Signed-in browsers, counted from their last use, and mailed links, from when they ran out.',
  },
  counts: {
    for: 'countsKept',
    what: 'Counts of sign-in attempts and of mails by the keyed hash of an address, counted from the last one.',
  },
  knownBrowsers: {
    for: 'knownBrowsersKept',
    what: 'The keyed hash of the random mark of a browser an account has signed in from, counted from the last time.',
  },
  visits: { for: 'visitsKept', what: 'Visits to public pages, which hold nobody.' },
} as const satisfies Record<string, { readonly for: DurationName; readonly what: string }>;
export type Kept = keyof typeof kept;

/** Forgets whatever is older than an instant. */
export type Forget = (before: Date) => Promise<unknown>;

export interface RetentionOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  /** Deletes what is older, by the name of the kind. */
  readonly records: Readonly<Record<string, Forget>>;
  readonly fault: (error: unknown) => void;
}

/** Lets go in time of what may only be kept for a time; one record that fails holds up no other. */
export class Retention {
  readonly #options: RetentionOptions;
  #stop: (() => void) | undefined;
  /** Throws if a kind of record has nobody who deletes it. */
  constructor(options: RetentionOptions) {
    this.#options = options;
    const missing = Object.keys(kept).filter((name) => !Object.hasOwn(options.records, name));
    if (missing.length > 0) throw new Error(`no module deletes ${missing.join(', ')}`);
  }

  start(): void {
    const { clock, durations, fault } = this.#options;
    this.#stop = every(clock, durations.retentionSweep, () => this.sweep(), fault);
  }

  stop(): void {
    this.#stop?.();
  }

  async sweep(): Promise<void> {
    const { clock, durations, records, fault } = this.#options;
    for (const [name, { for: duration }] of Object.entries(kept))
      await (records[name] as Forget)(new Date(clock.now() - durations[duration])).catch(fault);
  }
}
