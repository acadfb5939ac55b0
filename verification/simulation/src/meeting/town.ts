import { shippedDurations as durations } from '@unspoken/contract/durations';
import { type MatchmakerEvent, matchmakerEvents } from '@unspoken/contract/matchmaking';
import { type Ring, switchOf } from '@unspoken/contract/notifications';
import { type RendezvousNews, type RendezvousOffer, rendezvousPatience, rendezvousWindow } from '@unspoken/contract/rendezvous';
import type { WaitingEntry } from '@unspoken/server/matchmaking/service';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import { Habits } from '../gatherings/habits.ts';
import { SeededRandom } from '../seeded-random.ts';
import { VirtualTime } from '../virtual-time.ts';
import { CallAudit } from './audit.ts';
import { type Arrangement, Domains, type People, type Planted, pool } from './domains.ts';
import * as human from './people.ts';
import { Person, type Request, type Visit } from './person.ts';

export interface TownOptions {
  readonly seed: number;
  /** Visitors a day. */
  readonly daily: number;
  readonly rates: human.Rates;
  readonly arrangement: Arrangement;
  /** How many days pass before visits are counted, and on how many they are. */
  readonly days: { readonly before: number; readonly counted: number };
  readonly planted?: Planted;
}

/** What became of the visits that count, and how much was done for them. */
export interface Figures {
  visits: number;
  met: number;
  calls: number;
  answers: number;
  made: number;
  /** Connect requests at a rendezvous, and how many of them led to an encounter; the same for calls that were answered. */
  came: number;
  cameAndMet: number;
  answeredAndMet: number;
}

/** A rendezvous lies at most two days ahead, and hardly ever more than one; another may follow it. */
export const daysAfter = 3;
/** From the call to a rendezvous to the connect request nobody takes longer than until its last moment. */
const lastMoment = 1_000;

/** One town in virtual time: the real domains, and people who visit, wait, agree to come, are called and answer. */
export class SimulatedTown implements People {
  readonly figures: Figures = {
    ...{ visits: 0, met: 0, calls: 0, answers: 0, made: 0 },
    ...{ came: 0, cameAndMet: 0, answeredAndMet: 0 },
  };
  readonly problems: string[] = [];
  readonly #audit = new CallAudit();
  readonly #options: TownOptions;
  readonly #time = new VirtualTime(human.firstDay);
  readonly #visitors: SeededRandom;
  readonly #askersRandom: SeededRandom;
  readonly #habits: Habits;
  readonly #domains: Domains;
  readonly #people = new Map<string, Person>();
  readonly #askers: Person[] = [];
  readonly #connections = new Map<string, Connection>();
  /** The requests in the queue. */
  readonly #waiting = new Set<Request>();
  #names = 0;

  constructor(options: TownOptions) {
    this.#options = options;
    const random = new SeededRandom(options.seed);
    const coming = random.fork();
    [this.#visitors, this.#askersRandom] = [random.fork(), random.fork()];
    this.#habits = new Habits(random.fork());
    this.#domains = new Domains({
      ...{ time: this.#time, people: this, arrangement: options.arrangement, planted: options.planted ?? {} },
      name: (kind) => this.#name(kind),
      fault: (error) => this.problems.push(String(error)),
    });
    this.#settle(random.fork());
    this.#expect(human.arrivals(options.daily, coming));
  }

  /** Runs the town to the end of what is counted. */
  async run(): Promise<this> {
    const { before, counted } = this.#options.days;
    const end = human.startOfDay(before + counted + daysAfter);
    while (this.#time.now() < end && this.#time.step()) await new Promise((resume) => process.nextTick(resume));
    this.problems.push(...this.#audit.problems);
    return this;
  }

  #settle(random: SeededRandom): void {
    for (let i = 0; i < this.#options.daily * human.askersPerVisitor; i++) {
      const asker = this.#add(random.fork(), true);
      for (const other of this.#askers) if (random.chance(human.separated)) asker.separateFrom(other);
      this.#askers.push(asker);
      this.#domains.bells.add(asker.accountId, asker.zone, switchOf(pool));
      this.#audit.asks(asker);
    }
  }

  #add(random: SeededRandom, isAsker: boolean): Person {
    const person = new Person(this.#name(isAsker ? 'asker' : 'newcomer'), random, isAsker);
    this.#people.set(person.accountId, person);
    return person;
  }

  #expect(arrivals: Generator<number, never>): void {
    const at = arrivals.next().value;
    this.#time.after(at - this.#time.now(), () => {
      this.#visit(at);
      this.#expect(arrivals);
    });
  }

  #visit(at: number): void {
    const { before, counted } = this.#options.days;
    // One generator for each visit: what becomes of one does not change who comes next.
    const random = this.#visitors.fork();
    const asker = this.#askers[Math.floor(random.next() * this.#askers.length)];
    const isAsker = random.chance(human.visitsOfAskers) && asker && !asker.isBusy;
    const person = isAsker ? asker : this.#add(random.fork(), false);
    const isCounted = at >= human.startOfDay(before) && at < human.startOfDay(before + counted);
    const visit: Visit = { isCounted, hasMet: false };
    if (isCounted) this.figures.visits++;
    this.#connect(person, human.patience(random), { visit });
  }

  /** Waits until paired, or until patience ends. */
  #connect(person: Person, patience: number, { visit, isPatient = false }: { visit?: Visit; isPatient?: boolean } = {}): void {
    const connection = this.#open(person.accountId);
    const request: Request = {
      ...{ person, visit, connection, clickID: this.#name('request'), until: this.#time.now() + patience },
      ...{ since: this.#time.now(), isPatient, isPaired: false, isOver: false },
    };
    person.request = request;
    this.#audit.differs(person);
    // These are passed over meanwhile.
    for (const accountId of person.apart) this.#audit.differs(this.#person(accountId));
    this.#send(request, isPatient ? Number.POSITIVE_INFINITY : durations.pairingTimeout);
    this.#time.after(patience, () => this.#giveUp(request));
  }

  #open(accountId: string): Connection {
    const send: Connection['send'] = (_, event) => {
      const { type, error } = event as MatchmakerEvent;
      if (type === matchmakerEvents.connectFailed) this.problems.push(`${accountId} was refused with ${error}`);
    };
    const connection = { id: this.#name('socket'), accountId, sessionId: '', tab: '', send, close: () => {} };
    this.#connections.set(connection.id, connection);
    return connection;
  }

  /** The client pauses after a minute and goes on by itself, unless the person knows that they are early. */
  #send(request: Request, pausesAfter: number): void {
    const { connection, clickID } = request;
    this.#waiting.add(request);
    this.#watch(this.#domains.matchmaking.connect(connection, { pool, noRepeat: false, clickID }));
    if (request.until - this.#time.now() <= pausesAfter) return;
    this.#time.after(pausesAfter, () => {
      if (request.isPaired || request.isOver) return;
      this.#stopWaiting(request);
      this.#watch(this.#domains.matchmaking.pause(connection, clickID));
      this.#time.after(durations.keepWaiting, () => {
        if (!request.isOver) this.#send(request, pausesAfter);
      });
    });
  }

  #giveUp(request: Request): void {
    const { person, visit, connection, clickID } = request;
    if (request.isPaired || request.isOver) return;
    this.#stopWaiting(request);
    this.#watch(this.#domains.matchmaking.cancel(connection, clickID));
    this.#end(request);
    if (visit) this.#watch(this.#unmet(person, visit));
  }

  #stopWaiting(request: Request): void {
    if (this.#waiting.delete(request)) this.#audit.stopped(this.#time.now());
  }

  #end(request: Request): void {
    request.isOver = true;
    request.person.request = undefined;
    this.#connections.delete(request.connection.id);
  }

  /** Somebody has met nobody, and is offered a rendezvous. */
  async #unmet(person: Person, visit: Visit): Promise<void> {
    const { arrangement, rates } = this.#options;
    if (!arrangement.rendezvous || !person.random.chance(rates.takes)) return;
    const offers = await this.#domains.rendezvous.offers(person.accountId, 'anyone');
    const chosen = chosenOf(offers, person.random);
    const { rendezvous, most } = await this.#domains.rendezvous.list(person.accountId);
    if (!chosen || rendezvous.length >= most) return;
    await this.#domains.rendezvous.make(person.accountId, chosen.startsAt, 'anyone');
    this.figures.made++;
    person.planned.set(chosen.startsAt, visit);
    this.#sweepFor(chosen.startsAt);
  }

  #sweepFor(startsAt: number): void {
    // Source: requirements/waits 2.4, 2.5.
    for (const before of [900_000, 120_000]) this.#domains.sweepAfter(startsAt - before);
  }

  notified(accountId: string, { news, id, startsAt, instead }: RendezvousNews): void {
    const person = this.#person(accountId);
    const visit = person.planned.get(startsAt);
    if (!visit) return void this.problems.push(`${accountId} is called to a rendezvous that they have not made`);
    if (news === 'call') this.#comes(person, visit, startsAt);
    else if (instead && person.random.chance(this.#options.rates.takes))
      this.#watch(this.#move(person, id, startsAt, instead.startsAt));
  }

  async #move(person: Person, id: string, from: number, to: number): Promise<void> {
    await this.#domains.rendezvous.move(person.accountId, id, to);
    const visit = person.planned.get(from);
    person.planned.delete(from);
    if (visit) person.planned.set(to, visit);
    this.#sweepFor(to);
  }

  #comes(person: Person, visit: Visit, startsAt: number): void {
    person.planned.delete(startsAt);
    const [comes, delay] = [person.random.chance(this.#options.rates.comes), human.untilAnswer(person.random)];
    if (!comes) return;
    const latest = startsAt + rendezvousWindow - lastMoment - this.#time.now();
    this.#time.after(Math.min(delay, latest), () => {
      if (person.isBusy) return;
      this.figures.came++;
      this.#connect(person, rendezvousPatience, { visit, isPatient: true });
    });
  }

  called(accountId: string): void {
    this.figures.calls++;
    this.#audit.called(this.#person(accountId), this.#waiters(), this.#time.now());
  }

  rung(accountId: string, { ringID }: Ring): void {
    const person = this.#person(accountId);
    this.#audit.handedOver(person, this.#waiters(), this.#time.now());
    const [answers, delay] = [this.#askersRandom.chance(this.#options.rates.answers), human.untilAnswer(this.#askersRandom)];
    if (!answers) return;
    this.#time.after(delay, () => {
      if (person.isBusy) return;
      this.figures.answers++;
      this.#watch(this.#domains.bellStore.answer(ringID, accountId, new Date(this.#time.now())));
      this.#connect(person, human.patience(this.#askersRandom));
    });
  }

  #waiters() {
    return [...this.#waiting].map(({ person, since }) => ({ person, since }));
  }

  paired(roomID: string, ...entries: readonly [WaitingEntry, WaitingEntry]): void {
    const pairedAt = this.#time.now();
    const requests = entries.map(({ accountId }) => this.#person(accountId).request as Request);
    for (const request of requests) {
      request.isPaired = true;
      this.#stopWaiting(request);
    }
    this.#time.after(this.#habits.greeting(), () => {
      for (const entry of entries) this.#domains.matchmaking.waits.ended(entry, 'met', pairedAt);
      for (const request of requests) this.#hasMet(request);
      this.#meet(roomID, entries, requests);
    });
  }

  #hasMet({ visit, isPatient }: Request): void {
    if (isPatient) this.figures.cameAndMet++;
    if (!visit) this.figures.answeredAndMet++;
    if (visit?.isCounted && !visit.hasMet) this.figures.met++;
    if (visit) visit.hasMet = true;
  }

  #meet(roomID: string, entries: readonly WaitingEntry[], requests: readonly Request[]): void {
    const [one, other] = requests.map(({ person }) => person) as [Person, Person];
    const ready = Math.max(this.#habits.untilReady(true), this.#habits.untilReady(true));
    this.#time.after(ready, () => one.meets(other, this.#time.now()));
    this.#time.after(ready + this.#habits.encounter(), () => {
      const exits = entries.map(({ accountId, clickID }) => ({ accountId, finishes: clickID }));
      this.#watch(this.#domains.matchmaking.release(roomID, ...exits));
      for (const request of requests) this.#end(request);
    });
  }

  reach = (connectionId: string) => this.#connections.get(connectionId);
  metSince = (accountId: string, since: number) => this.#person(accountId).metSince(since);
  separatedFrom = (accountId: string) => [...this.#person(accountId).apart];
  zoneOf = (accountId: string) => this.#person(accountId).zone;
  hasPage = (accountId: string) => this.#person(accountId).hasPage;
  acknowledges = () => this.#askersRandom.chance(human.acknowledges);

  #person(accountId: string): Person {
    return this.#people.get(accountId) as Person;
  }

  #name(kind: string): string {
    return `${kind}-${++this.#names}`;
  }

  #watch(promise: Promise<unknown>): void {
    promise.catch((error) => this.problems.push(String(error)));
  }
}

/** Of the quarters offered one with most others; people have no preference among equal ones. */
function chosenOf(offers: readonly RendezvousOffer[], random: SeededRandom): RendezvousOffer | undefined {
  const most = Math.max(...offers.map(({ others }) => others));
  return offers.length === 0 ? undefined : random.pick(offers.filter(({ others }) => others === most));
}
