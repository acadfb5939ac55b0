import { setTimeout as wait } from 'node:timers/promises';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import { type PushService, startPushService } from '@unspoken/testing/push-service/push-service';
import pg from 'pg';
import { durations } from './durations.ts';
import type { Fault } from './faults/fault.ts';
import { WaitingPerson } from './waiting-person.ts';

/** Calls follow one another sooner than as shipped, and nobody stops waiting. */
const timing = { ...durations, firstRing: 1_000, nextRing: 2_000, ringLife: 60_000, pairingTimeout: 300_000 };
/** How long calls are made before the fault, and how soon two people are to be paired who can be, ms. */
const [before, soonPaired] = [4_000, 5_000];
/** How long everything takes to come to rest: a request to a push service takes 5 s at most, ms. */
const rest = 8_000;

export interface CallsReport {
  /** How long after the end of the fault the next call arrived, ms; undefined if none did within `bound` and its patience. */
  readonly called: number | undefined;
  /** Members who were called, and messages that arrived. */
  readonly calls: number;
  readonly messages: number;
  readonly wrong: readonly string[];
  readonly logs: string;
}

interface Options {
  /** How many members ask to be called. Each may be called once a day. */
  readonly asking: number;
  /** What happens while they are called; the push service and its endpoints are at hand. */
  readonly fault: (service: PushService, endpoints: readonly string[]) => Fault;
}

/** A member with a browser that push reaches. */
class Member extends WaitingPerson {
  endpoint = '';

  /** What a member does who asks to be called: `wishes` are their switches, and their hours and number. */
  async ask(service: PushService, wishes: { readonly on: boolean; readonly quiet: readonly [from: number, to: number] }) {
    const { endpoint, p256dh, auth } = service.subscribe();
    this.endpoint = endpoint;
    const [quietFrom, quietTo] = wishes.quiet;
    const answers = [
      await this.call('notifications/requests', { experienceTypes: wishes.on ? ['oneminute'] : [] }),
      await this.call('notifications/settings', { quietFrom, quietTo, dailyCap: 1 }),
      await this.call('notifications/subscriptions', { endpoint, p256dh, auth }),
    ];
    for (const { ok, error } of answers) if (!ok) throw new Error(`asking to be called was answered ${error}`);
  }
}

/**
 * Four people wait who may not meet one another, while members are called for them by push and something fails. Among the members are
 * some whom nobody may call: in their quiet hours, with the switch off, or separated from all who wait.
 */
export async function runCalls({ asking, fault }: Options): Promise<CallsReport> {
  const service = await startPushService();
  const installation = await Installation.start(3, {
    DURATIONS: JSON.stringify(timing),
    PUSH_HOSTS: service.origin,
  });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  database.on('error', () => {});
  const people: WaitingPerson[] = [];
  try {
    const { nodes } = installation;
    const anyOrigin = () => nodes[Math.floor(Math.random() * nodes.length)]?.origin ?? '';
    const join = async <P extends WaitingPerson>(
      count: number,
      Person: new (...of: ConstructorParameters<typeof WaitingPerson>) => P,
    ) => {
      const joined = (await enrol(database, count)).map((identity) => new Person(anyOrigin, identity));
      people.push(...joined);
      return joined;
    };
    const waiting = await join(4, WaitingPerson);
    const couple = await join(2, WaitingPerson);
    const called = await join(asking, Member);
    const [quiet, off, separated] = [await join(8, Member), await join(8, Member), await join(8, Member)];
    const hour = new Date().getUTCHours();
    const allowed = { on: true, quiet: [0, 0] } as const;
    const wishes = [
      ...[...called, ...separated].map((member) => ({ member, ...allowed })),
      ...quiet.map((member) => ({ member, on: true, quiet: [(hour + 23) % 24, (hour + 2) % 24] as const })),
      ...off.map((member) => ({ member, ...allowed, on: false })),
    ];
    // In any order: those who may not be called are to come first as often as last.
    for (const { member, ...wish } of shuffled(wishes)) await member.ask(service, wish);
    await separate(database, waiting, [...waiting, ...separated, ...couple]);
    // The couple may wait for a while, too, and members may be called for them.
    await separate(database, couple, separated);

    for (const each of [...waiting, ...couple]) each.arrive();
    for (const each of waiting) each.connect();
    await wait(before);
    const arrived = () => called.reduce((sum, { endpoint }) => sum + service.received(endpoint).length, 0);
    const { bound, run } = fault(
      service,
      called.map(({ endpoint }) => endpoint),
    );
    const progress = watch(arrived);
    const healed = await run(installation);
    const next = await soon(healed + bound, () => progress.grewAfter(healed) !== undefined).then(() =>
      progress.grewAfter(healed),
    );
    progress.stop();
    // Whatever becomes of the calls, those who can meet do.
    for (const each of couple) each.connect();
    const paired = await soon(Date.now() + bound + soonPaired, () => couple.every(({ hasMet }) => hasMet));
    for (const each of waiting) each.leave();
    await wait(rest);

    const rings = await ringsOf(database);
    const none = [...quiet, ...off, ...separated];
    return {
      called: next === undefined ? undefined : Math.max(0, Math.round(next - healed)),
      calls: rings.size,
      messages: arrived(),
      wrong: [
        ...nodes.flatMap(({ endedByItself }) => endedByItself),
        ...(paired === undefined ? ['two people who could meet did not'] : []),
        ...waiting.filter(({ hasMet }) => hasMet).map(() => 'somebody met a person from whom they are separated'),
        ...called.flatMap((each) => twice(service, each, rings)),
        ...none
          .filter(({ accountId, endpoint }) => rings.has(accountId) || service.requests(endpoint) > 0)
          .map(whyNot(quiet, off)),
        ...service.refusals.map((each) => `a message to the push service was refused: ${each}`),
      ],
      logs: nodes.map(({ name, said }) => `--- ${name}\n${said.slice(-4_000)}`).join('\n'),
    };
  } finally {
    for (const each of people) each.leave();
    await database.end();
    await installation.stop();
    await service.close();
  }
}

const whyNot = (quiet: readonly Member[], off: readonly Member[]) => (each: Member) =>
  quiet.includes(each)
    ? 'somebody was called in their quiet hours'
    : off.includes(each)
      ? 'somebody was called who has not asked for it'
      : 'somebody was called for a person from whom they are separated';

/** What is wrong with the calls of a member who may be called once: each is recorded first, and sent once at most. */
function twice(service: PushService, { accountId, endpoint }: Member, rings: ReadonlyMap<string, readonly string[]>): string[] {
  const [recorded, sent] = [rings.get(accountId) ?? [], service.requests(endpoint)];
  const unknown = service.received(endpoint).filter(({ payload }) => !recorded.includes(JSON.parse(payload).ringID));
  return [
    ...(recorded.length > 1 ? [`somebody was called ${recorded.length} times on a day, and may be once`] : []),
    ...(sent > recorded.length ? [`${sent} messages were sent for ${recorded.length} calls`] : []),
    ...unknown.map(() => 'a message was sent for a call that is not recorded'),
  ];
}

/** The ids of the calls of each account. */
async function ringsOf(database: pg.Pool): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await database.query<{ account_id: string; ids: string[] }>(
    'select account_id, array_agg(id::text) as ids from ring group by account_id',
  );
  return new Map(rows.map(({ account_id, ids }) => [account_id, ids]));
}

/** Separates each of these people from each of the others. */
async function separate(database: pg.Pool, some: readonly WaitingPerson[], others: readonly WaitingPerson[]): Promise<void> {
  const pairs = some.flatMap((one) => others.map((other) => [one.accountId, other.accountId].toSorted()));
  await database.query(
    `insert into separation (one, other, at, by_one) select distinct one, other, now(), true
     from unnest($1::uuid[], $2::uuid[]) as pair (one, other) where one < other`,
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  );
}

/** Notes how a count grows. `grewAfter`: when it first did after an instant, epoch ms. */
function watch(count: () => number) {
  const samples: { readonly at: number; readonly count: number }[] = [];
  const timer = setInterval(() => samples.push({ at: Date.now(), count: count() }), 50);
  return {
    grewAfter(instant: number): number | undefined {
      const until = samples.findLast(({ at }) => at <= instant)?.count ?? 0;
      return samples.find((each) => each.at > instant && each.count > until)?.at;
    },
    stop: () => clearInterval(timer),
  };
}

const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((each) => ({ each, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each);

/** When something was so, epoch ms; undefined if it was not by `deadline`. */
async function soon(deadline: number, isSo: () => boolean): Promise<number | undefined> {
  while (!isSo()) {
    if (Date.now() > deadline) return undefined;
    await wait(50);
  }
  return Date.now();
}
