import { setTimeout as wait } from 'node:timers/promises';
import { enrol } from '@unspoken/testing/enrol';
import { specialGathering } from '@unspoken/testing/gatherings';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';
import { durations } from './durations.ts';
import type { Fault } from './faults/fault.ts';
import { GatheringGuest } from './gathering-guest.ts';

/** A gathering of seconds. Its sweep and the reading of what others have changed are as shipped. */
const timing = {
  ...durations,
  gatheringDoors: 8_000,
  gatheringReminderSoon: 20_000,
  gatheringClosing: 5_000,
};
/** Registering takes place in the first of these, ms; the last 20 s before the start follow, and a minute of the gathering. */
const ahead = 50_000;
const length = 60_000;
/** How long after the end of a fault everything that was due has happened, ms. Source: requirements/gatherings, figures. */
const bound = 60_000;

export interface GatheringReport {
  /** How long after the fault over the reminders the last of them had arrived, ms. */
  readonly reminded: number | undefined;
  /** How long after the start, and the end of the fault over it, everybody had been found somebody, ms. */
  readonly paired: number | undefined;
  readonly wrong: readonly string[];
  readonly logs: string;
}

interface Options {
  readonly people: number;
  readonly capacity: number;
  /** What happens as the reminders become due, and what happens as the gathering begins. */
  readonly atReminders: Fault;
  readonly atStart: Fault;
}

/** More people than there is place for register at once; one fault lies over their reminders, and another over the start. */
export async function runGathering({ people, capacity, atReminders, atStart }: Options): Promise<GatheringReport> {
  const installation = await Installation.start(3, { DURATIONS: JSON.stringify(timing) });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  database.on('error', () => {});
  const guests: GatheringGuest[] = [];
  try {
    const query = async (sql: string, values: readonly unknown[] = []) => (await database.query(sql, [...values])).rows;
    const start = Math.ceil((Date.now() + ahead) / 1_000) * 1_000;
    const { id, groupID } = await specialGathering({ now: () => new Date(start), query }, { startsIn: 0, length, capacity });
    const members = await enrol(database, people);
    const until = (instant: number) => wait(Math.max(0, instant - Date.now()));
    // Every process reads within five seconds that there is a gathering.
    await until(start - ahead + 5_500);
    for (const [i, { accountId, token }] of members.entries())
      guests.push(
        new GatheringGuest(() => installation.nodes[(i + Math.floor(Math.random() * 3)) % 3]?.origin ?? '', {
          accountId,
          token,
          groupID,
        }),
      );
    await Promise.all(guests.map((guest) => guest.register()));
    const registered = guests.filter(({ isRegistered }) => isRegistered);
    for (const guest of registered) guest.arrive();

    await until(start - timing.gatheringReminderSoon - 500);
    const healed = await atReminders.run(installation);
    const reminded = await soon(healed + bound, healed, () => registered.every((guest) => mailsTo(installation, guest) === 2));

    await until(start - 500);
    await atStart.run(installation);
    const from = Date.now();
    for (const guest of registered) guest.connect();
    const paired = await soon(from + bound, from, () => registered.every(({ hasMet }) => hasMet));
    const wrong = [
      ...installation.nodes.flatMap(({ endedByItself }) => endedByItself),
      ...(registered.length === capacity ? [] : [`${registered.length} registered, of ${capacity} places`]),
      ...guests.flatMap((guest) => wrongMails(installation, guest)),
      ...registered.flatMap(({ wrong: each }) => each),
      ...(await wrongRows(query, id, registered)),
    ];
    const logs = installation.nodes.map(({ name, said }) => `--- ${name}\n${said.slice(-4_000)}`).join('\n');
    return { reminded, paired, wrong, logs };
  } finally {
    for (const guest of guests) guest.leave();
    await database.end();
    await installation.stop();
  }
}

/** How long after `from` something was so; undefined if it was not by `deadline`. */
async function soon(deadline: number, from: number, isSo: () => boolean): Promise<number | undefined> {
  while (!isSo()) {
    if (Date.now() > deadline) return undefined;
    await wait(100);
  }
  return Math.max(0, Date.now() - from);
}

/** How many different mails have reached a person. A second delivery of the same mail has the same Message-ID. */
const mailsTo = ({ mail }: Installation, { email }: GatheringGuest): number =>
  new Set(mail.taken.filter(({ to }) => to === email).map(({ messageId }) => messageId)).size;

/** One mail says that they have registered, and one that it begins; those who found no place are mailed nothing. */
function wrongMails(installation: Installation, guest: GatheringGuest): string[] {
  const [owed, came] = [guest.isRegistered ? 2 : 0, mailsTo(installation, guest)];
  return came === owed ? [] : [`${came} mails instead of ${owed} for somebody ${guest.isRegistered ? '' : 'not '}registered`];
}

async function wrongRows(
  query: (sql: string, values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>,
  id: string,
  registered: readonly GatheringGuest[],
): Promise<string[]> {
  const ids = async (table: string, where = '') =>
    new Set((await query(`select account_id from ${table} where gathering_id = $1 ${where}`, [id])).map((row) => row.account_id));
  const [stored, came] = [await ids('gathering_registration', 'and left_at is null'), await ids('gathering_attendance')];
  const known = new Set(registered.map(({ accountId }) => accountId));
  const outside = [...stored].filter((each) => !known.has(String(each))).length;
  const lost = registered.filter(({ accountId }) => !stored.has(accountId)).length;
  const absent = registered.filter(({ accountId }) => !came.has(accountId)).length;
  return [
    ...(outside > 0 ? [`${outside} registrations that were not acknowledged, or refused`] : []),
    ...(lost > 0 ? [`${lost} acknowledged registrations are lost`] : []),
    ...(absent > 0 ? [`${absent} people who connected did not come`] : []),
  ];
}
