import type { Durations } from '@unspoken/contract/durations';
import { Circle } from '@unspoken/server/circle/service';
import type { RoomRegistry } from '@unspoken/server/encounters/room-registry';
import { type Encounters, RoomTakeover } from '@unspoken/server/encounters/service';
import { encounterHandlers } from '@unspoken/server/encounters/socket';
import type { Matchmaking, WaitingEntry } from '@unspoken/server/matchmaking/service';
import { matchmakingHandlers } from '@unspoken/server/matchmaking/socket';
import { Moderation } from '@unspoken/server/moderation/service';
import type { Random } from '@unspoken/server/platform/random';
import { Gateway } from '@unspoken/server/platform/socket/gateway';
import { Sockets } from '@unspoken/server/platform/socket/sockets';
import type { Presence } from '@unspoken/server/presence/service';
import { presenceHandlers } from '@unspoken/server/presence/socket';
import { Sessions } from '@unspoken/server/realtime/snapshot';
import { Adversary } from './adversary.ts';
import type { ServerAudit } from './audit.ts';
import type { Chronicle } from './chronicle.ts';
import type { Mutant } from './mutants.ts';
import { mutantMatchmaking, mutantPresence } from './mutants-matchmaking.ts';
import { mutantEncounters, mutantRooms } from './mutants-rooms.ts';
import type { Records } from './records.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SharedParts } from './shared.ts';

export interface SimulatedServerOptions {
  /** What this process shares with others, if there are any. */
  readonly shared: SharedParts;
  readonly durations: Durations;
  readonly mutant: Mutant | undefined;
  readonly records: Records;
  readonly audit: ServerAudit;
  readonly random: Random;
  readonly seeded: SeededRandom;
  readonly chronicle: Chronicle;
  readonly fault: (error: unknown) => string;
}

const comeAnewTopic = 'come anew';

/** One process of the server: the real domains on records that outlive it. Killed, nothing of it ever happens any more. */
export class SimulatedServer {
  readonly gateway: Gateway;
  readonly encounters: Encounters;
  readonly held: RoomRegistry;
  readonly matchmaking: Matchmaking;
  readonly presence: Presence;
  readonly circle: Circle;
  readonly moderation: Moderation;
  readonly #options: SimulatedServerOptions;
  #alive = true;
  #serves = false;

  constructor(options: SimulatedServerOptions) {
    this.#options = options;
    const { shared, durations, mutant, records, audit, random, seeded, fault } = options;
    const { clock, bus, places } = shared;
    const sockets = new Sockets(bus, () => this.gateway);
    const reach = ({ node, accountId, connectionId }: WaitingEntry) => sockets.find(node, { accountId, id: connectionId });
    this.circle = new Circle({
      store: records.circle,
      accounts: { byId: async () => undefined },
      separatedFrom: (accountId) => records.moderation.separatedFrom(accountId),
      clock,
      random,
    });
    this.moderation = new Moderation({
      store: records.moderation,
      clock,
      random,
      part: (tx, by, other) => this.circle.part(tx, by, other),
      stay: async (_, accountIds) => new Set(accountIds),
      hash: (identity) => identity,
      separationsKept: durations.separationsKept,
    });
    const { circle, moderation } = this;
    const matched = (accountId: string) => circle.matched(accountId);
    this.matchmaking = mutantMatchmaking(mutant, {
      clock,
      durations,
      places,
      bus,
      isSignedIn: async () => true,
      objection: async () => undefined,
      standing: async () => undefined,
      metSince: (accountId, since) => records.encounters.metSince(accountId, since),
      separatedFrom: (accountId) => moderation.separatedFrom(accountId),
      matched,
      named: (pool) => pool,
      invited: async () => ({}),
      reach,
      fault,
    });
    const { matchmaking } = this;
    const mayBeDirect = async () => true;
    const roomOptions = {
      clock,
      random,
      durations,
      matchmaking,
      store: records.encounters,
      reach,
      mayBeDirect,
      fault,
    };
    this.held = mutantRooms(mutant, roomOptions, records.encounters, (accountId) => this.gateway.of(accountId));
    this.encounters = mutantEncounters(mutant, {
      bus,
      held: this.held,
      matchmaking,
      clock,
      store: records.encounters,
      circle,
      moderation,
      isGuest: async () => false,
      socketAt: (node, name) => sockets.at(node, name),
      fault,
    });
    this.presence = mutantPresence(mutant, {
      ...{ clock, durations, bus, waiting: () => matchmaking.counts(), matched, fault },
      tell: (connections, event, payload) => {
        for (const connection of connections) connection.send(event, payload);
      },
    });
    circle.subscribe((...both) => matchmaking.eligibilityChanged(...both));
    circle.subscribe((...both) => this.presence.circleChanged(...both));
    moderation.subscribe((...both) => matchmaking.eligibilityChanged(...both));
    const sessions = new Sessions({ encounters: this.encounters, matchmaking, fault });
    this.gateway = new Gateway({
      handlers: [
        ...presenceHandlers(this.presence, clock),
        ...matchmakingHandlers(matchmaking),
        ...encounterHandlers(this.encounters),
      ],
      listeners: [this.presence, matchmaking, this.encounters, sessions],
      fault,
    });
    this.#observe();
    this.presence.start();
    const { held } = this;
    const reconnectSockets = (accountId: string) => {
      this.gateway.evict(accountId, {});
      bus.tellOthers(comeAnewTopic, accountId);
    };
    bus.serve(comeAnewTopic, (accountId: string) => this.gateway.evict(accountId, {}));
    const inheritance = new RoomTakeover({
      clock,
      durations,
      store: records.encounters,
      held,
      matchmaking,
      mayBeDirect,
      reconnectSockets,
    });
    void shared.join({ held, inheritance, matchmaking, encounters: this.encounters }).then(() => {
      if (!this.#alive) return;
      this.#serves = true;
      new Adversary({ gateway: this.gateway, audit, time: clock, random: seeded });
    }, fault);
  }

  /** Whether people can come to it. */
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

  /** The process is gone from one instant to the next. */
  kill(): void {
    this.#alive = false;
    this.#options.shared.leave();
  }

  /** The audit keeps its own books of what is decided and acknowledged. */
  #observe(): void {
    const { held, matchmaking, circle, moderation } = this;
    const { audit, chronicle, shared } = this.#options;
    const { node } = shared.bus;
    const open = held.open.bind(held);
    held.open = async (roomID, first, second, mayMeet) => {
      audit.opening(first, second, (accountId) => held.current(accountId) !== undefined);
      const opened = await open(roomID, first, second, mayMeet);
      if (!opened || !audit.store.rows.has(roomID)) return opened;
      audit.opened(roomID, first, second, node);
      chronicle.note('world', `${roomID}: ${first.accountId} and ${second.accountId}, who came, are paired`);
      return opened;
    };
    const [adopt, join] = [held.adopt.bind(held), held.join.bind(held)];
    held.adopt = (row, ...sides) => {
      audit.involves(row.roomID, node);
      adopt(row, ...sides);
    };
    held.join = (connection, roomID, after) => {
      audit.involves(roomID, connection.node ?? node);
      return join(connection, roomID, after);
    };
    const send = held.send.bind(held);
    held.send = (connection, message) => {
      const row = audit.store.rows.get(message.roomID);
      const receiver = row?.a === connection.accountId ? 2 : row?.b === connection.accountId ? 1 : undefined;
      const answer = send(connection, message);
      if (receiver) audit.accepted(message.roomID, receiver, `${node} ${message.n ?? 0}`);
      if (message.name !== 'icecandidate') chronicle.note(connection.accountId, `says ${message.name}`);
      return answer;
    };
    const media = held.reportMedia.bind(held);
    held.reportMedia = (connection, roomID) => {
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
