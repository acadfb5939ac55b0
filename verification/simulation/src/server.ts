import type { Durations } from '@unspoken/contract/durations';
import type { Script } from '@unspoken/contract/scripts';
import type { ScriptSide } from '@unspoken/encounter/ports';
import { circleModule } from '@unspoken/server/circle/module';
import type { Circle } from '@unspoken/server/circle/service';
import { encountersModule } from '@unspoken/server/encounters/module';
import type { RoomRegistry } from '@unspoken/server/encounters/room-registry';
import type { Encounters } from '@unspoken/server/encounters/service';
import type { Catalogue } from '@unspoken/server/experiences/catalogue';
import { matchmakingModule } from '@unspoken/server/matchmaking/module';
import type { Matchmaking } from '@unspoken/server/matchmaking/service';
import { moderationModule } from '@unspoken/server/moderation/module';
import type { Moderation } from '@unspoken/server/moderation/service';
import { Modules } from '@unspoken/server/platform/module';
import type { Platform } from '@unspoken/server/platform/platform';
import type { Random } from '@unspoken/server/platform/random';
import { Gateway } from '@unspoken/server/platform/socket/gateway';
import { Sockets } from '@unspoken/server/platform/socket/sockets';
import { presenceModule } from '@unspoken/server/presence/module';
import type { Presence } from '@unspoken/server/presence/service';
import { snapshotModule } from '@unspoken/server/realtime/module';
import { Adversary, forgedDescription } from './adversary.ts';
import type { ServerAudit } from './audit.ts';
import type { Chronicle } from './chronicle.ts';
import type { StoredExperiences } from './experiences.ts';
import type { Mutant } from './mutants.ts';
import { mutantCatalogue, mutantPlans, rightsOver } from './mutants-experiences.ts';
import { mutantMatchmaking, mutantPresence } from './mutants-matchmaking.ts';
import { mutantEncounters, mutantRooms } from './mutants-rooms.ts';
import type { Records } from './records.ts';
import type { ScriptAudit } from './script-audit.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SharedParts } from './shared.ts';
import type { WorldWelcoming } from './welcoming.ts';
import type { WorldGatherings } from './world-gatherings.ts';

export interface SimulatedServerOptions {
  /** What this process shares with the others, if there are any. */
  readonly shared: SharedParts;
  readonly durations: Durations;
  readonly mutant: Mutant | undefined;
  readonly records: Records;
  readonly audit: ServerAudit;
  /** Where there are experiences besides the minute. */
  readonly experiences?: { readonly stored: StoredExperiences; readonly audit: ScriptAudit } | undefined;
  readonly gatherings?: WorldGatherings | undefined;
  readonly welcoming?: WorldWelcoming | undefined;
  readonly random: Random;
  readonly seeded: SeededRandom;
  readonly chronicle: Chronicle;
  readonly fault: (error: unknown) => string;
}

const evictTopic = 'evict';

/** Every account here is in good standing. */
const accounts = {
  byId: async () => undefined,
  lockAgainstDeletion: async (_: unknown, accountIds: readonly string[]) => new Set(accountIds),
  isGuest: async () => false,
  connectDenialReason: async () => undefined,
};
const goodConduct = { standing: async () => ({ conduct: 'good' as const, until: null }), subscribe: () => {} };

/** Reaches the sockets of all processes over the bus, as the adapter of the real socket server does through Redis. */
function broadcastOver({ bus }: SharedParts, gateway: Gateway): Parameters<Sockets['attach']>[0] {
  bus.serve(evictTopic, (accountId: string) => gateway.evict(accountId, {}));
  return {
    announce: () => {},
    ask: async () => 0,
    hasOpen: async () => false,
    send: (connections, event, payload) => {
      for (const connection of connections) connection.send(event, payload);
    },
    evict: (accountId) => bus.broadcast(evictTopic, accountId),
  };
}

/** How soon a process that starts has reached Redis, ms. It may receive messages of other processes before that. */
const reachesRedisWithin = 1_000;

/** One process of the server: the real domains on stores that outlive it. Once killed, it does nothing any more. */
export class SimulatedServer {
  readonly gateway: Gateway;
  readonly encounters: Encounters;
  readonly rooms: RoomRegistry;
  readonly matchmaking: Matchmaking;
  readonly presence: Presence;
  readonly circle: Circle;
  readonly moderation: Moderation;
  readonly #options: SimulatedServerOptions;
  #catalogue: Catalogue | undefined;
  #alive = true;
  #serves = false;

  constructor(options: SimulatedServerOptions) {
    this.#options = options;
    const { shared, durations, mutant, records, audit, random, seeded } = options;
    const { clock, bus, matchmakingState } = shared;
    const startedAt = clock.now();
    const fault = (error: unknown): string => {
      const isConnecting = clock.now() - startedAt < reachesRedisWithin;
      return isConnecting && (error as { code?: string }).code === 'unavailable' ? 'connecting' : options.fault(error);
    };
    this.gateway = new Gateway(fault);
    const platform = {
      ...{ clock, random, fault, gateway: this.gateway, sockets: new Sockets(bus, this.gateway), shared: { bus } },
      config: { durations, relay: { policy: 'never' }, additions: ['veil', 'soft', ...(options.welcoming ? ['short'] : [])] },
      keys: { hash: (_purpose: string, identity: string) => identity },
      limits: { use: async () => {} },
    } as unknown as Platform;
    platform.sockets.attach(broadcastOver(shared, this.gateway));
    const modules = new Modules();
    const moderated = modules.add(
      moderationModule(platform, { accounts, guardAccounts: () => {} }, { store: records.moderation }),
    );
    const { moderation } = moderated;
    const { circle, guestAdds, showOnline } = modules.add(
      circleModule(platform, { accounts, ...moderated }, { store: records.circle }),
    );
    const people = { accounts, conduct: goodConduct, moderation, circle };
    const metSince = (accountId: string, since: number) => records.encounters.metSince(accountId, since);
    const partOf = options.welcoming?.partOf ?? (async () => undefined);
    const matched = modules.add(
      matchmakingModule(
        platform,
        { ...people, metSince, isSignedIn: async () => true, isPaused: () => false, partOf },
        { state: matchmakingState, create: (options) => mutantMatchmaking(mutant, options) },
      ),
    );
    const { matchmaking, permitBy } = matched;
    const { encounters, rooms, takeover, planBy } = modules.add(
      encountersModule(
        platform,
        { ...people, guestAdds, matchmaking, store: records.encounters },
        {
          create: (options) => mutantEncounters(mutant, options),
          createRooms: (options) => mutantRooms(mutant, options, records.encounters, (accountId) => this.gateway.of(accountId)),
        },
      ),
    );
    const { presence } = modules.add(
      presenceModule(platform, { circle, showOnline, matchmaking }, { create: (options) => mutantPresence(mutant, options) }),
    );
    modules.add(snapshotModule(platform, { encounters, matchmaking }));
    this.gateway.add(modules);
    this.circle = circle;
    this.moderation = moderation;
    this.matchmaking = matchmaking;
    this.encounters = encounters;
    this.presence = presence;
    this.rooms = rooms;
    if (options.experiences) {
      const catalogue = mutantCatalogue(mutant, {
        store: options.experiences.stored.catalogue,
        clock,
        interval: durations.settingsCheck,
        fault,
      });
      const rights = rightsOver(catalogue, options.experiences.stored, clock);
      permitBy((accountId, pool) => rights.denial(accountId, pool));
      planBy(mutantPlans(mutant, catalogue));
      void catalogue.start();
      this.#catalogue = catalogue;
    }
    void options.gatherings?.serve(platform, matched).catch(fault);
    this.#observe();
    presence.start();
    const parts = { roomRegistry: rooms, takeover, matchmaking, encounters };
    void shared.join(parts).then(() => {
      if (!this.#alive) return;
      this.#serves = true;
      new Adversary({ gateway: this.gateway, audit, time: clock, random: seeded });
    }, fault);
  }

  /** Whether it accepts connections. */
  get serves(): boolean {
    return this.#serves && this.#alive;
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The name of the process. */
  get node(): string {
    return this.#options.shared.bus.node;
  }

  /** The script of the room that a member is in, as the call for it answers. */
  async script(accountId: string, side: ScriptSide): Promise<Script> {
    const versionId = await this.encounters.scriptVersionOf(accountId, side);
    const version = await this.#catalogue?.version(versionId);
    if (!version) throw new Error(`there is no version ${versionId}`);
    const { roomID } = await this.encounters.snapshot(accountId);
    this.#options.audit.observed(() => this.#options.experiences?.audit.answered(roomID, version.id));
    return version.script;
  }

  /** The process dies at once. */
  kill(): void {
    this.#alive = false;
    this.#options.shared.leave();
  }

  /** Reports to the audit what is decided and acknowledged. */
  #observe(): void {
    const { rooms, matchmaking, circle, moderation } = this;
    const { audit, chronicle, shared } = this.#options;
    const { node } = shared.bus;
    const open = rooms.open.bind(rooms);
    rooms.open = async (roomID, first, second, mayMeet) => {
      audit.opening(first, second, (accountId) => rooms.current(accountId) !== undefined);
      const opened = await open(roomID, first, second, mayMeet);
      if (!opened || !audit.store.rows.has(roomID)) return opened;
      audit.opened(roomID, first, second, node);
      audit.observed(() => this.#options.experiences?.audit.opened(roomID));
      chronicle.note('world', `${roomID}: ${first.accountId} and ${second.accountId}, who came, are paired`);
      return opened;
    };
    const [adopt, join] = [rooms.adopt.bind(rooms), rooms.join.bind(rooms)];
    rooms.adopt = (row, members, how) => {
      audit.involves(row.roomID, node);
      adopt(row, members, how);
    };
    rooms.join = (connection, roomID, after, page) => {
      audit.involves(roomID, connection.node ?? node);
      // What the page states of the veil may be passed on.
      const row = page?.veil && audit.store.rows.get(roomID);
      if (row) audit.deliveries.accepted(roomID, row.a === connection.accountId ? 2 : 1, `${node} ${JSON.stringify(page?.veil)}`);
      return join(connection, roomID, after, page);
    };
    const send = rooms.send.bind(rooms);
    rooms.send = (connection, message) => {
      const row = audit.store.rows.get(message.roomID);
      const receiver = row?.a === connection.accountId ? 2 : row?.b === connection.accountId ? 1 : undefined;
      let answer: object;
      try {
        answer = send(connection, message);
      } catch (error) {
        const isForged = (message.payload as { sdp?: string } | undefined)?.sdp === forgedDescription;
        if ((error as { code?: string }).code === 'audio_not_allowed' && !isForged)
          audit.refusedSound(connection.accountId, message);
        throw error;
      }
      if (receiver) audit.deliveries.accepted(message.roomID, receiver, `${node} ${message.n ?? 0}`);
      if (message.name !== 'icecandidate') chronicle.note(connection.accountId, `says ${message.name}`);
      return answer;
    };
    const media = rooms.reportMedia.bind(rooms);
    rooms.reportMedia = (connection, roomID) => {
      audit.sees(roomID, connection.accountId);
      media(connection, roomID);
    };
    const cancel = matchmaking.cancel.bind(matchmaking);
    matchmaking.cancel = async (connection, clickID) => {
      await cancel(connection, clickID);
      audit.cancelled(connection.accountId, clickID);
    };
    const [add, remove, report] = [circle.add.bind(circle), circle.remove.bind(circle), moderation.report.bind(moderation)];
    circle.add = async (adder, added) => {
      audit.circle(adder, added, 'changing');
      await add(adder, added);
      audit.circle(adder, added, 'yes');
    };
    circle.remove = async (adder, added) => {
      audit.circle(adder, added, 'changing');
      await remove(adder, added);
      audit.circle(adder, added, 'no');
    };
    moderation.report = async (filed) => {
      audit.separating(filed.reporter, filed.reported);
      await report(filed);
      audit.separated(filed.reporter, filed.reported);
      chronicle.note(filed.reporter, `has reported ${filed.reported}`);
    };
  }
}
