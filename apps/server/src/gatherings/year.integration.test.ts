import { randomUUID } from 'node:crypto';
import { shippedDurations as durations } from '@unspoken/contract/durations';
import { onEachDatabase } from '@unspoken/testing/databases';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { Account } from '../accounts/service.ts';
import { addDays, startOf, timeIn } from '../platform/zones.ts';
import type { GatheringMails } from './mails.ts';
import { type RegularSettings, regularRow } from './regular.ts';
import { Reminders, remindersPassed } from './reminders.ts';
import { gatheringStore } from './store.ts';

const regular: RegularSettings = { time: '20:00', zone: 'Europe/Berlin', length: 900_000 };
const { gatheringReminderDay: day, gatheringReminderSoon: soon } = durations;
const minute = 60_000;

onEachDatabase((name, database) => {
  test(`${name}: [GAT-1] [GAT-8] through a year with both changes of the clocks everybody is reminded twice of each gathering, at its time`, {
    timeout: 300_000,
    // The embedded database takes three times as long for the same statements.
    tags: name === 'PostgreSQL' ? [] : ['long'],
  }, async () => {
    const store = gatheringStore(database().db);
    const accountId = randomUUID();
    await database().pool.query(`insert into account (id, email, email_key, name, created_at) values ($1, $2, $2, 'A', now())`, [
      accountId,
      accountId,
    ]);
    const dates = Array.from({ length: 366 }, (_, i) => addDays('2026-01-01', i));
    const starts = dates.map((date) => startOf(date, regular.time, regular.zone));
    const clock = new StandingClock((starts[0] as number) - 2 * day);
    const mailed: string[] = [];
    const startReminders = () =>
      new Reminders({
        ...{ store, clock, durations, moved: () => {} },
        accounts: { byIds: async () => new Map([[accountId, { id: accountId } as Account]]) },
        mails: {
          postTo: async (_: unknown, __: unknown, kind: string, { id }: { id: string }) => {
            mailed.push(`${kind} ${id} ${new Date(clock.now()).toISOString()}`);
          },
        } as unknown as GatheringMails,
      });
    const [reminders, another] = [startReminders(), startReminders()];
    const wanted: string[] = [];
    /** Before each instant at which something is due, and at it. */
    const instants: number[] = [];
    for (const [i, date] of dates.entries()) {
      const row = regularRow({ zone: regular.zone, date }, regular, 500);
      expect(timeIn(regular.zone, row.startsAt.getTime()), date).toBe('20:00');
      const registeredAt = new Date(clock.now());
      await store.transaction(async (tx) => {
        await store.materialise(tx, row);
        await store.put(tx, {
          ...{
            gatheringId: row.id,
            accountId,
            registeredAt,
            leftAt: null,
            sequence: 0,
            mailedRevision: 0,
            surveyedAt: null,
            standsIn: false,
          },
          ...remindersPassed(row, clock.now(), durations),
        });
      });
      const start = starts[i] as number;
      for (const [kind, lead] of [
        ['gatheringTomorrow', day],
        ['gatheringSoon', soon],
      ] as const) {
        wanted.push(`${kind} ${row.id} ${new Date(start - lead).toISOString()}`);
        instants.push(start - lead - 1, start - lead, start - lead + minute);
      }
    }
    for (const [i, at] of [...new Set(instants)].toSorted((a, b) => a - b).entries()) {
      await clock.advance(at - clock.now());
      // Now and then two processes look at the same instant.
      await Promise.all([reminders.sweep(), i % 12 < 3 && another.sweep()]);
    }
    expect(mailed.toSorted()).toEqual(wanted.toSorted());
    // Days of 23 and of 25 hours: the reminder of the day before comes an hour later or earlier by the wall clock.
    const walls = mailed
      .filter((each) => each.startsWith('gatheringTomorrow'))
      .map((each) => timeIn(regular.zone, Date.parse(each.split(' ')[2] as string)));
    const times = [...Map.groupBy(walls, (each) => each)].map(([time, all]) => [time, all.length]);
    expect(Object.fromEntries(times)).toEqual({ '19:00': 1, '20:00': 364, '21:00': 1 });
  });
});
