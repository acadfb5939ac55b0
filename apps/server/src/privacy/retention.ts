import type { DurationName, Durations } from '@unspoken/contract/durations';
import type { Clock } from '../platform/clock.ts';
import { every } from '../platform/every.ts';

/** Records with a retention period: the source of docs/generated/retention.md. */
export const kept = {
  encounters: {
    for: 'encountersRetention',
    what: 'Records of encounters, counted from their start. The totals of minutes and thanks of an account are kept.',
  },
  reports: {
    for: 'reportsRetention',
    what: 'Reports, notices and the texts about them, counted from the decision. Without a decision they are kept.',
  },
  ledger: {
    for: 'reportsRetention',
    what: 'Lines of the ledger, each counted from its own time; those about a person with an open case or a measure in force are kept.',
  },
  networks: { for: 'networksRetention', what: 'The keyed hash of the network a report came from.' },
  invitedAddresses: {
    for: 'invitedRetention',
    what: 'The keyed hash of an address that was invited, counted from the last invitation. If its owner has declined further ones, it is kept.',
  },
  formerPeople: {
    for: 'networksRetention',
    what: 'Keyed hashes of deleted accounts: while a case about them is open or a measure in force, and at least for this time.',
  },
  separations: {
    for: 'separationsRetention',
    what: 'Keyed hashes of deleted accounts from which an existing account is separated, counted from the deletion.',
  },
  sessions: {
    for: 'sessionsRetention',
    what: 'Signed-in browsers, counted from their last use, and mailed links, counted from their expiry.',
  },
  counts: {
    for: 'countsRetention',
    what: 'Counts of sign-in attempts and of mails by the keyed hash of an address, counted from the last one.',
  },
  knownBrowsers: {
    for: 'knownBrowsersRetention',
    what: 'The keyed hash of the random mark of a browser an account has signed in from, counted from the last time.',
  },
  personalInvitations: {
    for: 'encountersRetention',
    what: 'Personal invitations to a minute, counted from when they were made.',
  },
  guestAdds: {
    for: 'guestAddsRetention',
    what: 'The wish of a guest to add their host, until the guest has an account and the host has answered.',
  },
  veils: {
    for: 'veilsRetention',
    what: 'Who dropped the veil over whose picture, which moderators see as a count only.',
  },
  feelings: {
    for: 'feelingsRetention',
    what: 'That somebody has answered how they feel after a minute, counted from its end. What they answered is only counted, with nobody’s name.',
  },
  visits: { for: 'visitsRetention', what: 'Visits to public pages, which identify nobody.' },
  gatherings: {
    for: 'gatheringsRetention',
    what: 'Gatherings, with who registered and who came, counted from the end; and the numbers from which further ones are opened.',
  },
  surveys: { for: 'gatheringsRetention', what: 'Answers to the surveys of gatherings, each counted from when it was given.' },
  waits: {
    for: 'waitsRetention',
    what: 'How long people waited and what came of it, which identifies nobody; counted from the minute of its start.',
  },
  rendezvous: { for: 'rendezvousRetention', what: 'Rendezvous, each counted from its quarter of an hour.' },
  books: {
    for: 'booksRetention',
    what: 'Movements of money, which name nobody, and receipts, which name who paid, counted from the end of their calendar year.',
  },
  providerEvents: {
    for: 'providerEventsRetention',
    what: 'That something has happened at the payment provider, counted from when it was learned.',
  },
  declarations: {
    for: 'declarationsRetention',
    what: 'Cancellations and withdrawals that were declared without signing in, counted from their receipt.',
  },
  dunningMails: {
    for: 'providerEventsRetention',
    what: 'That a mail was sent about an invoice of a membership, counted from when it was.',
  },
  formerTrials: {
    for: 'declarationsRetention',
    what: 'The keyed hash of the address of a deleted account that has had a trial, counted from the deletion.',
  },
  files: {
    for: 'filesRetention',
    what: 'Files of facilitators to which no draft, no version and no page refers, counted from when they were uploaded.',
  },
  uploads: { for: 'uploadsRetention', what: 'Uploads that were not finished, counted from when they were begun.' },
  welcoming: {
    for: 'welcomingRetention',
    what: 'Requests to welcome newcomers that were declined, withdrawn or ended, counted from then. The member can read the reason as long as the ledger has the decision.',
  },
  rings: { for: 'ringsRetention', what: 'Calls to members who had asked for them, each counted from when it was made.' },
} as const satisfies Record<string, { readonly for: DurationName; readonly what: string }>;
export type Kept = keyof typeof kept;

/** Deletes what is older than an instant. */
export type Forget = (before: Date) => Promise<unknown>;

export interface RetentionOptions {
  readonly clock: Clock;
  readonly durations: Durations;
  /** The function that deletes each kind of record, by the name of the kind. */
  readonly records: Readonly<Record<string, Forget>>;
  readonly fault: (error: unknown) => void;
}

/** Deletes records after their retention periods; a failure of one kind does not delay others. */
export class Retention {
  readonly #options: RetentionOptions;
  #stop: (() => void) | undefined;
  /** Throws if no module deletes a kind of record. */
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
