import type { Pool } from '@unspoken/contract/matchmaking';
import type { Accounts } from './accounts/service.ts';
import type { Account } from './accounts/store.ts';
import type { PauseSwitch } from './administration/service.ts';
import type { Circle } from './circle/service.ts';
import { type EncounterEvent, Encounters, RoomRegistry, RoomTakeover } from './encounters/service.ts';
import type { EncounterStore } from './encounters/store.ts';
import { PersonalInvitations } from './experiences/personal-invitations.ts';
import { experienceStore } from './experiences/store.ts';
import { Matchmaking, type MatchmakingOptions, type WaitingEntry } from './matchmaking/service.ts';
import type { MatchmakingState } from './matchmaking/state.ts';
import type { Conduct } from './moderation/conduct.ts';
import type { Moderation } from './moderation/service.ts';
import type { Bus } from './platform/bus.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import type { Limits } from './platform/limits.ts';
import type { Random } from './platform/random.ts';
import { retryForever } from './platform/retry-forever.ts';
import type { Sockets } from './platform/socket/sockets.ts';

interface MeetingOptions {
  readonly config: Config;
  readonly db: Database;
  readonly bus: Bus;
  readonly places: MatchmakingState;
  readonly sockets: Sockets;
  readonly accounts: Accounts;
  readonly circle: Circle;
  readonly moderation: Moderation;
  readonly conduct: Conduct;
  readonly encounterStore: EncounterStore;
  readonly pause: PauseSwitch;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the session of a socket is still valid. */
  readonly isSignedIn: MatchmakingOptions['isSignedIn'];
  /** Reconnects the sockets of an account on every process. */
  readonly reconnectSockets: (accountId: string) => void;
  readonly erase: (account: Account) => Promise<void>;
  /** The minutes or thanks counted for these people have changed. */
  readonly countersChanged: (...accountIds: readonly string[]) => void;
  readonly note: (note: EncounterEvent) => void;
  readonly fault: (error: unknown) => string;
}

/** How people meet: matchmaking, the rooms, and the personal invitations to one. */
export function composeMeeting(options: MeetingOptions) {
  const { config, db, bus, sockets, accounts, circle, moderation, conduct, encounterStore, limits, clock, random } = options;
  const { note, fault, countersChanged } = options;
  const { durations } = config;
  const personalInvitations = new PersonalInvitations({
    store: experienceStore(db),
    bus,
    accounts,
    moderation,
    conduct,
    clock,
    durations,
    random,
    publicUrl: config.publicUrl,
    erase: options.erase,
    fault,
  });
  const reach = ({ node, accountId, connectionId }: WaitingEntry) => sockets.find(node, { accountId, id: connectionId });
  const standing = async (accountId: string, { poolType }: Pool) => {
    const [{ conduct: state }, denialReason] = await Promise.all([
      conduct.standing(accountId),
      accounts.connectDenialReason(accountId, poolType === 'personalInvite'),
    ]);
    if (state === 'good') return denialReason;
    return state === 'held' ? 'account_held' : 'account_suspended';
  };
  const matchmaking = new Matchmaking({
    clock,
    durations,
    places: options.places,
    bus,
    objection: async (accountId) => {
      await limits.use('connectPerAccount', accountId);
      return options.pause.now === 'paused' ? 'paused' : undefined;
    },
    isSignedIn: options.isSignedIn,
    standing,
    metSince: (accountId, since) => encounterStore.metSince(accountId, since),
    separatedFrom: (accountId) => moderation.separatedFrom(accountId),
    matched: (accountId) => circle.matched(accountId),
    named: (pool) => personalInvitations.named(pool),
    invited: (accountId, name) => personalInvitations.company(accountId, name),
    reach,
    fault,
  });
  // Strangers are relayed; within the circle, a direct path needs the consent of both.
  const mayBeDirect = async (first: WaitingEntry, second: WaitingEntry): Promise<boolean> => {
    if (config.relay.policy !== 'strangers') return config.relay.policy === 'never';
    if (first.pool.poolType !== 'myCircle') return false;
    const both = await Promise.all([first, second].map(({ accountId }) => accounts.byId(accountId)));
    return both.every((account) => account?.directInCircle);
  };
  const held = new RoomRegistry({
    clock,
    random,
    durations,
    store: encounterStore,
    matchmaking,
    reach,
    mayBeDirect,
    isGuest: (accountId) => accounts.isGuest(accountId),
    begun: ({ poolType, groupSpace }) => {
      if (poolType === 'personalInvite') void retryForever(clock, fault, () => personalInvitations.used(groupSpace));
    },
    countersChanged,
    note,
    fault,
  });
  const encounters = new Encounters({
    clock,
    bus,
    held,
    store: encounterStore,
    matchmaking,
    circle,
    moderation,
    isGuest: (accountId) => accounts.isGuest(accountId),
    socketAt: (node, name) => sockets.at(node, name),
    countersChanged,
    note,
    fault,
  });
  personalInvitations.subscribe((...accountIds) => matchmaking.eligibilityChanged(...accountIds));
  circle.subscribe((one, other) => matchmaking.eligibilityChanged(one, other));
  moderation.subscribe((one, other) => matchmaking.eligibilityChanged(one, other));
  const inheritance = new RoomTakeover({
    clock,
    durations,
    store: encounterStore,
    held,
    matchmaking,
    mayBeDirect,
    reconnectSockets: options.reconnectSockets,
  });
  return { matchmaking, held, inheritance, encounters, personalInvitations };
}
