import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';

/** How often a process says that nothing has changed, and after how long without a word its people are not counted any more, ms. */
const sign = 2_000;
const lease = 8_000;

/** What one process tells all others: who has come and gone since it last spoke, or all of its people. */
interface Word {
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

const topics = { here: 'presence here', ask: 'presence ask' };

/**
 * Who is here by the sockets of other processes. Each tells the others who has come and gone; whoever has missed a
 * word asks for all of it, and who says nothing for a while is gone with all its people.
 */
export class RemotePresence {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #neighbours = new Map<string, Neighbour>();
  /** How many other processes have somebody. */
  readonly #count = new Map<string, number>();
  readonly #told = new Set<string>();
  #seq = 0;
  #toldAt = 0;

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus;
    this.#clock = clock;
    bus.serve(topics.here, (word: Word, from) => this.#hear(word, from));
    bus.serve(topics.ask, (_: unknown, from) =>
      bus.tell(from, topics.here, { seq: this.#seq, came: [...this.#told], left: [], all: true } satisfies Word),
    );
  }

  has(accountId: string): boolean {
    return this.#count.has(accountId);
  }

  /** How many people there are here and elsewhere together. */
  with(here: ReadonlySet<string>): number {
    let people = this.#count.size;
    for (const accountId of here) if (!this.#count.has(accountId)) people++;
    return people;
  }

  /** Tells the others who is here now, of those of whom it may have `changed`; and lets go of those who have not been heard of. */
  tell(here: ReadonlySet<string>, changed: Iterable<string>): void {
    const now = this.#clock.now();
    for (const [node, { heardAt }] of this.#neighbours) if (now - heardAt > lease) this.#forget(node);
    const came: string[] = [];
    const left: string[] = [];
    for (const each of changed) if (here.has(each) !== this.#told.has(each)) (here.has(each) ? came : left).push(each);
    for (const each of came) this.#told.add(each);
    for (const each of left) this.#told.delete(each);
    const isNews = came.length > 0 || left.length > 0;
    if (!isNews && now - this.#toldAt < sign) return;
    if (isNews) this.#seq++;
    this.#toldAt = now;
    this.#bus.tellOthers(topics.here, { seq: this.#seq, came, left } satisfies Word);
  }

  /** Tells the others that nobody is here any more. */
  leave(): void {
    this.tell(new Set(), [...this.#told]);
  }

  #hear({ seq, came, left, all }: Word, from: string): void {
    const known = this.#neighbours.get(from);
    const isNews = came.length > 0 || left.length > 0;
    if (!all && (!known || seq !== known.seq + (isNews ? 1 : 0))) {
      if (known) known.heardAt = this.#clock.now();
      this.#bus.tell(from, topics.ask, {});
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
