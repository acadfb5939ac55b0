import type { CircleModule } from '../circle/module.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import { Signal } from '../platform/listeners.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { presenceRoutes } from './routes.ts';
import { Presence, type PresenceOptions } from './service.ts';
import { presenceHandlers } from './socket.ts';

interface PresenceNeeds extends Pick<CircleModule, 'showOnline'> {
  readonly circle: Pick<CircleModule['circle'], 'matched' | 'subscribe'>;
  readonly matchmaking: Pick<Matchmaking, 'counts'>;
}

interface PresenceAdapters {
  readonly create?: (options: PresenceOptions) => Presence;
}

export interface PresenceModule extends Module {
  readonly presence: Presence;
  /** The types, besides the minute, whose waiting people are counted; read once a second. */
  readonly countTypesBy: (types: () => readonly string[]) => void;
  /** Sets who may be inside a group space; without it nobody may. */
  readonly admitToSpacesBy: (mayEnter: PresenceOptions['mayEnter']) => void;
  /** Calls the listener when an account is inside a group space; again at most once a minute for each of its tabs. */
  readonly onInside: (listener: PresenceOptions['inside']) => void;
}

/** Who is present, and how many. */
export function presenceModule(
  { clock, config, shared, sockets, fault }: Pick<Platform, 'clock' | 'config' | 'shared' | 'sockets' | 'fault'>,
  { circle, showOnline, matchmaking }: PresenceNeeds,
  { create = (options) => new Presence(options) }: PresenceAdapters = {},
): PresenceModule {
  let types: () => readonly string[] = () => [];
  let mayEnter: PresenceOptions['mayEnter'] = async () => false;
  const inside = new Signal<[accountId: string, groupID: string]>();
  const presence = create({
    ...{ clock, durations: config.durations, bus: shared.bus, fault },
    waiting: () => matchmaking.counts(),
    types: () => types(),
    mayEnter: (accountId, groupID) => mayEnter(accountId, groupID),
    inside: inside.emit,
    matched: (accountId) => circle.matched(accountId),
    send: (connections, event, payload) => sockets.send(connections, event, payload),
  });
  showOnline((accountId) => presence.isHere(accountId));
  circle.subscribe((one, other) => presence.circleChanged(one, other));
  return {
    presence,
    countTypesBy(read) {
      types = read;
    },
    admitToSpacesBy(check) {
      mayEnter = check;
    },
    onInside: inside.add,
    routes: (router) => presenceRoutes(router, presence),
    handlers: presenceHandlers(presence, clock),
    connections: [presence],
    serve: () => presence.start(),
    stop: () => presence.stop(),
  };
}
