import type { Pool } from '@unspoken/contract/matchmaking';
import type { Accounts } from '../accounts/service.ts';
import type { CircleModule } from '../circle/module.ts';
import type { Circle } from '../circle/service.ts';
import type { Matchmaking, WaitingEntry } from '../matchmaking/service.ts';
import type { Conduct, Moderation } from '../moderation/service.ts';
import type { Database } from '../platform/database/database.ts';
import { Signal } from '../platform/listeners.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { nowOrLater } from '../platform/retry-forever.ts';
import { Ice } from './ice.ts';
import { noPlans, type Plans } from './plan.ts';
import { RoomRegistry, type RoomRegistryOptions } from './room-registry.ts';
import { encounterRoutes } from './routes.ts';
import { type EncounterEvent, Encounters, type EncountersOptions, RoomTakeover } from './service.ts';
import { encounterHandlers } from './socket.ts';
import type { EncounterStore } from './store.ts';

export interface EncountersModule extends Module {
  readonly encounters: Encounters;
  readonly rooms: RoomRegistry;
  readonly takeover: RoomTakeover;
  readonly onEvent: (listener: (event: EncounterEvent) => void) => void;
  /** Calls the listener when the start of a minute in a pool has been named; again after a takeover. */
  readonly onBegun: (listener: (pool: Pool) => void) => void;
  /** Calls the listener when the minutes or thanks counted for these accounts have changed. */
  readonly onCounters: (listener: (...accountIds: readonly string[]) => void) => void;
  /** Sets the scripts that rooms are opened with; without them there is only the minute. */
  readonly planBy: (plans: Plans) => void;
}

interface EncountersNeeds extends Pick<CircleModule, 'guestAdds'> {
  readonly accounts: Pick<Accounts, 'isGuest' | 'byId'>;
  readonly conduct: Pick<Conduct, 'subscribe'>;
  readonly moderation: Moderation;
  readonly circle: Circle;
  readonly matchmaking: Matchmaking;
  readonly store: EncounterStore & { erase?(tx: Database, accountId: string): Promise<void> };
}

interface EncountersAdapters {
  readonly createRooms?: (options: RoomRegistryOptions) => RoomRegistry;
  readonly create?: (options: EncountersOptions) => Encounters;
}

type EncountersPlatform = Pick<Platform, 'clock' | 'random' | 'config' | 'fault' | 'limits' | 'log' | 'shared' | 'sockets'>;

/** Strangers are relayed; within the circle, a direct path needs the consent of both. */
const consent =
  ({ config }: Pick<Platform, 'config'>, accounts: Pick<Accounts, 'byId'>) =>
  async (first: WaitingEntry, second: WaitingEntry): Promise<boolean> => {
    if (config.relay.policy !== 'strangers') return config.relay.policy === 'never';
    if (first.pool.poolType !== 'myCircle') return false;
    const both = await Promise.all([first, second].map(({ accountId }) => accounts.byId(accountId)));
    return both.every((account) => account?.directInCircle);
  };

/** Rooms, the minute in them, and what two people can do about each other afterwards. */
export function encountersModule(
  platform: EncountersPlatform,
  { accounts, conduct, moderation, circle, guestAdds, matchmaking, store }: EncountersNeeds,
  {
    createRooms = (options) => new RoomRegistry(options),
    create = (options) => new Encounters(options),
  }: EncountersAdapters = {},
): EncountersModule {
  const { clock, random, config, fault, limits, log, sockets } = platform;
  const { durations } = config;
  const events = new Signal<[event: EncounterEvent]>();
  const begun = new Signal<[pool: Pool]>();
  const counters = new Signal<readonly string[]>();
  const isGuest = (accountId: string) => accounts.isGuest(accountId);
  const mayBeDirect = consent(platform, accounts);
  let provided = noPlans;
  const plans: Plans = { opening: (pool) => provided.opening(pool), of: (versionId) => provided.of(versionId) };
  const signals = { note: events.emit, countersChanged: counters.emit };
  const rooms = createRooms({
    ...{ clock, random, durations, store, matchmaking, mayBeDirect, isGuest, plans, fault, ...signals },
    additions: config.additions,
    reach: (entry) => sockets.ofEntry(entry),
    begun: begun.emit,
  });
  const encounters = create({
    ...{
      clock,
      bus: platform.shared.bus,
      roomRegistry: rooms,
      store,
      matchmaking,
      circle,
      moderation,
      isGuest,
      guestAdds,
      fault,
      ...signals,
    },
    socketAt: (node, name) => sockets.at(node, name),
  });
  const takeover = new RoomTakeover({
    ...{ clock, durations, store, roomRegistry: rooms, matchmaking, mayBeDirect, plans },
    reconnectSockets: (accountId) => sockets.evict(accountId, {}),
  });
  const withdraw = (accountId: string) => nowOrLater(clock, fault, () => encounters.withdraw(accountId));
  // A held account may finish its minute: only a decision of a person ends it.
  conduct.subscribe(async (accountId, { conduct: standing }) => {
    if (standing !== 'good' && standing !== 'held') await withdraw(accountId);
  });
  return {
    encounters,
    rooms,
    takeover,
    onEvent: events.add,
    onBegun: begun.add,
    onCounters: counters.add,
    planBy: (source) => {
      provided = source;
    },
    routes: (router) =>
      encounterRoutes(router, {
        ...{ encounters, limits, durations: config.durations, ice: new Ice(config.relay, clock) },
        isWaiting: async (accountId) => (await matchmaking.waiting(accountId)) !== undefined,
        cameraFailed: (reason) => log.warn({ reason }, 'camera failure'),
      }),
    handlers: encounterHandlers(encounters),
    connections: [encounters],
    personalData: [
      encounters,
      {
        async erase(tx, { accountId }) {
          await store.erase?.(tx, accountId);
          return () => withdraw(accountId);
        },
      },
    ],
    retention: {
      encounters: (before) => store.forget(before.getTime(), () => clock.now()),
      veils: (before) => store.forgetVeils(before.getTime()),
    },
    leave: () => rooms.settled(),
  };
}
