import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';

/** How often a process sends a sign of life if nothing has changed, and after what silence its people no longer count, ms. */
const keepAlive = 2_000;
const lease = 8_000;

/** What one process sends to all others: who has come and gone since its last update, or all of its people. */
interface Update {
  readonly seq: number;
  readonly came: readonly string[];
  readonly left: readonly string[];
  readonly all?: boolean;
}

interface Neighbour {
  readonly people: Set<string>;
  seq: number;
  heardAt: number;
}

/**
 * Who is present on the other processes: accounts, or other names of what is present. Each process sends the others who has come and gone; a process that has missed an
 * update asks for the whole list, and a process that is silent for the length of the lease is forgotten with all its people.
 */
export class RemotePresence {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #topics: { readonly here: string; readonly ask: string };
  readonly #neighbours = new Map<string, Neighbour>();
  /** On how many other processes each account is present. */
  readonly #count = new Map<string, number>();
  /** The accounts that the other processes have been sent as present here. */
  readonly #sent = new Set<string>();
  #seq = 0;
  #sentAt = 0;

  /** `subject` keeps the messages of several instances apart. */
  constructor(bus: Bus, clock: Clock, subject = 'presence') {
    this.#bus = bus;
    this.#clock = clock;
    this.#topics = { here: `${subject} here`, ask: `${subject} ask` };
    const topics = this.#topics;
    bus.serve(topics.here, (update: Update, from) => this.#receive(update, from));
    bus.serve(topics.ask, (_: unknown, from) =>
      bus.send(from, topics.here, { seq: this.#seq, came: [...this.#sent], left: [], all: true } satisfies Update),
    );
  }

  has(accountId: string): boolean {
    return this.#count.has(accountId);
  }

  /** Everybody present on the other processes, once. */
  get all(): Iterable<string> {
    return this.#count.keys();
  }

  /** How many people are present here and on the other processes together. */
  with(here: ReadonlySet<string>): number {
    let people = this.#count.size;
    for (const accountId of here) if (!this.#count.has(accountId)) people++;
    return people;
  }

  /** Sends the other processes who of `changed` has come or gone, given who is `here` now; forgets silent processes. */
  publish(here: ReadonlySet<string>, changed: Iterable<string>): void {
    const now = this.#clock.now();
    for (const [node, { heardAt }] of this.#neighbours) if (now - heardAt > lease) this.#forget(node);
    const came: string[] = [];
    const left: string[] = [];
    for (const each of changed) if (here.has(each) !== this.#sent.has(each)) (here.has(each) ? came : left).push(each);
    for (const each of came) this.#sent.add(each);
    for (const each of left) this.#sent.delete(each);
    const isNews = came.length > 0 || left.length > 0;
    if (!isNews && now - this.#sentAt < keepAlive) return;
    if (isNews) this.#seq++;
    this.#sentAt = now;
    this.#bus.broadcast(this.#topics.here, { seq: this.#seq, came, left } satisfies Update);
  }

  /** Reports to the other processes that nobody is here any more. */
  leave(): void {
    this.publish(new Set(), [...this.#sent]);
  }

  #receive({ seq, came, left, all }: Update, from: string): void {
    const known = this.#neighbours.get(from);
    const isNews = came.length > 0 || left.length > 0;
    if (!all && (!known || seq !== known.seq + (isNews ? 1 : 0))) {
      if (known) known.heardAt = this.#clock.now();
      this.#bus.send(from, this.#topics.ask, {});
      return;
    }
    if (all) this.#forget(from);
    const neighbour = this.#neighbours.get(from) ?? { people: new Set<string>(), seq, heardAt: 0 };
    this.#neighbours.set(from, neighbour);
    neighbour.seq = seq;
    neighbour.heardAt = this.#clock.now();
    for (const each of came) if (!neighbour.people.has(each)) this.#add(neighbour, each);
    for (const each of left) if (neighbour.people.delete(each)) this.#drop(each);
  }

  #forget(node: string): void {
    for (const each of this.#neighbours.get(node)?.people ?? []) this.#drop(each);
    this.#neighbours.delete(node);
  }

  #add({ people }: Neighbour, accountId: string): void {
    people.add(accountId);
    this.#count.set(accountId, (this.#count.get(accountId) ?? 0) + 1);
  }

  #drop(accountId: string): void {
    const left = (this.#count.get(accountId) ?? 0) - 1;
    if (left > 0) this.#count.set(accountId, left);
    else this.#count.delete(accountId);
  }
}
