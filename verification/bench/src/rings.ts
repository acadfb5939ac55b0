import { AsyncLocalStorage } from 'node:async_hooks';
import { parseArgs } from 'node:util';
import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { WaitingEntry } from '@unspoken/server/matchmaking/service';
import { Bell } from '@unspoken/server/notifications/bell';
import { notificationStore } from '@unspoken/server/notifications/store';
import { type Clock, pause, systemClock } from '@unspoken/server/platform/clock';
import { systemRandom } from '@unspoken/server/platform/random';
import { percentile } from '../../../tools/figures.ts';
import { openEmptyDatabase } from './empty-database.ts';

/**
 * `npm run bench:rings -- --waiters 1000 --askers 100000 --seconds 60`: how long after a call is due it has been claimed in PostgreSQL
 * and handed over, while so many wait by one process and so many have asked to be called; beside the floor: an update of one such row by
 * its key, alone. Whom the pairing would admit is answered at once here: that is measured by `bench:matchmaking`.
 * Source: requirements/notifications, figures.
 */
const { values } = parseArgs({
  options: {
    waiters: { type: 'string', default: '1000' },
    askers: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '60' },
  },
});
const [waiters, askers, span] = [Number(values.waiters), Number(values.askers), Number(values.seconds) * 1_000];

const { database, query, fault, stop } = await openEmptyDatabase();
await query(
  `insert into account (id, email, email_key, name, created_at)
   select gen_random_uuid(), n || '@example.org', n || '@example.org', 'A', now() from generate_series(1, $1::int) n`,
  [askers],
);
await query(`insert into bell_setting (account_id, quiet_from, quiet_to, daily_cap) select id, 0, 0, 10 from account`);
await query(`insert into notification_request select id, 'oneminute', now() from account`);
await query('analyze');

const [row] = (await query('select account_id from bell_setting limit 1')).rows;
const floor: number[] = [];
for (let i = 0; i < 1_000; i++) {
  const began = performance.now();
  await query('update bell_setting set daily_cap = 10 where account_id = $1', [row.account_id]);
  floor.push(performance.now() - began);
}

/** When the timer that is running was due, by the clock of the bell. */
const due = new AsyncLocalStorage<number>();
const clock: Clock = {
  now: systemClock.now,
  after(delay, run) {
    const at = systemClock.now() + delay;
    return systemClock.after(delay, () => due.run(at, run));
  },
};

const store = notificationStore(database.db);
const entries = new Map<string, WaitingEntry>();
const late: number[] = [];
const bell = new Bell({
  ...{ node: 'here', clock, random: systemRandom, durations, store, fault },
  matchmaking: {
    waiting: async (accountId) => entries.get(accountId),
    waitsUnder: async () => undefined,
    roomOf: async () => undefined,
    couldMeet: async () => true,
  },
  isSilent: () => false,
  inGathering: async () => new Set(),
  hasPage: async () => true,
  calling: () => {},
  deliver: async () => late.push(systemClock.now() - (due.getStore() ?? 0)) > 0,
});
// They come over the time between two calls, as people do.
for (let i = 0; i < waiters; i++) {
  await pause(systemClock, durations.nextRing / waiters);
  const now = systemClock.now();
  const entry: WaitingEntry = {
    ...{ accountId: systemRandom.id(), connectionId: '', node: 'here', clickID: `${i}`, queuedAt: now, askedAt: now },
    ...{ pool: { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' }, noRepeat: false, avoid: {} },
  };
  entries.set(entry.accountId, entry);
  bell.entered(entry);
}
late.length = 0;
await pause(systemClock, span);
bell.stop();
const ms = (of: number[], share: number) => `${percentile(of, share).toFixed(1)} ms`;
process.stdout.write(
  `${waiters} wait, ${askers} have asked, ${span / 1_000} s: ${late.length} calls; ` +
    `due to handed over p50 ${ms(late, 0.5)}, p95 ${ms(late, 0.95)}, p99 ${ms(late, 0.99)}; ` +
    `one update alone p50 ${ms(floor, 0.5)}, p95 ${ms(floor, 0.95)}\n`,
);
await stop();
process.exit(0);
