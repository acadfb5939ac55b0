import { setTimeout as sleep } from 'node:timers/promises';
import { Crowd } from '@unspoken/chaos/crowd';
import { durations } from '@unspoken/chaos/durations';
import type { ByProcesses, Point } from '../../../../tools/capacity/slopes.ts';
import { type Bed, onBed } from './bed.ts';
import { between } from './counters.ts';

const [warmUp, span] = [8_000, 20_000];
const environment = { DURATIONS: JSON.stringify(durations) };

/** People meet again and again with the client's real chart, in minutes of six seconds; what the encounters of one span used up. */
async function crowdOn(bed: Bed, people: number, seed: number): Promise<Point> {
  const crowd = new Crowd(bed.installation, await bed.enrol(people), seed);
  const count = async () =>
    (await bed.database.query('select count(*)::int as n from encounter where ended_at is not null')).rows[0]?.n as number;
  await sleep(warmUp);
  const [before, encountersBefore] = [await bed.counters.read(), await count()];
  await sleep(span);
  const { resident: _, redisMemory: __, ...used } = between(before, await bed.counters.read());
  const work = (await count()) - encountersBefore;
  crowd.leave();
  if (work === 0) throw new Error(`nobody of ${people} met: ${crowd.violations[0] ?? 'no violation'}`);
  return { work, totals: used };
}

export const measureEncounters = (sizes: readonly number[], seed: number, processes = 2): Promise<Point[]> =>
  onBed(processes, environment, async (bed) => {
    const points: Point[] = [];
    for (const size of sizes) {
      points.push(await crowdOn(bed, size, seed));
      await sleep(3_000);
    }
    return points;
  });

/** The same numbers of people on more and more processes, with new processes for each number. */
export async function measureByProcesses(
  counts: readonly number[],
  sizes: readonly number[],
  seed: number,
): Promise<ByProcesses[]> {
  const found: ByProcesses[] = [];
  for (const processes of counts)
    for (const { work, totals } of await measureEncounters(sizes, seed, processes)) {
      const { processor = 0, redis = 0, commands = 0, traffic = 0 } = totals;
      found.push({ processes, encounters: work, processor, redis, commands, traffic });
    }
  return found;
}

const opened = ['/', '/api/v1/configuration', '/api/v1/account/loginfromtoken', '/api/v1/presencecount', '/api/v1/friends/list'];

/** Openings of the application, eight at the same time. */
export const measureOpening = (sizes: readonly number[]): Promise<Point[]> =>
  onBed(2, {}, async (bed) => {
    const points: Point[] = [];
    const [member] = await bed.enrol(1);
    const headers = { authorization: `Bearer ${member?.token}` };
    for (const size of sizes) {
      const before = await bed.counters.read();
      let next = 0;
      const openAll = async () => {
        for (let i = next++; i < size; i = next++)
          for (const path of opened) {
            const answer = await fetch(`${bed.origins[i % 2]}${path}`, { headers });
            await answer.arrayBuffer();
            if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
          }
      };
      await Promise.all(Array.from({ length: 8 }, openAll));
      await sleep(1_500);
      const { resident: _, redisMemory: __, ...used } = between(before, await bed.counters.read());
      points.push({ work: size, totals: used });
    }
    return points;
  });

const newReports = `
  with each as (
    select gen_random_uuid() as id, gen_random_uuid() as "case", gen_random_uuid() as reporter, gen_random_uuid() as reported, n
    from generate_series(1, $1::int) as n
  ), cases as (
    insert into moderation_case (id, kind, subject, rank, opened_at) select "case", 'reports', reported, 1, now() from each
  ), reports as (
    insert into report (id, room_id, reporter, reported, reasons, no_repeat, at, case_id)
    select id, 'room ' || id, reporter, reported, '{written signs}', true, now(), "case" from each returning id
  ), words as (
    insert into report_text (report_id, explanation) select id, repeat('what happened ', 15) from reports
  )
  insert into separation (one, other, at, by_one)
  select least(reporter, reported), greatest(reporter, reported), now(), true from each`;

/** The growth of tables by rows that are inserted as the product inserts them, many in one statement. */
export const measureRows = (sizes: readonly number[]): Promise<{ accounts: Point[]; reports: Point[] }> =>
  onBed(1, {}, async (bed) => {
    const grown = async (size: number, insert: () => Promise<unknown>): Promise<Point> => {
      const before = await bed.counters.read();
      await insert();
      await sleep(1_500);
      const { stored, wal, rows } = between(before, await bed.counters.read());
      return { work: size, totals: { stored, wal, rows } };
    };
    const [accounts, reports]: [Point[], Point[]] = [[], []];
    for (const size of sizes) {
      accounts.push(await grown(size, () => bed.enrol(size)));
      reports.push(await grown(size, () => bed.database.query(newReports, [size])));
    }
    return { accounts, reports };
  });
