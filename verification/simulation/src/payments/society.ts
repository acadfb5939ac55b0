import type { Account, Accounts } from '@unspoken/server/accounts/service';
import type { Suspension } from '@unspoken/server/membership/chart';
import type { MembershipMailsOptions } from '@unspoken/server/membership/mails';
import type { Conduct } from '@unspoken/server/membership/services';
import type { ReceiptMailOptions } from '@unspoken/server/payments/receipt-mail';
import type { Database } from '@unspoken/server/platform/database/database';
import { MemoryTable } from '@unspoken/server/platform/memory-tables';
import type { VirtualTime } from '../virtual-time.ts';

export interface Mail {
  readonly id: string;
  readonly at: number;
  readonly kind: string;
  readonly accountId: string;
  readonly link: string;
}
interface Job {
  readonly id: string;
  readonly kind: string;
  readonly data: object;
}
export interface Sanction {
  readonly accountId: string;
  readonly since: number;
  /** Infinite for a ban. */
  readonly until: number;
  readonly reversedAt?: number;
}

type AccountServices = Pick<Accounts, 'known' | 'byId' | 'lock' | 'write'>;

/** The accounts, their standing, their mailboxes and the jobs: what payments need of other domains, in memory. */
export class Society {
  readonly people = new MemoryTable<Pick<Account, 'id' | 'email' | 'addressKey' | 'language' | 'createdAt'>>(({ id }) => id);
  readonly mails = new MemoryTable<Mail>(({ id }) => id);
  readonly jobs = new MemoryTable<Job>(({ id }) => id);
  readonly sanctions: Sanction[] = [];
  readonly #time: VirtualTime;
  /** Called with the id of a job that is posted, before its transaction ends. */
  onJob = (_id: string): void => {};
  #ids = 0;
  constructor(time: VirtualTime) {
    this.#time = time;
  }

  add(id: string): void {
    const address = this.addressOf(id);
    this.people.insert({ id, email: address, addressKey: address, language: 'en', createdAt: new Date(this.#time.now()) });
  }

  addressOf(id: string): string {
    return `${id}@example.org`;
  }

  remove(tx: Database, id: string): void {
    this.people.delete((each) => each.id === id, tx);
  }

  isSuspended(accountId: string): boolean {
    return this.#sanctionsOf(accountId).some(
      ({ since, until, reversedAt }) => this.#time.now() >= since && this.#time.now() < Math.min(until, reversedAt ?? until),
    );
  }

  isBanned(accountId: string): boolean {
    return this.#sanctionsOf(accountId).some(({ until }) => until === Number.POSITIVE_INFINITY);
  }

  suspend(accountId: string, time: number): void {
    this.sanctions.push({ accountId, since: this.#time.now(), until: this.#time.now() + time });
  }

  /** The last suspension is reversed on appeal; false if there is none that lasts. */
  reverse(accountId: string): boolean {
    const last = this.sanctions.findLastIndex((each) => each.accountId === accountId);
    const sanction = this.sanctions[last];
    if (!sanction || sanction.reversedAt !== undefined || !this.isSuspended(accountId) || this.isBanned(accountId)) return false;
    this.sanctions[last] = { ...sanction, reversedAt: this.#time.now() };
    return true;
  }

  readonly accounts: AccountServices = {
    known: async (id) => this.people.get(id) as Account,
    byId: async (id) => this.people.get(id) as Account | undefined,
    lock: async (_, id) => this.people.get(id) as Account | undefined,
    write: async (tx, { id }, { kind, link = '' }) => this.#mail(tx, kind, id, link),
  };

  readonly conduct: Conduct = {
    suspendedAmong: async (ids) => new Set(ids.filter((id) => this.isSuspended(id))),
    standing: async (id) => ({ conduct: this.isBanned(id) ? 'banned' : 'good' }),
    reversedSuspensions: async (id) => this.#sanctionsOf(id).flatMap((each): Suspension[] => suspensionOf(each)),
  };

  readonly mailTemplates: ReceiptMailOptions['mailTemplates'] & MembershipMailsOptions['mailTemplates'] = {
    phrase: (_, key) => key,
    post: async (tx, { kind, concerns, link = '' }) => this.#mail(tx, kind, concerns[0] ?? '', link),
  };

  postJob(tx: Database, job: Omit<Job, 'id'>): void {
    const id = `job ${++this.#ids}`;
    this.jobs.insert({ ...job, id }, tx);
    this.onJob(id);
  }

  #mail(tx: Database, kind: string, accountId: string, link: string): void {
    this.mails.insert({ id: `mail ${++this.#ids}`, at: this.#time.now(), kind, accountId, link }, tx);
  }

  #sanctionsOf(accountId: string): Sanction[] {
    return this.sanctions.filter((each) => each.accountId === accountId);
  }
}

const suspensionOf = ({ since, until, reversedAt }: Sanction): Suspension[] =>
  reversedAt === undefined ? [] : [{ since: new Date(since), until: new Date(Math.min(reversedAt, until)) }];
