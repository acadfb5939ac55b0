import { shippedDurations } from '@unspoken/contract/durations';
import type { RoomBegin } from '@unspoken/contract/encounters';
import { durationsInRoom } from '@unspoken/contract/room-durations';
import type { TabMemory } from '@unspoken/encounter/ports';
import { Agreement, noMinuteInTwoTabs } from './agreement.ts';
import { ServerAudit } from './audit.ts';
import { BothSides } from './both-sides.ts';
import { Chronicle } from './chronicle.ts';
import { EndAudit } from './end-audit.ts';
import { disturb, type FaultKind } from './faults.ts';
import { type Installation, type InstallationOptions, ManyProcesses, OneProcess } from './installation.ts';
import { mutatedPayload, mutatedPeer, mutatedTabs, mutateLine } from './mutants-clients.ts';
import { Names } from './names.ts';
import { overHttp, rough, SimulatedSocket, steady } from './network.ts';
import { PeerWorld } from './peer-model.ts';
import { SimulatedPerson } from './person.ts';
import { callsAfterwards } from './person-calls.ts';
import { type Records, recordsOf } from './records.ts';
import type { Lua } from './redis/lua.ts';
import type { ScriptedPage } from './scripted-page.ts';
import { isShutDown, type ScriptedStore } from './scripted-store.ts';
import { SeededRandom } from './seeded-random.ts';
import { SimulatedServer } from './server.ts';
import { Standstill } from './standstill.ts';
import { tabMemory } from './tab-memory.ts';
import { settleNow, VirtualTime } from './virtual-time.ts';
import { Windows } from './windows.ts';
import { WorldGatherings } from './world-gatherings.ts';
import { WorldLooking } from './world-looking.ts';
import type { WorldOptions } from './world-options.ts';
import { WorldScripts } from './world-scripts.ts';

/** How often conditions that may last for seconds are checked, ms; invariants of every instant are checked after every step. */
const looksEvery = 200;

/** A whole Unspoken in virtual time: the real server domains and the real charts, on modelled connections and devices. */
export class SimulatedWorld {
  readonly time = new VirtualTime(Date.UTC(2026, 0, 1));
  readonly durations = shippedDurations;
  readonly audit: ServerAudit;
  readonly chronicle: Chronicle;
  readonly standstill: Standstill;
  readonly #records: Records;
  readonly #random: SeededRandom;
  readonly #options: WorldOptions;
  readonly #tab: ReturnType<typeof mutatedTabs>;
  readonly #installation: Installation;
  readonly #agreement: Agreement;
  readonly #ends: EndAudit;
  readonly #peers: PeerWorld;
  /** Where there are experiences besides the minute. */
  readonly #scripts: WorldScripts | undefined;
  /** Where gatherings take place. */
  readonly gatherings: WorldGatherings | undefined;
  readonly #people = new Set<SimulatedPerson>();
  readonly #windows: Windows | undefined;
  readonly #looking: WorldLooking;
  readonly #socketOf = new Map<SimulatedPerson, SimulatedSocket>();
  readonly #accounts = new Set<string>();
  readonly #bothSides: BothSides;
  readonly #names = new Names();
  #reports = 0;
  #faultsOn = true;
  #linesChanged = true;
  /** True until the first step: processes are still starting, in promises that no step waits for. */
  #isNew = true;
  #statesChanged = false;
  /** When people are checked next. */
  #looksAt = 0;
  fault: unknown;
  readonly #violated = (error: unknown): void => {
    this.fault ??= error;
  };
  crashes = 0;

  /** `lua` runs the Redis scripts; required with several processes. */
  constructor(options: WorldOptions, kept: Records = recordsOf(options), lua?: Lua) {
    this.#options = options;
    if (options.windows) this.#windows = new Windows(options.mutant, this.#violated);
    this.#tab = mutatedTabs(options.mutant);
    this.#random = new SeededRandom(options.seed);
    this.#peers = new PeerWorld(this.time, this.#random.fork());
    this.#records = kept;
    const parts = { time: this.time, note: (what: string) => this.chronicle.note('world', what), violated: this.#violated };
    if (options.experiences)
      this.#scripts = new WorldScripts({ ...options, ...parts, records: kept.encounters as ScriptedStore });
    if (options.gatherings)
      this.gatherings = new WorldGatherings({ ...options, time: this.time, durations: this.durations, records: kept });
    this.#looking = new WorldLooking({ ...options, ...parts, durations: this.durations, records: kept });
    this.standstill = new Standstill(options.seed, () => this.time.now());
    this.chronicle = new Chronicle(() => this.time.now(), options.chronicle ?? false);
    this.audit = new ServerAudit({
      ...{ now: () => this.time.now(), durations: this.durations, store: this.#records.encounters },
      ...{ isShared: (options.processes ?? 1) > 1, gatherings: this.gatherings?.audit, welcoming: this.#looking.welcoming },
      isHeldUp: (accountId) => this.#ends.isHeldUp(accountId),
      ended: (roomID, row, nodes) => {
        this.#ends.check(roomID, row, nodes);
        this.#scripts?.audit.ended(roomID, row);
      },
    });
    this.#bothSides = new BothSides(this.#records.encounters);
    const installation = this.#install(lua);
    this.#installation = installation;
    this.#agreement = new Agreement({
      ...{ now: () => this.time.now(), installation, store: this.#records.encounters },
      socketOf: (person) => this.#socketOf.get(person),
    });
    this.#ends = new EndAudit({
      ...{ now: () => this.time.now(), installation, isRough: options.rough, faults: options.faults },
      people: () => this.#people,
      connectionDuration: ({ versionId, length }) =>
        durationsInRoom(this.durations, { script: this.#scripts?.stored.version(versionId)?.script, length }).connectionDuration,
      steadyFor: (person, nodes) => this.#agreement.steadyFor(person, nodes),
    });
    for (let i = 0; i < options.people; i++) this.#arrive(`person-${i}`);
    this.#scheduleTrouble();
  }

  /** Confirmed rooms that have ended. */
  get encounters(): number {
    return [...this.audit.store.rows.values()].filter(({ end, confirmedAt }) => end && confirmedAt !== undefined).length;
  }

  /** Undisturbed minutes, for which exact times could be required of both sides. */
  get exact(): number {
    return this.#bothSides.exact;
  }

  get now(): number {
    return this.time.now();
  }

  /** Runs virtual time until a promise that needs it has settled. */
  async #runUntil<T>(answer: Promise<T>): Promise<T> {
    let isThere = false;
    const settled = answer.finally(() => {
      isThere = true;
    });
    while (!isThere) await this.step();
    return settled;
  }

  /** Up to `most` steps of time, with all checks after each; returns how many there were. Throws the first violation. */
  async steps(most: number, until = Number.POSITIVE_INFINITY): Promise<number> {
    let done = 0;
    if (this.#records.atWork || !settleNow || this.#isNew) {
      this.#isNew = false;
      for (; done < most && this.time.now() < until; done++) await this.step();
      return done;
    }
    // In a separate turn of the event loop: `settleNow` can empty the microtask queue only outside a promise callback.
    await new Promise<void>((resolve, reject) => {
      setImmediate(() => {
        try {
          for (; done < most && this.time.now() < until; done++) {
            this.standstill.passing(this.time.step());
            settleNow?.();
            this.#look();
          }
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return done;
  }

  /** One step of time, then all checks. Throws the first violation. */
  async step(): Promise<void> {
    this.standstill.passing(this.time.step());
    // Everything the step has triggered runs in promises already resolved, so it is done before the next tick.
    await new Promise((resume) => process.nextTick(resume));
    for (let work = this.#records.atWork?.(); work; work = this.#records.atWork?.()) {
      await this.standstill.during(work);
      await new Promise((resume) => process.nextTick(resume));
    }
    this.#look();
  }

  #look(): void {
    const installation = this.#installation;
    // A violation often causes an error as well: the violation is what is reported.
    const broken = this.#records.violation?.() ?? this.audit.violation ?? this.fault;
    if (broken) throw broken;
    const looks = this.time.now() >= this.#looksAt;
    if (looks) this.#looksAt = this.time.now() + looksEvery;
    if (installation.servers.length > 0) this.audit.check(installation, looks);
    if (this.audit.violation) throw this.audit.violation;
    this.#noteWhoIsGone();
    if (looks) this.#lookAtPeople();
    if (this.#statesChanged) noMinuteInTwoTabs(this.#people);
    this.#statesChanged = false;
  }

  /** What people see and believe may be wrong for seconds without a violation. */
  #lookAtPeople(): void {
    this.#scripts?.audit.look(this.#installation.servers);
    const waiting = this.#installation.waiting();
    const steadyFor = (person: SimulatedPerson) => this.#agreement.steadyFor(person);
    if (!this.#options.rough) this.#looking.look(this.#people, steadyFor);
    for (const person of this.#people) {
      person.check();
      // A rough connection may have lost the message that would have informed them.
      if (!this.#options.rough) this.#agreement.check(person, waiting);
    }
  }

  #noteWhoIsGone(): void {
    if (!this.#linesChanged) return;
    this.#linesChanged = false;
    const here = new Set<string>();
    for (const [{ accountId }, socket] of this.#socketOf) if (socket.isConnected()) here.add(accountId);
    this.#agreement.noteWhoIsHere(here, this.#accounts);
  }

  close(): void {
    this.#installation.close();
  }

  /** Ends all faults: everything must come to rest. */
  heal(): void {
    this.#faultsOn = false;
    this.chronicle.note('world', 'no more trouble');
    for (const person of this.#people) this.#socketOf.get(person)?.connect();
  }

  /** Checks the conservation laws once the world is at rest. Throws the first violation. */
  async conserve(): Promise<void> {
    // A person who has just arrived or left may or may not be counted.
    const [surely, perhaps] = [new Set<string>(), new Set<string>()];
    for (const person of this.#people) {
      const settled = Math.min(this.#agreement.steadyFor(person), this.time.now() - person.since) > 10_000;
      if (person.state !== 'absent' && settled) surely.add(person.accountId);
      if (person.state !== 'absent' || !settled) perhaps.add(person.accountId);
    }
    const bounds: [number, number] = [surely.size, perhaps.size];
    for (const { circle, presence } of this.#installation.servers)
      await this.audit.conserve(this.#accounts, circle, (await this.#runUntil(presence.counts())).general, bounds);
    this.#looking.conserve();
    if (this.audit.violation) throw this.audit.violation;
  }

  #install(lua: Lua | undefined): Installation {
    const { mutant, processes = 1 } = this.#options;
    const { time, durations, audit } = this;
    const fault = (error: unknown) => {
      // Expected: Redis is unavailable, or it has lost its state and the database refuses a second room (23505).
      const isExpected = ['unavailable', '23505'].includes((error as { code?: string }).code ?? '');
      if (isShutDown(error)) return 'fault';
      if (!isExpected || this.#installation.calmFor() > 0) this.fault ??= error;
      return 'fault';
    };
    const options: InstallationOptions = {
      ...{ time, durations, mutant, audit, fault },
      id: () => this.#names.next('id'),
      start: (shared) => {
        const random = this.#names.random(this.#random.fork());
        const common = {
          ...{ shared, durations, mutant, audit, random, fault, records: this.#records },
          ...{ chronicle: this.chronicle, experiences: this.#scripts },
          ...{ gatherings: this.gatherings, welcoming: this.#looking.welcoming },
        };
        return new SimulatedServer({ ...common, seeded: this.#random.fork() });
      },
      disturbed: (what, kind, node) => {
        this.chronicle.note('world', what);
        const accountIds = node === undefined ? [] : this.#accountsBy(node);
        const rooms = audit.disturbed(node, accountIds);
        for (const each of node === undefined ? [''] : [...rooms, ...accountIds]) this.#ends.befell(kind, each);
        for (const person of this.#people) person.disturb();
      },
      died: (server) => {
        this.crashes++;
        for (const person of this.#people) if (this.#socketOf.get(person)?.drop(server)) this.#reconnect(person);
      },
      serves: () => {
        for (const person of this.#people) this.#reconnect(person);
      },
    };
    if (processes > 1) return new ManyProcesses(options, processes, lua as Lua, this.#random.fork());
    return new OneProcess({ ...options, closeOrphans: () => void this.#records.encounters.closeOrphans(time.now()) });
  }

  /** The accounts connected to this process. */
  #accountsBy(node: string): string[] {
    return [...this.#socketOf].filter(([, socket]) => socket.node === node).map(([{ accountId }]) => accountId);
  }

  /** Reconnects after a random delay, to any process that accepts connections. */
  #reconnect(person: SimulatedPerson): void {
    const socket = this.#socketOf.get(person);
    this.time.after(this.#random.between(100, 4_000), () => !person.gone && socket?.connect());
  }

  #arrive(accountId: string, tab: TabMemory = this.#tab(accountId, tabMemory())): void {
    const [{ time }, random] = [this, this.#random.fork()];
    this.#accounts.add(accountId);
    const name = this.#names.next('tab');
    const socket = new SimulatedSocket({
      time,
      random: random.fork(),
      server: this.#installation.anyone,
      closedByServer: () => {
        this.audit.observed(() => this.#ends.closedByServer(accountId));
        this.#reconnect(person);
      },
      accountId,
      tab: name,
      nextId: () => this.#names.next('socket'),
      changed: () => {
        this.#linesChanged = true;
      },
      tamper: (event, payload) => mutatedPayload(this.#options.mutant, event, payload, accountId),
      sent: (connection, event, payload) => {
        if (event === 'matchmakerEvent')
          this.chronicle.note(accountId, `receives ${JSON.stringify(payload)} by ${connection.id}`);
        this.audit.sent(connection, event, payload);
        if (event === 'room:intro' || event === 'room:begin')
          this.audit.observed(() => this.#scripts?.audit.sent(event, payload as RoomBegin));
      },
      note: (what) => this.chronicle.note(accountId, `${what} in ${name}`),
    });
    const http = overHttp({ time, random, isRough: this.#options.rough, server: this.#installation.anyone });
    socket.line = this.#options.rough ? rough : { ...steady, delay: random.between(5, 60) };
    mutateLine(this.#options.mutant, socket, accountId, this.audit.store);
    const mayReport = () => this.#reports < this.#options.people - 2 && ++this.#reports > 0;
    let page: ScriptedPage | undefined;
    const looking = this.#looking.page(random, accountId);
    const peer = this.#peers.port(accountId, name, (isSending) => page?.sends(isSending));
    const person = new SimulatedPerson({
      time,
      random,
      ...{ durations: this.durations, patient: this.#options.patient ?? false, accountId, socket },
      peer: mutatedPeer(this.#options.mutant, looking.watched(peer), time),
      looking,
      window: this.#windows?.page(random, accountId),
      scripted: (clock, skew) => {
        page = this.#scripts?.page({ accountId, skew, http, clock });
        return page;
      },
      gathers: () => this.gatherings?.connects(),
      frameAt: () => this.#peers.frameAt(name),
      seesFor: () => this.#peers.seesFor(name),
      tab,
      freshID: () => this.#names.next('request'),
      skew: random.pick([0, 0, -86_400_000, 600_000, 3_000]),
      ...callsAfterwards({ accountId, http, random, mayReport }),
      storyCompleted: (story) => this.#bothSides.add(story, person.audit),
      note: (what) => {
        this.#statesChanged = true;
        this.chronicle.note(accountId, `${what} in ${name}`);
      },
      violated: this.#violated,
    });
    this.#people.add(person);
    this.#socketOf.set(person, socket);
    time.after(random.between(0, 3_000), () => socket.connect());
  }

  /** Disturbs connections, paths, tabs and processes at random. */
  #scheduleTrouble(): void {
    const random = this.#random.fork();
    const { faults } = this.#options;
    if (faults.length === 0) return;
    const targets = {
      people: () => [...this.#people],
      socketOf: (person: SimulatedPerson) => this.#socketOf.get(person),
      after: (delay: number, run: () => void) => void this.time.after(delay, run),
      note: (who: string, what: string) => this.chronicle.note(who, what),
      befell: (kind: FaultKind, accountId: string) => this.#ends.befell(kind, accountId),
      paths: () => [...this.#peers.handles.values()],
      secondTab: (accountId: string) => {
        if ([...this.#people].filter((each) => each.accountId === accountId).length < 2) this.#arrive(accountId);
      },
      close: (person: SimulatedPerson, after: number) => this.#replace(person, undefined, after),
      reload: (person: SimulatedPerson, after: number) => this.#replace(person, tabMemory(person.tab), after),
      installation: this.#installation,
    };
    const trouble = () => {
      if (!this.#faultsOn) return;
      disturb(targets, faults, random);
      this.time.after(random.around(this.#options.trouble), trouble);
    };
    this.time.after(10_000, trouble);
  }

  /** The page is closed, and the same person returns after a while, in the same tab or in another. */
  #replace(person: SimulatedPerson, tab: TabMemory | undefined, after: number): void {
    for (const each of this.#people) if (each.roomID !== undefined && each.roomID === person.roomID) each.disturb();
    person.vanish();
    this.#people.delete(person);
    this.#socketOf.delete(person);
    this.#linesChanged = true;
    this.time.after(after, () => this.#arrive(person.accountId, tab));
  }
}
