import { setTimeout as sleep } from 'node:timers/promises';
import { specialGathering } from '@unspoken/testing/gatherings';
import { PairingLoad } from '@unspoken/testing/pairing-load';
import type { Point } from '../../../../tools/capacity/slopes.ts';
import { type ConnectedCrowd, connectCrowd } from '../crowds.ts';
import { type Bed, onBed } from './bed.ts';
import { between } from './counters.ts';

/** What is measured while members are connected and do nothing but be there. */
export interface ConnectedPoints {
  readonly idle: Point[];
  readonly announcing: Point[];
  readonly connecting: Point[];
}

const processes = 2;
/** The share of members who may be lost while all connect, because other work on the machine delays some of them. */
const mayLose = 0.05;
const atOnce = 20;
/** How long each reading lasts, and how long the processes come to rest before it, ms. */
const [span, rest] = [10_000, 5_000];

async function over(bed: Bed, work: number, crowds: readonly ConnectedCrowd[] = []): Promise<Point> {
  const heard = () => crowds.reduce((sum, { progress }) => sum + progress.heard, 0);
  const [before, heardBefore] = [await bed.counters.read(), heard()];
  await sleep(span);
  const after = await bed.counters.read();
  const { resident: _, redisMemory: __, ...used } = between(before, after);
  const { resident, redisMemory } = after;
  return { work, totals: { ...used, resident, redisMemory, heard: heard() - heardBefore } };
}

/** More and more members on the same processes. `resident` and `redisMemory` are levels, all else is what the reading used up. */
export const measureConnected = (sizes: readonly number[]): Promise<ConnectedPoints> =>
  onBed(processes, { TRUST_PROXY: 'on' }, async (bed) => {
    const points: ConnectedPoints = { idle: [], announcing: [], connecting: [] };
    const crowds: ConnectedCrowd[] = [];
    const [mover] = await bed.enrol(1);
    let there = 0;
    for (const size of sizes) {
      const members = await bed.enrol(size - there);
      await sleep(1_500);
      const before = await bed.counters.read();
      await Promise.all(
        bed.origins.map(async (origin, part) => {
          const tokens = members.filter((_, i) => i % processes === part).map(({ token }) => token);
          crowds.push(await connectCrowd({ origin, tokens, moving: false, atOnce }, tokens.length * mayLose));
        }),
      );
      await sleep(1_500);
      const { resident: _, redisMemory: __, ...used } = between(before, await bed.counters.read());
      points.connecting.push({ work: size - there, totals: used });
      there = size;
      await sleep(rest);
      const here = crowds.reduce((sum, { progress }) => sum + progress.connected - progress.lost, 0);
      points.idle.push(await over(bed, (here * span) / 1_000, crowds));
      const one = await connectCrowd({ origin: bed.origins[0] as string, tokens: [mover?.token as string], moving: true });
      await sleep(rest);
      points.announcing.push(await over(bed, (here * span) / 1_000, crowds));
      one.child.kill('SIGKILL');
      await sleep(rest);
    }
    for (const { child } of crowds) child.kill('SIGKILL');
    return points;
  });

/** Pairings with nothing after them, by more and more members at once. */
export const measurePairing = (sizes: readonly number[]): Promise<Point[]> =>
  onBed(processes, {}, async (bed) => {
    const points: Point[] = [];
    for (const size of sizes) {
      const tokens = (await bed.enrol(size)).map(({ token }) => token);
      const load = await PairingLoad.open(tokens, (i) => ({ origin: bed.origins[i % processes] as string }));
      await load.meet(2_000);
      const before = await bed.counters.read();
      const pairs = (await load.meet(span)).length;
      await sleep(1_500);
      const { resident: _, redisMemory: __, ...used } = between(before, await bed.counters.read());
      points.push({ work: pairs, totals: used });
      load.close();
      await sleep(1_000);
    }
    return points;
  });

/** The begin of gatherings of several sizes: from the first press until everybody has been in a room. */
export const measureGathering = (sizes: readonly number[]): Promise<Point[]> =>
  onBed(processes, { TRUST_PROXY: 'on' }, async (bed) => {
    const points: Point[] = [];
    const query = async (sql: string, values: readonly unknown[] = []) => (await bed.database.query(sql, [...values])).rows;
    for (const size of sizes) {
      const world = { now: () => new Date(), query };
      const { id, groupID } = await specialGathering(world, { startsIn: -1_000, length: 3_600_000, capacity: size });
      const members = await bed.enrol(size);
      await query(
        `insert into gathering_registration (gathering_id, account_id, registered_at, sequence, told_revision, reminded_day_at, reminded_soon_at)
         select $1, each, now(), 0, 0, now(), now() from unnest($2::uuid[]) as each`,
        [id, members.map(({ accountId }) => accountId)],
      );
      const crowds = await Promise.all(
        bed.origins.map((origin, part) => {
          const tokens = members.filter((_, i) => i % processes === part).map(({ token }) => token);
          return connectCrowd(
            { origin, tokens, moving: false, fields: { groupSpace: groupID }, pressWithin: 5_000, atOnce },
            tokens.length * mayLose,
          );
        }),
      );
      // Every process reads within five seconds that there is a gathering.
      await sleep(7_000);
      const before = await bed.counters.read();
      for (const { child } of crowds) child.send('press');
      const found = () => crowds.reduce((sum, { progress }) => sum + progress.found.length, 0);
      for (let waited = 0; waited < 40_000 && found() < size; waited += 500) await sleep(500);
      const { resident: _, redisMemory: __, ...used } = between(before, await bed.counters.read());
      points.push({ work: found(), totals: used });
      for (const { child } of crowds) child.kill('SIGKILL');
      await sleep(6_000);
    }
    return points;
  });
