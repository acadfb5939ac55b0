import type { Server } from 'node:http';
import { accountChanged } from '@unspoken/contract/presence';
import type { Accounts } from '../accounts/service.ts';
import type { CircleModule } from '../circle/module.ts';
import type { Circle } from '../circle/service.ts';
import type { EncountersModule } from '../encounters/module.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Conduct } from '../moderation/service.ts';
import type { UnidentifiedConnections } from '../platform/http/unidentified-connections.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import { type SocketServer, startSocketServer } from '../platform/socket/socket-io.ts';
import { pushAccountChanges } from './account-news.ts';
import { Revocation } from './revocation.ts';
import { realtimeRoutes } from './routes.ts';
import { Sessions } from './snapshot.ts';
import { Tickets } from './tickets.ts';

/** Closes the sockets of sessions that have ended. */
export function revocationModule(
  { clock, config, gateway, fault }: Platform,
  { accounts }: { readonly accounts: Accounts },
): Module & { readonly revocation: Revocation } {
  const interval = config.durations.sessionCheck;
  const revocation = new Revocation({ sessions: accounts.sessions, gateway, clock, interval, fault });
  return {
    revocation,
    connections: [revocation],
    serve: () => revocation.start(),
    stop: () => revocation.stop(),
  };
}

interface SnapshotNeeds {
  readonly encounters: EncountersModule['encounters'];
  readonly matchmaking: Matchmaking;
}

/** Sends each socket that opens the state of its account. */
export const snapshotModule = (
  { clock, fault, gateway }: Pick<Platform, 'clock' | 'fault' | 'gateway'>,
  { encounters, matchmaking }: SnapshotNeeds,
): Module => ({
  connections: [new Sessions({ encounters, matchmaking, gateway, clock, fault })],
});

export interface RealtimeModule extends Module {
  /** Opens the socket server on this HTTP server, or one that only reaches the sockets of other processes. */
  readonly listen: (
    http: Server | undefined,
    unidentifiedConnections: UnidentifiedConnections,
    origins: readonly string[],
  ) => SocketServer;
}

interface RealtimeNeeds extends Pick<EncountersModule, 'onCounters'> {
  readonly accounts: Accounts;
  readonly circle: Circle;
  readonly guestAdds: CircleModule['guestAdds'];
  readonly conduct: Conduct;
}

/** Tickets that open a socket, and the news of an account for its open pages. */
export function realtimeModule(
  platform: Platform,
  { accounts, circle, guestAdds, conduct, onCounters }: RealtimeNeeds,
): RealtimeModule {
  const { clock, random, keys, limits, config, shared, sockets, gateway } = platform;
  const { durations } = config;
  const tickets = new Tickets({ clock, keys, tokens: shared.oneTimeTokens, lifetime: durations.ticketLife });
  const notify = (accountId: string) => sockets.announce(accountId, accountChanged, {});
  onCounters(pushAccountChanges({ accounts, circle, guestAdds, conduct, notify }));
  return {
    routes: (router) => realtimeRoutes(router, { tickets, limits }),
    listen(http, unidentifiedConnections, origins) {
      const server = startSocketServer({
        ...{ http, gateway, clock, random, origins, unidentifiedConnections, proxies: config.proxies, limited: config.limits },
        pingInterval: durations.socketPing,
        pingTimeout: durations.socketPingTimeout,
        ticketTimeout: durations.socketAuthTimeout,
        adapter: shared.node?.adapter,
        async identify(token) {
          const identity = await tickets.redeem(token);
          return identity && (await accounts.sessions.isLive(identity.sessionId)) ? identity : undefined;
        },
      });
      sockets.attach(server);
      return server;
    },
  };
}
