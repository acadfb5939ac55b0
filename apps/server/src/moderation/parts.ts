import type { Accounts } from '../accounts/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Keys } from '../platform/keys.ts';
import { Listeners } from '../platform/listeners.ts';
import type { MailTemplates } from '../platform/mail/templates.ts';
import type { Random } from '../platform/random.ts';
import type { CaseStore, NewAct } from './case-store.ts';
import { identitiesOf, type Standing, type StandingAct, standingOf } from './rules.ts';

/** An encounter as moderators may know it; instants in epoch ms. */
export interface KnownEncounter {
  readonly roomID: string;
  readonly pairedAt: number;
  readonly connectedAt: number | undefined;
  readonly duration: number;
  readonly endReason: string | undefined;
}

export interface CasePartsOptions {
  readonly store: CaseStore;
  readonly accounts: Pick<Accounts, 'byId' | 'byIds' | 'withDuty' | 'letter' | 'keepAdmin'>;
  readonly letters: MailTemplates;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly publicUrl: string;
  readonly supportEmail: string;
  /** Whether this recipient, as addresses are compared, may be mailed once more today. */
  readonly mayMail: (addressKey: string) => Promise<boolean>;
  /** Counts a case that alarms the moderators. */
  readonly alarmed?: () => void;
  /** Somebody's encounters of which there still is a record, from their side. */
  readonly encounters: (accountId: string) => Promise<readonly KnownEncounter[]>;
}

/** What the parts of moderation share. */
export const caseParts = (options: CasePartsOptions) => {
  const listeners = new Listeners<[accountId: string, standing: Standing]>();
  const { store, clock, random } = options;
  return {
    ...options,
    /** Hears of everybody whose standing people or the machine have changed, before whoever decided it is answered. */
    subscribe: listeners.add,

    now: (): Date => new Date(clock.now()),

    /** Writes a line of the ledger; answers its id. */
    async append(tx: Database, line: Omit<NewAct, 'id' | 'at'>, words?: string): Promise<string> {
      const id = random.id();
      await store.append(tx, { ...line, id, at: new Date(clock.now()) }, words);
      return id;
    },

    /** A hundred lines of the ledger before a number, newest first. */
    latest: (before: number | undefined) => store.latest(before, 100),

    /** Every hash somebody would be known by again: of their mailboxes, and of their identity with a provider. */
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

    /** Tells listeners how somebody stands now; nothing if they stand as they did, for they are not to notice a case that came to nothing. */
    async tell(accountId: string, before?: Standing): Promise<void> {
      const now = standingOf(await store.decidingAbout(accountId), clock.now());
      if (now.conduct !== before?.conduct || now.until !== before.until) await listeners.notify(accountId, now);
    },
  };
};
export type CaseParts = ReturnType<typeof caseParts>;
