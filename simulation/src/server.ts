import type { Durations } from '@unspoken/contract/durations';
import { Circle } from '@unspoken/server/circle/service';
import type { Encounters } from '@unspoken/server/encounters/service';
import { encounterDoors } from '@unspoken/server/encounters/socket';
import type { WaitingEntry } from '@unspoken/server/matchmaking/pool';
import type { Matchmaking } from '@unspoken/server/matchmaking/service';
import { matchmakingDoors } from '@unspoken/server/matchmaking/socket';
import { Moderation } from '@unspoken/server/moderation/service';
import type { Chance } from '@unspoken/server/platform/chance';
import type { Clock } from '@unspoken/server/platform/clock';
import { Gateway } from '@unspoken/server/platform/socket/gateway';
import type { Presence } from '@unspoken/server/presence/service';
import { presenceDoors } from '@unspoken/server/presence/socket';
import { Sessions } from '@unspoken/server/session/service';
import { Adversary } from './adversary.ts';
import type { ServerAudit } from './audit.ts';
import type { Chronicle } from './chronicle.ts';
import type { Plant } from './plants.ts';
import { plantedClock, plantedMatchmaking, plantedPool, plantedPresence } from './plants-matchmaking.ts';
import { plantedEncounters } from './plants-rooms.ts';
import type { Random } from './random.ts';
import type { Records } from './records.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimulatedServerOptions {
  readonly time: VirtualTime;
  readonly durations: Durations;
  readonly plant: Plant | undefined;
  readonly records: Records;
  readonly audit: ServerAudit;
  readonly chance: Chance;
  readonly random: Random;
  readonly chronicle: Chronicle;
  readonly fault: (error: unknown) => string;
}

/** One process of the server: the real domains on records that outlive it. Killed, nothing of it ever happens any more. */
export class SimulatedServer {
  readonly gateway: Gateway;
  readonly encounters: Encounters;
  readonly matchmaking: Matchmaking;
  readonly presence: Presence;
  readonly circle: Circle;
  readonly moderation: Moderation;
  readonly pool;
  /** Everybody who waits just now. */
  readonly waiting: () => readonly WaitingEntry[];
  readonly #options: SimulatedServerOptions;
  #alive = true;

  constructor(options: SimulatedServerOptions) {
    this.#options = options;
    const { durations, plant, records, audit, chance, random, fault, time } = options;
    const clock: Clock = plantedClock(
      plant,
      {
        now: () => time.now(),
        after: (delay, run) => time.after(delay, () => this.#alive && run()),
      },
      durations,
    );
    const connection = (accountId: string, id: string) => this.gateway.find(accountId, id);
    this.circle = new Circle({ store: records.circle, accounts: { byId: async () => undefined }, clock, chance });
    this.moderation = new Moderation({ store: records.moderation, clock, chance });
    const { circle, moderation } = this;
    const matched = (accountId: string) => circle.matched(accountId);
    const pool = plantedPool(plant);
    this.pool = audit.pool(pool);
    this.waiting = () => pool.all();
    this.matchmaking = plantedMatchmaking(plant, {
      clock,
      durations,
      pool: this.pool,
      objection: async () => undefined,
      metSince: (accountId, since) => records.encounters.metSince(accountId, since),
      separatedFrom: (accountId) => moderation.separatedFrom(accountId),
      matched,
      invited: async () => ({}),
      connection,
      present: (accountId) => this.gateway.of(accountId).length > 0,
      fault,
    });
    const { matchmaking } = this;
    const encounterOptions = {
      clock,
      chance,
      durations,
      matchmaking,
      store: records.encounters,
      circle,
      moderation,
      isGuest: async () => false,
      connection,
      mayBeDirect: async () => true,
      fault,
    };
    this.encounters = plantedEncounters(plant, encounterOptions, records.encounters, (accountId) => this.gateway.of(accountId));
    this.presence = plantedPresence(plant, { clock, durations, waiting: () => matchmaking.counts(), matched, fault });
    circle.follow((...both) => matchmaking.companyChanged(...both));
    circle.follow((...both) => this.presence.circleChanged(...both));
    moderation.follow((...both) => matchmaking.companyChanged(...both));
    const sessions = new Sessions({ encounters: this.encounters, matchmaking, fault });
    this.gateway = new Gateway({
      doors: [...presenceDoors(this.presence, clock), ...matchmakingDoors(matchmaking), ...encounterDoors(this.encounters)],
      followers: [this.presence, matchmaking, this.encounters, sessions],
      fault,
    });
    this.#observe();
    this.presence.start();
    new Adversary({ gateway: this.gateway, audit, time: clock, random });
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** The process is gone from one instant to the next. */
  kill(): void {
    this.#alive = false;
  }

  /** The audit keeps its own books of what is decided and acknowledged. */
  #observe(): void {
    const { encounters, matchmaking, circle, moderation } = this;
    const { audit, chronicle } = this.#options;
    const open = encounters.open.bind(encounters);
    encounters.open = async (first, second) => {
      audit.opening(first, second, (accountId) => encounters.current(accountId) !== undefined);
      const before = new Set(audit.store.rows.keys());
      await open(first, second);
      for (const id of audit.store.rows.keys())
        if (!before.has(id)) {
          audit.opened(id, first.accountId, second.accountId);
          chronicle.note('world', `${id}: ${first.accountId} and ${second.accountId}, who came, are paired`);
        }
    };
    const send = encounters.send.bind(encounters);
    encounters.send = (connection, message) => {
      const row = audit.store.rows.get(message.roomID);
      const receiver = row?.a === connection.accountId ? 2 : row?.b === connection.accountId ? 1 : undefined;
      const answer = send(connection, message);
      if (receiver) audit.accepted(message.roomID, receiver, message.n ?? 0);
      if (message.name !== 'icecandidate') chronicle.note(connection.accountId, `says ${message.name}`);
      return answer;
    };
    const media = encounters.reportMedia.bind(encounters);
    encounters.reportMedia = (connection, roomID) => {
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
      await report(filed);
      audit.separated(filed.reporter, filed.reported);
      chronicle.note(filed.reporter, `has reported ${filed.reported}`);
    };
  }
}
