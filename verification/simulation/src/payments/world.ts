import { RefundFailed } from '@unspoken/server/payments/refunds';
import { ProviderRefusal, ProviderUnavailable } from '@unspoken/server/payments/service';
import { SeededRandom } from '../seeded-random.ts';
import { stepsAtOnce, VirtualTime } from '../virtual-time.ts';
import { Watch } from './audit.ts';
import { auditAtRest } from './audit-at-rest.ts';
import type { ComparedTables } from './compared-with-database.ts';
import type { PaymentMutant } from './mutants.ts';
import { plant } from './mutants.ts';
import { calm, Outside, stormy } from './outside.ts';
import { Person } from './person.ts';
import { memoryTables, PaymentProcess, type Tables } from './process.ts';
import { Society } from './society.ts';
import type { Surroundings } from './surroundings.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Without faults everything comes to rest: a debit takes five days to settle. */
const rest = 8 * day;

export interface WorldOptions {
  readonly seed: number;
  readonly people: number;
  readonly days: number;
  readonly mutant?: PaymentMutant | undefined;
  readonly compared?: ComparedTables | undefined;
}

export class BrokenPromise extends Error {
  readonly promise: string;
  constructor(promise: string, message: string) {
    super(message);
    this.promise = promise;
  }
}

/** What has happened in a world, so that one in which nothing happens proves nothing. */
export interface Tally {
  lives: number;
  charges: number;
  renewals: number;
  refunds: number;
  disputes: number;
  bounces: number;
  places: number;
  pauses: number;
  crashes: number;
  webhooks: number;
  /** How often somebody who tried out cards was refused. */
  triedOut: number;
}

/** Some people who live with the product for some hundred days, over two processes, while everything goes wrong. */
export class PaymentWorld implements Surroundings {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
  readonly outside: Outside;
  readonly society: Society;
  readonly tables: Tables;
  readonly people: Person[] = [];
  readonly processes: (PaymentProcess | undefined)[] = [];
  /** Charges that their holders have made at a keyboard. */
  readonly paidByHand = new Set<string>();
  readonly #options: WorldOptions;
  readonly #watch: Watch;
  isHealed = false;
  crashes = 0;
  /** Since when nothing has gone wrong. */
  calmSince: number;
  #broken: BrokenPromise | undefined;
  #ids = 0;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.tables = options.compared?.tables ?? memoryTables();
    const random = new SeededRandom(options.seed);
    this.random = random;
    this.time = new VirtualTime(Date.UTC(2026, 0, 1) + this.random.between(0, 365 * day));
    this.calmSince = this.time.now();
    this.outside = new Outside(this.time, this.random.fork());
    this.outside.weather = { ...stormy };
    this.outside.deliver = async (payload, signature) =>
      (await this.anyProcess()?.payments.signals.receive(payload, signature)) ?? false;
    this.society = new Society(this.time);
    this.society.onJob = (id) => this.time.after(random.around(second), () => void this.#work(this.anyProcess(), id));
    this.outside.onStandstill = (customer) => this.#actMeanwhile(customer);
    this.#watch = new Watch(this);
    this.outside.onSubscriptions = () => this.#watch.oneSubscription();
    plant(options.mutant, this);
    for (const nth of [0, 1]) this.#start(nth);
    for (let i = 0; i < options.people; i++) this.people.push(new Person(this, this.random.fork(), uuidOf(0, i)));
    this.#rememberOtherMode();
  }

  readonly id = (): string => uuidOf(1, ++this.#ids);

  anyProcess(): PaymentProcess | undefined {
    const alive = this.processes.filter((each) => each !== undefined && each.standsUntil <= this.time.now());
    return alive.length === 0 ? undefined : this.random.pick(alive);
  }

  /** What a process reports as its own fault; one that nothing outside of it explains is a broken promise. */
  fault(error: unknown, where = 'a process'): void {
    if (error instanceof RefundFailed) return;
    // What is disputed, or was returned by the bank, cannot be given back: a person looks at it.
    if (error instanceof ProviderRefusal && ['charge_disputed', 'charge_not_refundable'].includes(error.code)) return;
    const { name, message, stack } = error as Error;
    this.broken('no fault', `${where}: ${name}: ${message}\n${stack?.split('\n').slice(1, 6).join('\n')}`);
  }

  #triedOut = 0;
  cardsTried(): void {
    this.#triedOut++;
  }

  broken(promise: string, message: string): void {
    this.#broken ??= new BrokenPromise(promise, message);
  }

  /** Every process does within a minute what it does every minute. */
  lookSoon(): void {
    for (const nth of this.processes.keys())
      this.time.after(this.random.between(second, minute), () => void this.#minute(this.processes[nth]));
  }

  /** Lives it, lets it come to rest, and audits it. Throws `BrokenPromise`. */
  async live(): Promise<Tally> {
    for (const person of this.people) person.begin();
    this.#begin();
    await this.#until(this.time.now() + this.#options.days * day);
    this.#heal();
    await this.#until(this.time.now() + rest);
    this.outside.freeze();
    for (let looks = 0; looks < 2 || (looks < 4 && this.#hasJustAsked()); looks++) {
      this.lookSoon();
      await this.#until(this.time.now() + 10 * minute);
    }
    let isAudited = false;
    void auditAtRest(this)
      .catch((error: unknown) => this.fault(error, 'the audit'))
      .finally(() => {
        isAudited = true;
      });
    await this.#while(() => !isAudited);
    if (this.#broken) throw this.#broken;
    return this.#tally();
  }

  /** Whether something was asked of the provider so lately that nobody has looked since: a membership has come to its end in these minutes. */
  #hasJustAsked(): boolean {
    const since = this.time.now() - 10 * minute;
    const isNew = ({ doneAt, acceptedAt }: { doneAt: Date | null; acceptedAt: Date }) =>
      doneAt === null && acceptedAt.getTime() > since;
    return this.tables.payments.requests.where(isNew).length > 0;
  }

  /** Somebody has paid for a membership with the test keys of an earlier installation: it is none here, and none of its money is. */
  #rememberOtherMode(): void {
    const at = new Date(this.time.now());
    const other = {
      providerAccount: 'acct_1:test',
      createdAt: at,
      firstPaidAt: at,
      paidUntil: new Date(this.time.now() + 999 * day),
    };
    const ids = {
      id: this.id(),
      accountId: this.people[0]?.id ?? '',
      payerId: this.id(),
      paymentId: this.id(),
      subscriptionRef: null,
    };
    void this.tables.transactions.run((tx) => this.tables.rows.add(tx, { ...other, ...ids, cents: 500, nextCents: 500 }));
  }

  #begin(): void {
    const { random } = this;
    this.#often(
      () => random.between(10 * hour, 30 * hour),
      () => this.lookSoon(),
    );
    this.#often(
      () => random.between(8 * hour, 20 * hour),
      () => this.#watch.look(),
    );
    this.#often(
      () => random.around(60 * day),
      () => this.#goAway(),
    );
    this.#often(
      () => random.around(25 * day),
      () => this.#crash(),
    );
    this.#often(
      () => random.around(15 * day),
      () => void this.#payOut(),
    );
    this.#often(
      () => random.around(30 * day),
      () => void this.#decideDispute(),
    );
    this.#often(
      () => random.around(90 * day),
      () => void this.#failRefund(),
    );
    this.#renewals();
  }

  /** Repeats until the world heals. */
  #often(delay: () => number, act: () => void): void {
    this.time.after(delay(), () => {
      if (this.isHealed) return;
      act();
      this.#often(delay, act);
    });
  }

  /** Lets happen what is due at the provider, at its time, and looks at it within a minute. */
  #renewals(): void {
    const wait = Math.max(minute, Math.min(this.outside.nextDue - this.time.now(), 6 * hour));
    this.time.after(wait, () => {
      const isDue = this.outside.nextDue <= this.time.now();
      if (isDue) void this.outside.catchUp();
      this.#renewals();
    });
  }

  #heal(): void {
    this.isHealed = true;
    this.outside.weather = { ...calm };
    for (const nth of this.processes.keys()) if (!this.processes[nth]) this.#start(nth);
    const tick = () => {
      this.lookSoon();
      this.time.after(4 * hour, tick);
    };
    tick();
  }

  #start(nth: number): void {
    const { tables, outside, society, time, random, id } = this;
    const skew = random.between(-10 * minute, 10 * minute);
    const process = new PaymentProcess({ tables, outside, society, time, skew, id, fault: (error) => this.fault(error) });
    this.processes[nth] = process;
    plant(this.#options.mutant, this, process);
    this.lookSoon();
  }

  async #minute(process: PaymentProcess | undefined): Promise<void> {
    if (!process || process.isDead || process.standsUntil > this.time.now()) return;
    for (const { id } of this.society.jobs.all()) await this.#work(process, id);
    await process.minute().catch((error: unknown) => this.fault(error));
  }

  /** Does a job; one that fails is tried again. */
  async #work(process: PaymentProcess | undefined, id: string): Promise<void> {
    const job = this.society.jobs.get(id);
    if (!process || !job) return;
    try {
      await process.run(job);
      this.society.jobs.delete((each) => each.id === id);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) this.fault(error, 'a job');
    }
  }

  #goAway(): void {
    this.outside.weather.isAway = true;
    const back = () => {
      this.outside.weather.isAway = false;
      this.calmSince = this.time.now();
      this.lookSoon();
    };
    this.calmSince = Number.POSITIVE_INFINITY;
    this.time.after(this.random.between(minute, 2 * day), () => (this.isHealed ? undefined : back()));
  }

  /** While what a process has read of somebody grows old, they do something. */
  #actMeanwhile(customer: string | undefined): void {
    const { payers, owners } = this.tables.payments;
    const payer = customer === undefined ? undefined : payers.find(({ customerRef }) => customerRef === customer);
    const person = this.people.find(({ id }) => payer !== undefined && owners.get(payer.id)?.accountId === id);
    const act = this.random.pick(['price', 'cancel', 'resume', 'recover'] as const);
    if (person) this.time.after(this.random.between(second, minute), () => void person.perform(act));
  }

  #crash(): void {
    const nth = this.random.pick([...this.processes.keys()]);
    const process = this.processes[nth];
    if (!process) return;
    process.isDead = true;
    this.processes[nth] = undefined;
    this.crashes++;
    this.time.after(this.random.between(second, 20 * minute), () => {
      if (!this.processes[nth]) this.#start(nth);
    });
  }

  async #payOut(): Promise<void> {
    const payout = await this.outside.act((engine) => engine.payOut());
    if (payout && this.random.chance(0.3))
      this.time.after(this.random.between(hour, day), () => void this.outside.act((engine) => engine.failPayout(payout.id)));
  }

  async #decideDispute(): Promise<void> {
    const open = this.outside.state.all('dispute').find(({ status }) => status !== 'won' && status !== 'lost');
    const outcome = this.random.pick(['won', 'lost'] as const);
    if (open) await this.outside.act((engine) => engine.closeDispute(open.id, outcome));
  }

  async #failRefund(): Promise<void> {
    const done = this.outside.state.all('refund').filter(({ status }) => status === 'succeeded');
    if (done.length > 0) await this.outside.act((engine) => engine.failRefund(this.random.pick(done).id));
  }

  async #until(end: number): Promise<void> {
    this.time.after(end - this.time.now(), () => {});
    await this.#while(() => this.time.now() < end);
  }

  /** Runs virtual time, in turns of the event loop: microtasks can be emptied only outside of them. */
  async #while(goesOn: () => boolean): Promise<void> {
    const { compared } = this.#options;
    const isRunning = () => goesOn() && !this.#broken;
    while (isRunning()) {
      if (compared) await this.#stepWith(compared);
      else await stepsAtOnce(() => isRunning() && this.time.step(), 500);
    }
    if (this.#broken) throw this.#broken;
  }

  /** A step of virtual time, and everything that it makes the database do. */
  async #stepWith({ pending, difference }: ComparedTables): Promise<void> {
    this.time.step();
    let quiet = 0;
    while (quiet < 2) {
      await new Promise((resume) => setImmediate(resume));
      quiet = pending() > 0 ? 0 : quiet + 1;
    }
    const found = difference();
    if (found) this.broken('memory is PostgreSQL', found);
  }

  #tally(): Tally {
    const { state } = this.outside;
    const paid = this.tables.payments.rows.where(({ paidAt }) => paidAt !== null);
    return {
      ...{
        lives: this.people.length,
        charges: paid.length,
        crashes: this.crashes,
        webhooks: this.outside.webhooks,
        triedOut: this.#triedOut,
      },
      renewals: paid.filter(({ kind }) => kind === 'renewal').length,
      refunds: state.all('refund').length,
      disputes: state.all('dispute').length,
      bounces: this.tables.payments.rows.where(({ bouncedAt }) => bouncedAt !== null).length,
      places: this.tables.places.rows.where(({ kind }) => kind === 'solidarity').length,
      pauses: this.tables.rows.paused.all().length,
    };
  }
}

/** An id by its kind and number: the same in each run. */
const uuidOf = (kind: number, n: number): string => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
