import type { AnswerOf } from '@unspoken/contract/call';
import type { Durations } from '@unspoken/contract/durations';
import { AppError } from '@unspoken/contract/errors';
import {
  type createInvitation,
  guestLife,
  invitationCode,
  type MinuteAsked,
  minuteAsked,
  minuteWithdrawn,
} from '@unspoken/contract/experiences';
import { minuteType, type Pool } from '@unspoken/contract/matchmaking';
import { scriptLimits } from '@unspoken/contract/script-proof';
import { type Account, type Accounts, hasBetaAccess, hashOf, type SignedIn } from '../accounts/service.ts';
import type { Conduct, Moderation } from '../moderation/service.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { every } from '../platform/every.ts';
import { Listeners } from '../platform/listeners.ts';
import type { Random } from '../platform/random.ts';
import { accountsOfBrowser } from './recognised.ts';
import type { ExperienceStore, PersonalInvitation } from './store.ts';

export interface PersonalInvitationsOptions {
  readonly store: ExperienceStore;
  readonly bus: Bus;
  readonly accounts: Accounts;
  readonly moderation: Pick<Moderation, 'separatedFrom'>;
  readonly conduct: Pick<Conduct, 'standing'>;
  readonly clock: Clock;
  readonly durations: Pick<Durations, 'guestSweep' | 'personalInviteTimeout'>;
  readonly random: Random;
  readonly publicUrl: string;
  /** Sends an event to every open page of an account. */
  readonly announce: (accountId: string, event: string, payload: unknown) => void;
  readonly fault: (error: unknown) => void;
}

/** How long after an invitation is over its guest may still be in the minute, thank, or report, ms. */
const guestGrace = 15 * 60_000;
/** An invitation is over when the start is named, and a script may last this long from then on, ms. */
const longestSession =
  scriptLimits.introDuration[1] + scriptLimits.connectionDuration[1] + scriptLimits.afterConnectionDuration[1];

/** What its host hears of an invitation. */
export type InvitationMade = AnswerOf<typeof createInvitation>;

interface InvitationTo {
  /** It cannot be followed without an account. */
  readonly membersOnly?: boolean | undefined;
  /** The only account that can follow it. */
  readonly invited?: string | undefined;
  /** The version that is rehearsed: only people with access to the beta can follow it. */
  readonly versionId?: string | undefined;
}

/** What the page knows of a guest who follows a link. */
export interface GuestVisit {
  readonly language?: string | undefined;
  readonly userAgent?: string | undefined;
  /** The mark of the guest's browser, if it has one. */
  readonly mark?: string | undefined;
}

/** Whether a room id `type:code` names this type; `any`, or the code alone, leaves it open. */
const isOfType = (roomID: string, type: string): boolean => {
  const named = roomID.slice(0, Math.max(0, roomID.indexOf(':')));
  return named === '' || named === 'any' || named === type;
};

/** Reports to the other processes that an invitation is over. */
const topic = 'invitation over';

/**
 * One person invites another to an encounter by a link. The invitation is a pool of its own, named by its code: the host
 * waits there, the person with the link joins, and matchmaking does the rest. A visitor without an account comes as a
 * guest: an account for this one encounter, erased two hours later.
 */
export class PersonalInvitations {
  readonly #options: PersonalInvitationsOptions;
  readonly #listeners = new Listeners<string[]>();
  /** Calls the listener with the accounts that wait by an invitation when it is over. */
  readonly subscribe = this.#listeners.add;
  readonly #guestListeners = new Listeners<[Account]>();
  /** Calls the listener with each guest whose time is over. Their accounts are to be erased. */
  readonly onGuestOver = this.#guestListeners.add;
  /** The accounts that have asked to wait, by the hash of the code, so that they can be notified when the invitation is over. */
  readonly #waiting = new Map<string, Set<string>>();

  #stop: (() => void) | undefined;

  constructor(options: PersonalInvitationsOptions) {
    this.#options = options;
    options.bus.serve(topic, (codeHash: string) => void this.#notifyWaiting(codeHash).catch(options.fault));
  }

  /** From now on, announces guests whose time is over. */
  start(): void {
    const { clock, durations, fault } = this.#options;
    this.#stop = every(clock, durations.guestSweep, () => this.#announceFormerGuests(), fault);
  }

  stop(): void {
    this.#stop?.();
  }

  async create(
    host: string,
    experienceType: string,
    { membersOnly = false, invited, versionId }: InvitationTo = {},
  ): Promise<InvitationMade> {
    const { store, clock, random, publicUrl, durations } = this.#options;
    const code = random.secret(16);
    const now = clock.now();
    const expiresAt = now + durations.personalInviteTimeout;
    await store.add({
      codeHash: hashOf(code),
      host,
      experienceType,
      createdAt: new Date(now),
      expiresAt: new Date(expiresAt),
      membersOnly,
      invited: invited ?? null,
      versionId: versionId ?? null,
    });
    const invitation = { code, url: `${publicUrl}/xp-i/${code}`, expiresAt };
    return { roomID: `${experienceType}:${code}`, position: 1, invitation };
  }

  /** Asks a friend for a minute: only the friend can follow the invitation, which their open pages show under this name of the host. */
  async ask(host: string, firstName: string, friend: string): Promise<InvitationMade> {
    const made = await this.create(host, 'oneminute', { membersOnly: true, invited: friend });
    const { announce, durations } = this.#options;
    const { code } = made.invitation;
    const asked: MinuteAsked = { id: hashOf(code), code, firstName, life: durations.personalInviteTimeout };
    announce(friend, minuteAsked, asked);
    return made;
  }

  async cancel(host: string, roomID: string): Promise<void> {
    const codeHash = hashOf(invitationCode(roomID));
    const { store, clock } = this.#options;
    const cancelled = await store.cancel(codeHash, host, new Date(clock.now()));
    if (cancelled) await this.#announceOver(codeHash, cancelled.invited);
  }

  /**
   * The invitation of a link, for this account, or for a visitor whose browser has this mark. Throws `invitation_own`,
   * `invitation_for_members`, and for every other reason `invitation_inactive`.
   */
  async retrieve(roomID: string, accountId: string | undefined, mark: string | undefined): Promise<PersonalInvitation> {
    const invitation = await this.#live(hashOf(invitationCode(roomID)));
    if (!invitation || !isOfType(roomID, invitation.experienceType)) throw new AppError('invitation_inactive');
    if (invitation.host === accountId) throw new AppError('invitation_own');
    const permitted =
      accountId === undefined
        ? this.#mayVisit(invitation, this.#options.accounts.browsers.hash(mark))
        : this.#mayFollow(invitation, accountId);
    if (!(await permitted)) throw new AppError('invitation_inactive');
    // Revealed only to a visitor who could follow any other invitation of this host.
    if (accountId === undefined && invitation.membersOnly) throw new AppError('invitation_for_members');
    return invitation;
  }

  /** Makes the account of a guest, bound to the invitation. */
  async welcome({ codeHash }: PersonalInvitation, details: GuestVisit): Promise<SignedIn> {
    const { store, accounts, clock } = this.#options;
    const { mark, ...guest } = details;
    const markHash = accounts.browsers.hash(mark) ?? null;
    return accounts.registration.addGuest(guest, (tx, accountId) =>
      store.bindGuest(tx, { accountId, codeHash, createdAt: new Date(clock.now()), markHash }),
    );
  }

  /** Whom the account may meet by the code with this hash: only the host; for the host, anybody. Throws `invitation_inactive`. */
  async eligibility(accountId: string, codeHash: string): Promise<{ readonly only?: readonly string[] }> {
    const invitation = await this.#live(codeHash);
    if (!invitation) throw new AppError('invitation_inactive');
    if (invitation.host !== accountId && !(await this.#mayFollow(invitation, accountId)))
      throw new AppError('invitation_inactive');
    const waiting = this.#waiting.get(codeHash) ?? new Set();
    this.#waiting.set(codeHash, waiting.add(accountId));
    return invitation.host === accountId ? {} : { only: [invitation.host] };
  }

  /** A minute has begun by this invitation. Idempotent. */
  async used(codeHash: string): Promise<void> {
    const { store, clock } = this.#options;
    const used = await store.use(codeHash, new Date(clock.now()));
    await this.#announceOver(codeHash, used?.invited);
  }

  /** The pool, with the code of an invitation replaced by its hash, from which the link cannot be derived. */
  named(pool: Pool): Pool {
    return pool.poolType === 'personalInvite' ? { ...pool, groupSpace: hashOf(pool.groupSpace) } : pool;
  }

  /** Whether a guest's account may still be used: its invitation can be followed, or was over less than 15 minutes ago. */
  async isExpected(accountId: string): Promise<boolean> {
    const { store, clock } = this.#options;
    const codeHash = (await store.guest(accountId))?.codeHash;
    const invitation = codeHash === undefined ? undefined : await store.invitation(codeHash);
    if (codeHash === undefined || !invitation) return false;
    const grace = invitation.experienceType === minuteType ? guestGrace : guestGrace + longestSession;
    return store.liveSince(codeHash, new Date(clock.now() - grace));
  }

  async export(accountId: string): Promise<Record<string, unknown>> {
    const made = await this.#options.store.of(accountId);
    return { personalInvitations: made.map(({ codeHash: _, host: __, invited: ___, ...own }) => own) };
  }

  /** Deletes the invitations that were made before this. */
  forget(before: Date): Promise<void> {
    return this.#options.store.forget(before);
  }

  erase(tx: Database, { accountId }: { accountId: string }): Promise<void> {
    return this.#options.store.erase(tx, accountId);
  }

  #live(codeHash: string): Promise<PersonalInvitation | undefined> {
    const { store, clock } = this.#options;
    return store.live(codeHash, new Date(clock.now()));
  }

  async #mayFollow(invitation: PersonalInvitation, accountId: string): Promise<boolean> {
    const { host, codeHash, invited, versionId } = invitation;
    const { store, accounts, moderation } = this.#options;
    if (host === accountId || (invited !== null && invited !== accountId)) return false;
    const account = await accounts.byId(accountId);
    if (!account || (versionId !== null && !hasBetaAccess(account))) return false;
    if (account.role !== 'experienceGuest') return !(await moderation.separatedFrom(accountId)).includes(host);
    const guest = await store.guest(accountId);
    return guest?.codeHash === codeHash && this.#mayVisit(invitation, guest.markHash ?? undefined);
  }

  /**
   * Whether a visitor may follow the invitation in this browser. They may not if an account that has signed in there within
   * 30 days is separated from the host, held or suspended; which account it was is not revealed.
   */
  async #mayVisit({ host, invited }: PersonalInvitation, markHash: string | undefined): Promise<boolean> {
    const { moderation, conduct } = this.#options;
    if (invited !== null) return false;
    for (const known of await accountsOfBrowser(this.#options, markHash)) {
      const [separated, { conduct: standing }] = await Promise.all([moderation.separatedFrom(known), conduct.standing(known)]);
      if (standing !== 'good' || separated.includes(host)) return false;
    }
    return true;
  }

  /** Notifies everybody who waits by this invitation, on any process, that it is over. */
  async #announceOver(codeHash: string, invited: string | null = null): Promise<void> {
    if (invited !== null) this.#options.announce(invited, minuteWithdrawn, { id: codeHash });
    this.#options.bus.broadcast(topic, codeHash);
    await this.#notifyWaiting(codeHash);
  }

  async #notifyWaiting(codeHash: string): Promise<void> {
    const waiting = [...(this.#waiting.get(codeHash) ?? [])];
    this.#waiting.delete(codeHash);
    await this.#listeners.notify(...waiting);
  }

  async #announceFormerGuests(): Promise<void> {
    const { store, accounts, clock, fault } = this.#options;
    for (const codeHash of this.#waiting.keys()) if (!(await this.#live(codeHash))) this.#waiting.delete(codeHash);
    for (const accountId of await store.guestsBefore(new Date(clock.now() - guestLife))) {
      const account = await accounts.byId(accountId);
      if (account) await this.#guestListeners.notify(account).catch(fault);
    }
  }
}
