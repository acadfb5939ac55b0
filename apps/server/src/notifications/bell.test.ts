import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { Pool, PoolType } from '@unspoken/contract/matchmaking';
import type { Ring } from '@unspoken/contract/notifications';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { WaitingEntry } from '../matchmaking/service.ts';
import { Bell } from './bell.ts';
import type { Candidate, SingleCall, Stamp } from './store.ts';

const start = Date.parse('2026-06-10T12:00:00Z');
const [minute, hour] = [60_000, 3_600_000];
const { firstRing, nextRing, ringLife } = durations;

/** Somebody who waits, over members who have asked to be called. The store keeps their stamps as the database does. */
function bed(names: readonly string[]) {
  const clock = new StandingClock(start);
  const asking = new Map<string, Candidate>();
  const later = new Map<string, number>();
  const add = (accountId: string, changed: Partial<Candidate> = {}) =>
    asking.set(accountId, {
      ...{ accountId, quietFrom: 22, quietTo: 8, dailyCap: 3, zone: 'UTC', hasAsked: false },
      ...{ lastRungAt: undefined, rungOn: undefined, rungCount: 0, unanswered: 0, ...changed },
    });
  for (const each of names) add(each);
  const waiting = new Map<string, WaitingEntry>();
  const [busy, gathered, unmeetable, claimedElsewhere] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const [unreachable, pageless, deaf] = [new Set<string>(), new Set<string>(), new Set<string>()];
  /** Those who have been notified that somebody is called for them. */
  const heard: string[] = [];
  const [called, rings, faults]: [string[], Ring[], unknown[]] = [[], [], []];
  const state = { silent: false, away: false, reads: 0 };
  let ids = 0;
  /** The single calls that were delivered. */
  const owed: [accountId: string, SingleCall][] = [];
  const bell = new Bell({
    ...{ node: 'here', clock, durations, fault: (error) => void faults.push(error) },
    random: { id: () => `ring ${++ids}`, secret: () => '', digits: () => '' },
    store: {
      candidates: async (type, { now, only, except, limit }) => {
        state.reads++;
        if (state.away) throw new Error('away');
        if (type.includes(':') !== (only !== undefined)) return [];
        return [...asking.values()]
          .filter(({ accountId }) => !unreachable.has(accountId))
          .filter(({ accountId, hasAsked }) => hasAsked || (later.get(accountId) ?? 0) <= now.getTime())
          .filter(({ accountId }) => !except.includes(accountId) && (only?.includes(accountId) ?? true))
          .toSorted((a, b) => Number(b.hasAsked) - Number(a.hasAsked) || (a.lastRungAt ?? 0) - (b.lastRungAt ?? 0))
          .slice(0, limit);
      },
      defer: async (until) => {
        for (const [accountId, at] of until) later.set(accountId, at);
      },
      reachable: async (accountIds, is) => {
        for (const each of accountIds)
          if (is) unreachable.delete(each);
          else unreachable.add(each);
      },
      claim: async (_: string, candidate: Candidate, { now, notBefore, rungOn, rungCount, unanswered }: Stamp) => {
        if (claimedElsewhere.has(candidate.accountId)) return false;
        later.set(candidate.accountId, notBefore.getTime());
        add(candidate.accountId, { ...candidate, lastRungAt: now.getTime(), rungOn, rungCount, unanswered, hasAsked: false });
        return true;
      },
    },
    matchmaking: {
      waiting: async (accountId) => waiting.get(accountId),
      waitsUnder: async (accountId) => (busy.has(accountId) ? 'a request' : undefined),
      roomOf: async () => undefined,
      couldMeet: async (accountId) => !unmeetable.has(accountId),
    },
    isSilent: () => state.silent,
    inGathering: async () => gathered,
    calling: ({ accountId }) => void heard.push(accountId),
    hasPage: async (accountId) => !pageless.has(accountId),
    deliver: async (accountId, ring, { asked }) => {
      if (deaf.has(accountId)) return false;
      rings.push(ring);
      if (asked) owed.push([accountId, asked]);
      called.push(`${accountId} at ${(clock.now() - start) / 1_000} s`);
      return true;
    },
  });
  const wait = (
    accountId: string,
    { poolType = 'anyone', node = 'here', only }: { poolType?: PoolType; node?: string; only?: string[] } = {},
  ) => {
    const pool: Pool = { experienceType: 'oneminute', poolType, groupSpace: 'open' };
    const now = clock.now();
    const entry = {
      accountId,
      connectionId: '',
      node,
      clickID: `of ${now}`,
      pool,
      queuedAt: now,
      askedAt: now,
      noRepeat: false,
      avoid: {},
      ...(only && { only }),
    };
    waiting.set(accountId, entry);
    bell.entered(entry);
  };
  return {
    clock,
    bell,
    add,
    wait,
    waiting,
    owed,
    busy,
    gathered,
    unmeetable,
    claimedElsewhere,
    unreachable,
    pageless,
    deaf,
    heard,
    called,
    rings,
    faults,
    state,
  };
}

test('[NOT-1] [NOT-15] from 3 s on one member is called every 15 s, for as long as somebody waits', async () => {
  const { clock, wait, waiting, called, heard, rings, faults } = bed(['ann', 'ben', 'cay']);
  wait('zoe');
  await clock.advance(firstRing - 1);
  expect([called, heard]).toEqual([[], []]);
  await clock.advance(1);
  await clock.advance(nextRing - 1);
  expect(called).toEqual(['ann at 3 s']);
  await clock.advance(1);
  expect(called).toEqual(['ann at 3 s', 'ben at 18 s']);
  expect(heard).toEqual(['zoe', 'zoe']);
  expect(rings[1]).toEqual({
    ringID: 'ring 2',
    pool: { experienceType: 'oneminute', poolType: 'anyone' },
    until: clock.now() + ringLife,
  });
  waiting.delete('zoe');
  await clock.advance(10 * minute);
  expect([called.length, faults]).toEqual([2, []]);
});

test('[NOT-14] members with neither a page nor a browser that push reaches are passed over', async () => {
  const { clock, wait, add, pageless, unreachable, called } = bed(['ann', 'ben', 'cay']);
  for (const each of ['ann', 'ben', 'dee']) pageless.add(each);
  add('dee', { pushableFrom: start });
  wait('zoe');
  await clock.advance(firstRing + 3 * nextRing);
  expect(called).toEqual(['cay at 3 s', 'dee at 18 s']);
  expect([...unreachable]).toEqual(['ann', 'ben']);
});

test('[NOT-13] [NOT-14] a member whose push service wants time is put off until then, and stays in reach', async () => {
  const { clock, wait, add, pageless, unreachable, called } = bed([]);
  add('ann', { pushableFrom: start + firstRing + 1 });
  add('ben', { pushableFrom: start + firstRing });
  // She has a page open.
  add('cay', { pushableFrom: start + hour });
  for (const each of ['ann', 'ben']) pageless.add(each);
  wait('zoe');
  await clock.advance(firstRing + 2 * nextRing);
  expect(called).toEqual(['ben at 3 s', 'ann at 18 s', 'cay at 33 s']);
  expect([...unreachable]).toEqual([]);
});

test('[NOT-15] somebody who waits is not notified of a call that reached nobody', async () => {
  const { clock, wait, deaf, heard } = bed(['ann', 'ben']);
  deaf.add('ann');
  wait('zoe');
  await clock.advance(firstRing);
  expect(heard).toEqual([]);
  await clock.advance(nextRing);
  expect(heard).toEqual(['zoe']);
});

test('[NOT-14] a page that opens while its member is being marked is not overlooked', async () => {
  const { clock, wait, pageless, unreachable, called } = bed(['ann']);
  let looks = 0;
  pageless.has = () => looks++ === 0;
  wait('zoe');
  await clock.advance(firstRing);
  expect([[...unreachable], called]).toEqual([[], []]);
  await clock.advance(nextRing);
  expect(called).toEqual(['ann at 18 s']);
});

test('[NOT-1] somebody who connects again within the time between two calls does not bring the next one forward', async () => {
  const { clock, wait, waiting, called } = bed(['ann', 'ben']);
  wait('zoe');
  await clock.advance(firstRing);
  waiting.delete('zoe');
  await clock.advance(nextRing);
  wait('zoe');
  await clock.advance(firstRing);
  expect(called).toEqual(['ann at 3 s', 'ben at 21 s']);
  const other = bed(['ann', 'ben']);
  other.wait('zoe');
  await other.clock.advance(firstRing + 1_000);
  other.wait('zoe');
  await other.clock.advance(nextRing);
  expect(other.called).toEqual(['ann at 3 s', 'ben at 18 s']);
});

test('[NOT-1] at most twelve are called for one person within ten minutes', async () => {
  const { clock, wait, called } = bed(Array.from({ length: 60 }, (_, i) => `member ${i}`));
  wait('zoe');
  await clock.advance(firstRing + 11 * nextRing);
  expect(called.length).toBe(12);
  await clock.advance(10 * minute - 11 * nextRing - 1);
  expect(called.length).toBe(12);
  await clock.advance(nextRing);
  expect(called.length).toBe(13);
});

test('[NOT-1] another process calls for those who wait there, and nobody is called for a stand-in or in a private space', async () => {
  const { clock, bell, wait, waiting, called } = bed(['ann']);
  wait('zoe', { node: 'there' });
  const entry = waiting.get('zoe') as WaitingEntry;
  bell.entered({ ...entry, node: 'here', standsIn: true });
  bell.entered({ ...entry, node: 'here', pool: { ...entry.pool, groupSpace: 'g1' } });
  await clock.advance(minute);
  expect(called).toEqual([]);
});

test('[NOT-2] [NOT-9] many who wait by one process call one member each, in order, and read them together', async () => {
  const members = Array.from({ length: 130 }, (_, i) => `member ${`${i}`.padStart(3, '0')}`);
  const { clock, wait, called, state } = bed(members);
  for (let i = 0; i < 120; i++) wait(`waiter ${i}`);
  await clock.advance(firstRing);
  expect(called.map((each) => each.split(' at ')[0]).toSorted()).toEqual(members.slice(0, 120));
  expect(state.reads).toBeLessThanOrEqual(3);
});

test('[NOT-4] quiet hours that begin after members were read hold for those who are called later', async () => {
  const { clock, wait, called } = bed(['ann', 'ben', 'cay', 'dee']);
  // One second before 22:00.
  await clock.advance(10 * hour - 1_000 - firstRing);
  wait('one');
  await clock.advance(1_500);
  wait('two');
  await clock.advance(minute);
  expect(called).toEqual(['ann at 35999 s']);
});

test('[NOT-2] a member who asked for a single call comes first, then the one who was called longest ago', async () => {
  const { clock, wait, add, called } = bed([]);
  add('ann', { lastRungAt: start - 2 * hour });
  add('ben', { lastRungAt: start - 5 * hour });
  add('cay');
  add('dee', { lastRungAt: start - 90 * minute, hasAsked: true });
  wait('zoe');
  await clock.advance(firstRing + 3 * nextRing);
  expect(called.map((each) => each.split(' ')[0])).toEqual(['dee', 'cay', 'ben', 'ann']);
});

test('[NOT-3] a member who is busy, in a gathering or could not be paired is not called', async () => {
  const { clock, wait, busy, gathered, unmeetable, called } = bed(['ann', 'ben', 'cay', 'dee']);
  busy.add('ann');
  gathered.add('ben');
  unmeetable.add('cay');
  wait('zoe');
  await clock.advance(firstRing + 3 * nextRing);
  expect(called).toEqual(['dee at 3 s']);
  busy.delete('ann');
  await clock.advance(nextRing);
  expect(called).toEqual(['dee at 3 s', 'ann at 63 s']);
});

test('[NOT-3] in a circle only matches are called', async () => {
  const { clock, wait, called } = bed(['ann', 'ben']);
  wait('zoe', { poolType: 'myCircle', only: ['ben'] });
  await clock.advance(minute);
  expect(called).toEqual(['ben at 3 s']);
});

test('[NOT-4] [NOT-5] [NOT-7] quiet hours and the cap hold, except for a single call that was asked for', async () => {
  const { clock, wait, add, called, owed } = bed([]);
  const full = { rungOn: '2026-06-10', rungCount: 3, lastRungAt: start - 3 * hour };
  // It is 22:00 in Tokyo.
  add('ann', { zone: 'Asia/Tokyo', quietFrom: 21 });
  add('ben', full);
  wait('zoe');
  await clock.advance(minute);
  expect(called).toEqual([]);
  add('cay', { zone: 'Asia/Tokyo', quietFrom: 21, hasAsked: true, askedUntil: start + hour });
  await clock.advance(nextRing);
  add('dee', { ...full, hasAsked: true });
  await clock.advance(nextRing);
  expect(called.map((each) => each.split(' ')[0])).toEqual(['cay', 'dee']);
  expect(owed).toEqual([['cay', { type: 'oneminute', until: start + hour }]]);
});

test('[NOT-5] between two calls of one member there is an hour', async () => {
  const { clock, wait, called } = bed(['ann']);
  wait('zoe');
  await clock.advance(firstRing);
  await clock.advance(hour - 1);
  expect(called.length).toBe(1);
  await clock.advance(nextRing);
  expect(called.length).toBe(2);
});

test('[NOT-6] the sixth call in a row without an answer says that they are seldom from now on', async () => {
  const { clock, wait, add, rings } = bed([]);
  add('ann', { unanswered: 4 });
  add('ben', { unanswered: 5 });
  add('cay', { unanswered: 6 });
  wait('zoe');
  await clock.advance(firstRing + 2 * nextRing);
  expect(rings.map(({ isSeldom }) => isSeldom)).toEqual([undefined, true, undefined]);
});

test('[NOT-8] while a gathering takes place in the pool, or connecting is paused, nobody is called', async () => {
  const { clock, wait, state, called } = bed(['ann']);
  state.silent = true;
  wait('zoe');
  await clock.advance(minute);
  expect(called).toEqual([]);
  state.silent = false;
  await clock.advance(nextRing);
  expect(called.length).toBe(1);
});

test('[NOT-9] whom another process has claimed is not called; the next one is', async () => {
  const { clock, wait, claimedElsewhere, called } = bed(['ann', 'ben']);
  claimedElsewhere.add('ann');
  wait('zoe');
  await clock.advance(firstRing);
  expect(called).toEqual(['ben at 3 s']);
});

test('[NOT-1] what fails is tried again with the next call, and a process that ends calls nobody', async () => {
  const { clock, bell, wait, state, called, faults } = bed(['ann', 'ben']);
  state.away = true;
  wait('zoe');
  await clock.advance(firstRing);
  expect([called, faults.length]).toEqual([[], 1]);
  state.away = false;
  await clock.advance(nextRing);
  expect(called).toEqual(['ann at 18 s']);
  bell.stop();
  await clock.advance(minute);
  expect(called.length).toBe(1);
});

test('[NOT-1] nobody is called before somebody has waited for 3 s, also after a request that they have cancelled', async () => {
  const { clock, wait, waiting, called } = bed(['ann']);
  wait('zoe');
  await clock.advance(1_000);
  waiting.delete('zoe');
  await clock.advance(1_900);
  wait('zoe');
  await clock.advance(firstRing - 1);
  expect(called).toEqual([]);
  await clock.advance(1);
  expect(called).toEqual(['ann at 5.9 s']);
});

test('[NOT-1] reconnecting does not raise the limit of twelve in ten minutes', async () => {
  const { clock, wait, waiting, called } = bed(Array.from({ length: 60 }, (_, i) => `member ${i}`));
  const waitFor = async (time: number) => {
    wait('zoe');
    await clock.advance(time);
    waiting.delete('zoe');
    await clock.advance(nextRing);
  };
  await waitFor(firstRing);
  await clock.advance(7 * minute);
  await waitFor(firstRing + 10 * nextRing);
  expect(called.length).toBe(12);
  // Ten minutes after the first rest the others still count.
  await clock.advance(2 * minute);
  await waitFor(10 * nextRing);
  const times = called.map((each) => Number(each.split(' ').at(-2)));
  for (const at of times) expect(times.filter((each) => at <= each && each < at + 600).length).toBeLessThanOrEqual(12);
});

test('[NOT-3] many who can never be paired do not stand in the way of those behind them', async () => {
  const never = Array.from({ length: 320 }, (_, i) => `never ${i}`);
  const { clock, wait, unmeetable, called } = bed([...never, 'ann']);
  for (const each of never) unmeetable.add(each);
  wait('zoe');
  // Looking at so many takes a while.
  const look = () => new Promise((resume) => setTimeout(resume, 50));
  for (const time of [firstRing, nextRing, nextRing]) {
    await clock.advance(time);
    await look();
  }
  expect(called.map((each) => each.split(' ')[0])).toEqual(['ann']);
});
