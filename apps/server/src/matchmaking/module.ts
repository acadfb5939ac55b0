import type { ErrorCode } from '@unspoken/contract/errors';
import { minuteType, type Pool } from '@unspoken/contract/matchmaking';
import type { Accounts } from '../accounts/service.ts';
import type { Circle } from '../circle/service.ts';
import type { Conduct, Moderation } from '../moderation/service.ts';
import { Signal } from '../platform/listeners.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { nowOrLater } from '../platform/retry-forever.ts';
import { matchmakingLimits } from './limits.ts';
import { MemoryMatchmakingState } from './memory-state.ts';
import { RedisMatchmakingState } from './redis-state.ts';
import { isGroupSpace } from './rules.ts';
import { Matchmaking, type MatchmakingOptions, type PoolCircumstances, type Wait } from './service.ts';
import { matchmakingHandlers } from './socket.ts';
import type { MatchmakingState } from './state.ts';
import { Welcome, type WelcomePart } from './welcome.ts';

/** Pools that only invited people may join. */
export interface InvitationPools {
  readonly named: MatchmakingOptions['named'];
  readonly invitationEligibility: MatchmakingOptions['invitationEligibility'];
}

/** Why an account may not connect in this pool of an experience: it does not exist, or it is for others. */
export type PoolDenial = (accountId: string, pool: Pool) => Promise<ErrorCode | undefined>;

/** There are no experiences but the minute, which is for everybody. */
const onlyTheMinute: PoolDenial = async (_, { experienceType }) =>
  experienceType === minuteType ? undefined : 'experience_unknown';

/** Why an account may not connect in this group space now: it does not exist, is shut, or is for others. */
export type GroupSpaceDenial = (accountId: string, pool: Pool, now: number) => Promise<ErrorCode | undefined>;

const noGroupSpaces: GroupSpaceDenial = async () => 'experience_unknown';

export interface MatchmakingModule extends Module {
  readonly matchmaking: Matchmaking;
  /** The state in Redis, if there are several processes. */
  readonly sharedState: RedisMatchmakingState | undefined;
  readonly inviteBy: (pools: InvitationPools) => void;
  /** Sets who decides about the pools of experiences. */
  readonly permitBy: (denial: PoolDenial) => void;
  /** Sets who decides about group spaces. Without it there are none. */
  readonly groupSpaceBy: (denial: GroupSpaceDenial) => void;
  /** Sets who knows in which pools a gathering takes place, and what holds for a person in it. */
  readonly circumstancesBy: (source: PoolCircumstances) => void;
  /** Calls the listener when somebody connects because they were called. */
  readonly onAnswered: (listener: (accountId: string, ringID: string) => void) => void;
  /** Calls the listener when a wait has ended, at one process. */
  readonly onWaited: (listener: (wait: Wait) => void) => void;
}

interface MatchmakingNeeds {
  readonly accounts: Pick<Accounts, 'connectDenialReason'>;
  readonly conduct: Pick<Conduct, 'standing' | 'subscribe'>;
  readonly moderation: Pick<Moderation, 'separatedFrom' | 'subscribe'>;
  readonly circle: Pick<Circle, 'matched' | 'subscribe'>;
  readonly metSince: MatchmakingOptions['metSince'];
  readonly isSignedIn: MatchmakingOptions['isSignedIn'];
  readonly isPaused: () => boolean;
  /** Which accounts are new, and which welcome newcomers. */
  readonly partOf: WelcomePart;
}

interface MatchmakingAdapters {
  readonly state?: MatchmakingState;
  readonly create?: (options: MatchmakingOptions) => Matchmaking;
}

/** Who waits, and who is paired with whom. */
export function matchmakingModule(
  platform: Pick<Platform, 'clock' | 'config' | 'fault' | 'limits' | 'shared' | 'sockets'>,
  { accounts, conduct, moderation, circle, metSince, isSignedIn, isPaused, partOf }: MatchmakingNeeds,
  { state, create = (options) => new Matchmaking(options) }: MatchmakingAdapters = {},
): MatchmakingModule {
  const { clock, config, fault, limits, shared, sockets } = platform;
  const { node } = shared;
  const sharedState = node && new RedisMatchmakingState(node.redis, config.redisSpace);
  let pools: InvitationPools = { named: (pool) => pool, invitationEligibility: async () => ({}) };
  let poolDenial = onlyTheMinute;
  let groupSpaceDenial = noGroupSpaces;
  let circumstances: PoolCircumstances = async () => undefined;
  const { bus } = shared;
  const welcome = new Welcome({ clock, durations: config.durations, bus, partOf });
  const answered = new Signal<[accountId: string, ringID: string]>();
  const matchmaking = create({
    ...{ clock, durations: config.durations, bus, metSince, isSignedIn, fault },
    matchmakingState: state ?? sharedState ?? new MemoryMatchmakingState(),
    async denialReason(accountId) {
      // The minute first: what it refuses does not count for the hour.
      await limits.use(matchmakingLimits.connectPerAccount, accountId);
      await limits.use(matchmakingLimits.connectPerAccountAndHour, accountId);
      return isPaused() ? 'paused' : undefined;
    },
    async connectDenialReason(accountId: string, pool: Pool, isAttempt = true) {
      const [{ conduct: standing }, denialReason, denied, shut] = await Promise.all([
        conduct.standing(accountId),
        accounts.connectDenialReason(accountId, pool.poolType === 'personalInvite', isAttempt),
        poolDenial(accountId, pool),
        isGroupSpace(pool) ? groupSpaceDenial(accountId, pool, clock.now()) : undefined,
      ]);
      if (standing === 'good') return denialReason ?? denied ?? shut;
      return standing === 'held' ? 'account_held' : 'account_suspended';
    },
    separatedFrom: (accountId) => moderation.separatedFrom(accountId),
    matched: (accountId) => circle.matched(accountId),
    named: (pool) => pools.named(pool),
    invitationEligibility: (accountId, name) => pools.invitationEligibility(accountId, name),
    circumstances: (accountId, pool, now) => circumstances(accountId, pool, now),
    welcoming: (accountId, pool) => welcome.of(accountId, pool),
    hasLengths: config.additions.includes('short'),
    reach: (entry) => sockets.ofEntry(entry),
  });
  matchmaking.onEntered((...entries) => {
    if (entries.some(({ welcomes }) => welcomes)) welcome.connected();
  });
  circle.subscribe((one, other) => matchmaking.eligibilityChanged(one, other));
  moderation.subscribe((one, other) => matchmaking.eligibilityChanged(one, other));
  conduct.subscribe(async (accountId, { conduct: standing }) => {
    if (standing === 'good') return;
    const reason = standing === 'held' ? 'account_held' : 'account_suspended';
    await nowOrLater(clock, fault, () => matchmaking.withdraw(accountId, reason));
  });
  return {
    matchmaking,
    sharedState,
    inviteBy: (invitations) => {
      pools = invitations;
    },
    permitBy: (denial) => {
      poolDenial = denial;
    },
    groupSpaceBy: (denial) => {
      groupSpaceDenial = denial;
    },
    circumstancesBy: (source) => {
      circumstances = source;
    },
    onAnswered: answered.add,
    onWaited: matchmaking.waits.subscribe,
    handlers: matchmakingHandlers(matchmaking, answered.emit),
    connections: [matchmaking],
  };
}
