import { shippedDurations } from '@unspoken/contract/durations';
import type { TabMemory } from '@unspoken/encounter/ports';
import { MemoryCircleStore } from '@unspoken/server/circle/memory-store';
import { Circle } from '@unspoken/server/circle/service';
import type { Encounters } from '@unspoken/server/encounters/service';
import { encounterDoors } from '@unspoken/server/encounters/socket';
import type { Matchmaking } from '@unspoken/server/matchmaking/service';
import { matchmakingDoors } from '@unspoken/server/matchmaking/socket';
import { MemoryModerationStore } from '@unspoken/server/moderation/memory-store';
import { Moderation } from '@unspoken/server/moderation/service';
import { Gateway } from '@unspoken/server/platform/socket/gateway';
import { Presence } from '@unspoken/server/presence/service';
import { presenceDoors } from '@unspoken/server/presence/socket';
import { Sessions } from '@unspoken/server/session/service';
import { Adversary } from './adversary.ts';
import { ServerAudit, Violation } from './audit.ts';
import { rough, SimulatedSocket, steady } from './network.ts';
import { PeerWorld } from './peer-model.ts';
import { SimulatedPerson } from './person.ts';
import type { Story } from './person-audit.ts';
import { type Plant, plantedEncounters, plantedMatchmaking, plantedPool, plantedStore, tampered } from './plants.ts';
import { Random } from './random.ts';
import { VirtualTime } from './virtual-time.ts';

export interface WorldOptions {
  readonly seed: number;
  readonly people: number;
  readonly plant: Plant | undefined;
  /** Whether the lines lose, repeat and reorder messages, beyond what a websocket does. */
  readonly rough: boolean;
  /** Mean time between two faults, ms. */
  readonly trouble: number;
}

/** Within so many ms of a room's end both sides know of it, if their lines are good. */
const agreedWithin = 8_000;

/** A whole Unspoken in virtual time: the real server domains and the real charts, on modelled lines and devices. */
export class SimulatedWorld {
  readonly time = new VirtualTime(Date.UTC(2026, 0, 1));
  readonly durations = shippedDurations;
  readonly audit: ServerAudit;
  readonly circle: Circle;
  readonly moderation: Moderation;
  readonly #random: Random;
  readonly #options: WorldOptions;
  readonly #gateway: Gateway;
  readonly #encounters: Encounters;
  readonly #matchmaking: Matchmaking;
  readonly #presence: Presence;
  readonly #pool;
  readonly #peers: PeerWorld;
  readonly #people = new Set<SimulatedPerson>();
  readonly #accounts = new Set<string>();
  readonly #stories = new Map<string, Story>();
  #names = 0;
  #reports = 0;
  #faultsOn = true;
  fault: unknown;
  /** Minutes in which nothing was disturbed, so that exact times could be demanded of both sides. */
  exact = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#peers = new PeerWorld(this.time, this.#random.fork());
    const { time, durations } = this;
    const store = plantedStore(options.plant);
    this.audit = new ServerAudit({ now: () => time.now(), durations, store });
    const fault = (error: unknown) => {
      this.fault ??= error;
      return 'fault';
    };
    const connection = (accountId: string, id: string) => this.#gateway.find(accountId, id);
    const chances = this.#random.fork();
    const chance = {
      id: () => this.#name('id'),
      secret: () => `${this.#name('room')}-${Math.floor(chances.next() * 1e9)}`,
      digits: (count: number) => String(Math.floor(chances.next() * 10 ** count)).padStart(count, '0'),
    };
    const circles = new MemoryCircleStore();
    this.circle = new Circle({ store: circles, accounts: { byId: async () => undefined }, clock: time, chance });
    this.moderation = new Moderation({ store: new MemoryModerationStore(), clock: time, chance });
    this.#pool = this.audit.pool(plantedPool(options.plant));
    const matchmaking = plantedMatchmaking(options.plant, {
      clock: time,
      durations,
      pool: this.#pool,
      objection: async () => undefined,
      metSince: (accountId, since) => store.metSince(accountId, since),
      separatedFrom: (accountId) => this.moderation.separatedFrom(accountId),
      matched: (accountId) => this.circle.matched(accountId),
      invited: async () => ({}),
      isGuest: async () => false,
      connection,
      present: (accountId) => this.#gateway.of(accountId).length > 0,
      fault,
    });
    this.#matchmaking = matchmaking;
    const { circle, moderation } = this;
    const isGuest = async () => false;
    const mayBeDirect = async () => true;
    const records = { store, circle, moderation, isGuest };
    const encounterOptions = { clock: time, chance, durations, matchmaking, ...records, connection, mayBeDirect, fault };
    this.#encounters = plantedEncounters(options.plant, encounterOptions, store, (accountId) => this.#gateway.of(accountId));
    this.#observeOpenings();
    this.#observeMessages();
    const matched = (accountId: string) => circle.matched(accountId);
    this.#presence = new Presence({ clock: time, durations, waiting: () => matchmaking.counts(), matched, fault });
    circle.follow((one, other) => matchmaking.companyChanged(one, other));
    circle.follow((one, other) => this.#presence.circleChanged(one, other));
    moderation.follow((one, other) => matchmaking.companyChanged(one, other));
    const sessions = new Sessions({ encounters: this.#encounters, matchmaking, fault });
    this.#gateway = new Gateway({
      doors: [...presenceDoors(this.#presence, time), ...matchmakingDoors(matchmaking), ...encounterDoors(this.#encounters)],
      followers: [this.#presence, matchmaking, this.#encounters, sessions],
      fault,
    });
    this.#observeCancels();
    this.#observeFacts();
    this.#presence.start();
    for (let i = 0; i < options.people; i++) this.#arrive(`person-${i}`);
    this.#scheduleTrouble();
    new Adversary({ gateway: this.#gateway, audit: this.audit, time, random: this.#random.fork() });
  }

  /** Confirmed rooms that have ended. */
  get encounters(): number {
    let ended = 0;
    for (const row of this.audit.store.rows.values()) if (row.end && row.confirmedAt !== undefined) ended++;
    return ended;
  }

  get now(): number {
    return this.time.now();
  }

  /** One step of time, then every invariant. Throws the first violation. */
  async step(): Promise<void> {
    this.time.step();
    // All that the step set off runs in promises already resolved: one turn of the loop settles it.
    await new Promise((resume) => setImmediate(resume));
    if (this.fault) throw this.fault;
    await this.audit.check(
      this.#pool,
      (entry) => this.#gateway.find(entry.accountId, entry.connectionId) !== undefined,
      this.#accounts,
      (accountId) => this.#encounters.current(accountId) !== undefined,
    );
    if (this.audit.violation) throw this.audit.violation;
    for (const person of this.#people) {
      person.audit.check(this.time.now(), person.accountId);
      this.#checkAgreement(person);
    }
  }

  /** Nobody is on the way to a minute in a room that has long ended, while a good line could have told them. */
  #checkAgreement(person: SimulatedPerson): void {
    if (this.#options.rough || !['enteringRoom', 'gettingMedia', 'preparing', 'ready'].includes(person.state)) return;
    const row = this.audit.store.rows.get(person.roomID ?? '');
    const steady = this.time.now() - (this.#socketOf.get(person)?.steadySince ?? Number.POSITIVE_INFINITY);
    const ended = row?.end ? this.time.now() - row.end.endedAt : 0;
    if (Math.min(steady, ended) > agreedWithin)
      throw new Violation('A7', `${person.accountId} is still ${person.state} in a room that ended ${Math.round(ended)} ms ago`);
  }

  /** No more trouble: everything must come to rest in the end. */
  heal(): void {
    this.#faultsOn = false;
    for (const person of this.#people) this.#socketOf.get(person)?.connect();
  }

  conserve(): Promise<void> {
    return this.audit.conserve(this.#accounts, this.circle).then(() => {
      if (this.audit.violation) throw this.audit.violation;
    });
  }

  readonly #socketOf = new Map<SimulatedPerson, SimulatedSocket>();

  #arrive(accountId: string, tab: TabMemory = tabMemory()): void {
    const { time } = this;
    const random = this.#random.fork();
    this.#accounts.add(accountId);
    const socket = new SimulatedSocket({
      time,
      random: random.fork(),
      gateway: () => this.#gateway,
      accountId,
      tab: this.#name('tab'),
      nextId: () => this.#name('socket'),
      sent: (connection, event, payload) => this.audit.sent(connection, event, payload),
    });
    socket.line = this.#options.rough ? rough : { ...steady, delay: random.between(5, 60) };
    const wrapped = this.#withPlant(socket, accountId);
    const person = new SimulatedPerson({
      time,
      random,
      durations: this.durations,
      accountId,
      socket: wrapped,
      peers: this.#peers,
      tab,
      skew: random.pick([0, 0, -86_400_000, 600_000, 3_000]),
      circle: (wish, room) =>
        this.#http(random, () => {
          const { afterwards } = this.#encounters;
          if (wish === 'add') return afterwards.addToCircle(accountId, room);
          if (wish === 'remove') return afterwards.removeFromCircle(accountId, room);
          return afterwards.partnerCircle(accountId, room);
        }),
      report: (room) =>
        this.#http(random, async () => {
          if (!this.#mayReport()) throw new Error('there would be nobody left');
          this.#reports++;
          const words = { selectedOptions: ['written signs' as const], reportExplanation: '', noRepeat: random.chance(0.5) };
          await this.#encounters.afterwards.report(accountId, { ...room, ...words } as never);
        }),
      told: (story) => this.#told(story, person),
      violated: (error) => {
        this.fault ??= error;
      },
    });
    this.#people.add(person);
    this.#socketOf.set(person, socket);
    time.after(random.between(0, 3_000), () => socket.connect());
  }

  /** Where a plant tampers with what is on its way to a person. */
  #withPlant(socket: SimulatedSocket, accountId: string): SimulatedSocket {
    const { plant } = this.#options;
    if (plant !== 'each side has its own start') return socket;
    const listen = socket.listen.bind(socket);
    socket.listen = (listener) =>
      listen((event) => {
        if (event.type !== 'start announced') return listener(event);
        const row = this.audit.store.rows.get(event.begin.roomID);
        listener({
          ...event,
          begin: tampered(plant, 'room:begin', event.begin, row?.b === accountId ? 2 : 1) as typeof event.begin,
        });
      });
    return socket;
  }

  #told(story: Story, teller: SimulatedPerson): void {
    const row = this.audit.store.rows.get(story.roomID);
    const written = row?.a === story.accountId ? row?.end?.reasonA : row?.end?.reasonB;
    if (story.steady && row?.end && story.undisturbed && written !== story.reason)
      throw new Violation('A14', `${story.accountId} saw ${story.reason}, the ledger has ${written}`);
    const other = this.#stories.get(story.roomID);
    this.#stories.set(story.roomID, story);
    if (!other) return;
    this.#stories.delete(story.roomID);
    if (story.undisturbed && other.undisturbed && story.startedAt !== undefined) this.exact++;
    teller.audit.compare(story, other);
  }

  /** Breaks lines, paths and people, at random. */
  #scheduleTrouble(): void {
    const random = this.#random.fork();
    const trouble = () => {
      if (!this.#faultsOn) return;
      const person = random.pick([...this.#people]);
      const socket = this.#socketOf.get(person);
      if (person && socket) this.#disturb(person, socket, random);
      this.time.after(random.around(this.#options.trouble), trouble);
    };
    this.time.after(10_000, trouble);
  }

  #disturb(person: SimulatedPerson, socket: SimulatedSocket, random: Random): void {
    const kind = random.next();
    person.disturb();
    if (kind < 0.45) {
      socket.cut(random.chance(0.5));
      this.time.after(random.pick([300, 2_000, 6_000, 9_000, 20_000]), () => !person.gone && socket.connect());
    } else if (kind < 0.65) {
      const peer = random.pick([...this.#peers.handles.values()]);
      for (const each of this.#people)
        if (each.accountId === peer?.owner || each.accountId === peer?.partner()?.owner) each.disturb();
      peer?.cut(random.pick([1_000, 3_000, 8_000, 12_000, 30_000]));
    } else if (kind < 0.8) {
      const [accountId] = [...this.#accounts].slice(Math.floor(random.next() * this.#accounts.size));
      if (accountId) this.#secondTab(accountId);
    } else if (kind < 0.9) this.#replace(person, tabMemory(), random.between(500, 30_000));
    else this.#reload(person, random);
  }

  /** The page is loaded anew in the same tab. */
  #reload(person: SimulatedPerson, random: Random): void {
    const room = person.tab.room();
    const memory = tabMemory();
    memory.remember(room);
    this.#replace(person, memory, random.between(200, 12_000));
  }

  /** The page is gone, and the same person comes back after a while, in this tab or in another. */
  #replace(person: SimulatedPerson, tab: TabMemory, after: number): void {
    for (const each of this.#people) if (each.roomID !== undefined && each.roomID === person.roomID) each.disturb();
    person.vanish();
    this.#people.delete(person);
    this.#socketOf.delete(person);
    const accountId = person.accountId;
    this.time.after(after, () => this.#arrive(accountId, tab));
  }

  #secondTab(accountId: string): void {
    if ([...this.#people].filter((each) => each.accountId === accountId).length < 2) this.#arrive(accountId);
  }

  #observeOpenings(): void {
    const open = this.#encounters.open.bind(this.#encounters);
    this.#encounters.open = async (first, second) => {
      this.audit.opening(first, second, (accountId) => this.#encounters.current(accountId) !== undefined);
      const before = new Set(this.audit.store.rows.keys());
      await open(first, second);
      for (const id of this.audit.store.rows.keys())
        if (!before.has(id)) this.audit.opened(id, first.accountId, second.accountId);
    };
  }

  #observeMessages(): void {
    const send = this.#encounters.send.bind(this.#encounters);
    this.#encounters.send = (connection, message) => {
      const row = this.audit.store.rows.get(message.roomID);
      const receiver = row?.a === connection.accountId ? 2 : row?.b === connection.accountId ? 1 : undefined;
      const answer = send(connection, message);
      if (receiver) this.audit.accepted(message.roomID, receiver, message.n ?? 0);
      return answer;
    };
  }

  /** What was acknowledged about circles and reports goes into the audit's own books. */
  #observeFacts(): void {
    const { circle, moderation, audit } = this;
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
    };
  }

  /** A call over HTTP: it takes its time, and on a rough line it or its answer may be lost. */
  #http<T>(random: Random, act: () => Promise<T>): Promise<T> {
    const { delay, loss } = this.#options.rough ? rough : steady;
    return new Promise((resolve, reject) => {
      const travel = (arrive: () => void) =>
        this.time.after(random.around(delay), () => (random.chance(loss) ? reject(new Error('lost')) : arrive()));
      travel(() => void act().then((answer) => travel(() => resolve(answer)), reject));
    });
  }

  /** Reports separate for ever: some pairs must be left to meet. */
  #mayReport(): boolean {
    return this.#reports < this.#options.people - 2;
  }

  #observeCancels(): void {
    const cancel = this.#matchmaking.cancel.bind(this.#matchmaking);
    this.#matchmaking.cancel = async (connection, clickID) => {
      await cancel(connection, clickID);
      this.audit.cancelled(connection.accountId, clickID);
    };
  }

  #name(kind: string): string {
    return `${kind}-${++this.#names}`;
  }
}

/** What a tab remembers over a reload. */
function tabMemory(): TabMemory {
  let remembered: string | undefined;
  return {
    room: () => remembered,
    remember: (roomID) => {
      remembered = roomID;
    },
  };
}
