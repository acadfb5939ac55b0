import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { enrol } from '@unspoken/testing/enrol';
import { Installation } from '@unspoken/testing/installation';
import { PairingLoad } from '@unspoken/testing/pairing-load';
import pg from 'pg';
import { percentile } from '../../../tools/figures.ts';
import type { Orders, Progress } from './members.ts';
import { drawCurves } from './picture.ts';

/**
 * `npm run bench:crowded -- --people 40 --seconds 10`: how long whole processes take to pair people who are in each other's circle, while
 * 100, 1,000 and 10,000 others wait in the same pool for friends who do not join; with one process, and with three over Redis.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '40' }, seconds: { type: 'string', default: '10' } },
});
const [people, span] = [Number(values.people), Number(values.seconds) * 1_000];
const sizes = [100, 1_000, 10_000];
const fields = { poolType: 'myCircle' };

/** Puts each of these pairs of accounts into each other's circle. */
const befriend = (database: pg.Pool, pairs: readonly (readonly [string, string])[]) =>
  database.query(
    `insert into circle_add (adder, added, friend_id, at)
     select adder, added, friend, now() from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as each (adder, added, friend)`,
    [pairs.flat(), pairs.flatMap(([one, other]) => [other, one]), pairs.flatMap(() => [randomUUID(), randomUUID()])],
  );

/** Starts a program whose members connect and wait; resolves with it once all are queued. */
async function wait(orders: Orders): Promise<ChildProcess> {
  const child = fork(new URL('./members.ts', import.meta.url).pathname);
  child.send(orders);
  await new Promise<void>((resume, fail) => {
    child.on('message', ({ waiting, refused, lost }: Progress) => {
      if (refused + lost > 0) fail(new Error(`${refused} of those who were to wait were refused, ${lost} were lost`));
      if (waiting === orders.tokens.length) resume();
    });
  });
  return child;
}

async function measure(processes: number): Promise<(readonly [waiting: number, times: readonly number[]])[]> {
  const installation = await Installation.start(processes, processes === 1 ? { REDIS_URL: '' } : {}, { direct: true });
  const origins = installation.nodes.map(({ origin }) => origin);
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const friends = await enrol(database, people);
  const [absent] = await enrol(database, 1);
  const pairs = friends.flatMap(({ accountId }, i) => (i % 2 ? [[accountId, friends[i - 1]?.accountId as string] as const] : []));
  await befriend(database, pairs);
  const load = await PairingLoad.open(
    friends.map(({ token }) => token),
    (i) => ({ origin: origins[i % processes] as string }),
  );
  const crowds: ChildProcess[] = [];
  const found: [number, readonly number[]][] = [];
  let queued = 0;
  for (const size of sizes) {
    const others = await enrol(database, size - queued);
    queued = size;
    await befriend(
      database,
      others.map(({ accountId }) => [accountId, absent?.accountId as string]),
    );
    for (const [part, origin] of origins.entries()) {
      const tokens = others.filter((_, i) => i % processes === part).map(({ token }) => token);
      crowds.push(await wait({ origin, tokens, moving: false, fields }));
    }
    await load.meet(span / 4, { fields });
    found.push([size, await load.meet(span, { fields })]);
  }
  for (const crowd of crowds) crowd.kill('SIGKILL');
  load.close();
  await database.end();
  await installation.stop();
  return found;
}

process.stdout.write(
  `${people} people who meet their friends, ${span / 1_000} s each\n\n${''.padEnd(38)}pairs/s       p50        p99\n`,
);
const curves: { name: string; points: [number, number][] }[] = [];
for (const [name, processes] of [
  ['one process', 1],
  ['three processes, Redis', 3],
] as const) {
  const found = await measure(processes);
  for (const [waiting, times] of found) {
    const ms = (share: number) => `${percentile(times, share).toFixed(1)} ms`.padStart(10);
    process.stdout.write(
      `${`${name}, ${waiting} waiting`.padEnd(36)}${(times.length / (span / 1_000)).toFixed(0).padStart(7)}  ${ms(0.5)} ${ms(0.99)}\n`,
    );
  }
  curves.push({ name, points: found.map(([waiting, times]) => [waiting, percentile(times, 0.5)]) });
}
drawCurves('crowded', {
  title: 'How long a pairing takes whole processes',
  x: 'people waiting in the pool',
  y: 'ms, p50',
  curves,
});
process.exit(0);
