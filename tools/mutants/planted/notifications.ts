import type { Bug } from '../bug.ts';

const bell = 'apps/server/src/notifications/bell.ts';
const times = 'apps/server/src/notifications/ring-times.ts';
const store = 'apps/server/src/notifications/store.ts';
const bellTest = 'apps/server/src/notifications/bell.test.ts';
const timesTest = 'apps/server/src/notifications/ring-times.test.ts';
const storeTest = 'apps/server/src/notifications/store.integration.test.ts';

/** Calls while somebody waits. */
export const notifications: readonly Bug[] = [
  {
    name: 'the bell goes on after the pairing',
    file: bell,
    from: 'return waiting?.clickID === clickID && waiting.node === node;',
    to: 'return waiting === undefined || (waiting.clickID === clickID && waiting.node === node);',
    suite: bellTest,
  },
  {
    name: 'quiet hours are taken in UTC',
    file: times,
    from: 'const at = minuteOfDayIn(zone, now);',
    to: "const at = minuteOfDayIn('UTC', now);",
    suite: timesTest,
  },
  {
    name: 'a separation is ignored by the bell',
    file: bell,
    from: '!(await this.#options.matchmaking.couldMeet(accountId, entry.pool, [entry]))',
    to: 'false',
    suite: bellTest,
  },
  {
    name: 'a ring is sent without a stamp',
    file: bell,
    from: 'if (!(await store.claim(type, candidate, stamp))) return false;',
    to: 'void store.claim(type, candidate, stamp);',
    suite: bellTest,
  },
  {
    name: 'two processes can claim one member',
    file: store,
    from: 'and last_rung_at is not distinct from ${seen}::timestamptz and ${stillAsks}',
    to: '',
    suite: storeTest,
  },
  {
    name: 'a member who was never called comes last',
    file: store,
    from: 'and (b.call_type is distinct from ${type} or b.call_until <= ${now}) ${among}\n        order by b.last_rung_at nulls first limit ${limit})`);',
    to: 'and (b.call_type is distinct from ${type} or b.call_until <= ${now}) ${among}\n        order by b.last_rung_at limit ${limit})`);',
    suite: storeTest,
  },
  {
    name: 'the cap is counted from midnight in UTC',
    file: times,
    from: 'const rungOn = dateIn(asker.zone, now);',
    to: "const rungOn = dateIn('UTC', now);",
    suite: timesTest,
  },
  {
    name: 'a member in a gathering is called out of it',
    file: bell,
    from: 'gathered.has(accountId) || ',
    to: '',
    suite: bellTest,
  },
  {
    name: 'a single call is made again and again',
    file: store,
    from: 'call_type = ${hasAsked ? sql`null` : sql`call_type`}, call_until = ${hasAsked ? sql`null` : sql`call_until`}',
    to: 'call_type = call_type',
    suite: storeTest,
  },
  {
    name: 'an answer by somebody else counts',
    file: store,
    from: 'where id = ${ringId} and account_id = ${accountId} and answered_at is null',
    to: 'where id = ${ringId} and answered_at is null',
    suite: storeTest,
  },
  {
    name: 'those who cannot be paired are looked at again at every call',
    file: bell,
    from: 'putOff.set(accountId, now + unmeetableFor);',
    to: 'void unmeetableFor;',
    suite: bellTest,
  },
  {
    name: 'an answer leaves the pause of a day',
    file: store,
    from: "least(not_before, last_rung_at + ${betweenRings} * interval '1 ms')",
    to: 'not_before',
    suite: storeTest,
  },
];
