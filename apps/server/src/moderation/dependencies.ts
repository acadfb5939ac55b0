import type { EndReason } from '@unspoken/contract/encounters';
import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Keys } from '../platform/keys.ts';
import { Listeners } from '../platform/listeners.ts';
import type { MailTemplates } from '../platform/mail/templates.ts';
import type { Random } from '../platform/random.ts';
import type { CaseStore, NewAct } from './case-store.ts';
import { identitiesOf, type Standing, type StandingAct, standingOf } from './rules.ts';

/** What moderators may see of an encounter; instants in epoch ms. */
export interface KnownEncounter {
  readonly roomID: string;
  readonly pairedAt: number;
  readonly connectedAt: number | undefined;
  readonly duration: number;
  readonly endReason: EndReason | undefined;
}

export interface CasesOptions {
  readonly store: CaseStore;
  readonly accounts: Pick<Accounts, 'byId' | 'byIds' | 'moderators' | 'mailTo' | 'write' | 'requireOtherAdmin'>;
  readonly mailTemplates: MailTemplates;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Whether the daily mail budget of this recipient, given by address key, allows another mail. */
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  /** Counts a report of this account; false if it has made very many today. */
  readonly isWithinDay: (reporter: string) => Promise<boolean>;
  /** Counts a case that the moderators are alerted to. */
  readonly alerted?: () => void;
  /** The recorded encounters of an account, from its side; records past their retention period have been deleted. */
  readonly encounters: (accountId: string) => Promise<readonly KnownEncounter[]>;
  /** How many different people have dropped the veil over an account's picture since an instant, epoch ms. */
  readonly veiledBy: (accountId: string, since: number) => Promise<number>;
}

/** What cases, conduct, decisions, notices and intake share. */
export const caseDependencies = (options: CasesOptions) => {
  const listeners = new Listeners<[accountId: string, standing: Standing]>();
  const { store, clock, random } = options;
  return {
    ...options,
    /** Calls the listener for each account whose standing has changed, before the call that changed it is answered. */
    subscribe: listeners.add,

    now: (): Date => new Date(clock.now()),

    /** Appends a line to the ledger; returns its id. */
    async append(tx: Database, line: Omit<NewAct, 'id' | 'at'>, words?: string): Promise<string> {
      const id = random.id();
      await store.append(tx, { ...line, id, at: new Date(clock.now()) }, words);
      return id;
    },

    /** The last hundred lines of the ledger before a sequence number, newest first. */
    latest: (before: number | undefined) => store.latest(before, 100),

    /** The keyed hashes by which a returning person is recognised: of their mailboxes, and of their identity at a provider. */
    hashes(addressKeys: readonly string[], facebookId: string | null): string[] {
      return identitiesOf(addressKeys, facebookId).map((identity) => options.keys.hash('former person', identity));
    },

    async keepHashes(tx: Database, subject: string, addressKeys: readonly string[], facebookId: string | null): Promise<void> {
      for (const hash of this.hashes(addressKeys, facebookId))
        await store.keepHash(tx, { subject, hash, at: new Date(clock.now()) });
    },

    async standing(accountId: string): Promise<Standing> {
      return standingOf(await store.decidingAbout(accountId), clock.now());
    },

    async standings(accountIds: readonly string[], tx?: Database): Promise<ReadonlyMap<string, Standing>> {
      const bySubject = new Map<string, StandingAct[]>(accountIds.map((id) => [id, []]));
      if (accountIds.length > 0)
        for (const line of await store.deciding(accountIds, tx)) bySubject.get(line.subject ?? '')?.push(line);
      return new Map([...bySubject].map(([id, lines]) => [id, standingOf(lines, clock.now())]));
    },

    /** Notifies listeners of an account's standing, unless it equals `before`: the person must not notice a dismissed case. */
    async announceStanding(accountId: string, before?: Standing): Promise<void> {
      const now = standingOf(await store.decidingAbout(accountId), clock.now());
      if (now.conduct !== before?.conduct || now.until !== before.until) await listeners.notify(accountId, now);
    },
  };
};
export type CaseDependencies = ReturnType<typeof caseDependencies>;
