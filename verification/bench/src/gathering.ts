import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { enrol } from '@unspoken/testing/enrol';
import { specialGathering } from '@unspoken/testing/gatherings';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';
import { percentile } from '../../../tools/figures.ts';
import { type ConnectedCrowd, connectCrowd } from './crowds.ts';

/**
 * `npm run bench:gathering -- --people 1000,3000,10000 --runs 1`: so many people in the space of one gathering press Connect within five
 * seconds, at three processes over Redis. The share that is given a room within five seconds of their own press, and the times.
 * Source: requirements/gatherings 12.6.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '1000,3000,10000' }, runs: { type: 'string', default: '1' } },
});
const processes = 3;
const pressWithin = 5_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function measure(people: number): Promise<readonly number[]> {
  const installation = await Installation.start(processes, {}, { direct: true });
  const database = new pg.Pool({ connectionString: installation.databaseUrl });
  const query = async (sql: string, parameters: readonly unknown[] = []) => (await database.query(sql, [...parameters])).rows;
  const world = { now: () => new Date(), query };
  const { id, groupID } = await specialGathering(world, { startsIn: -1_000, length: 3_600_000, capacity: people });
  const members = await enrol(database, people);
  await query(
    `insert into gathering_registration (gathering_id, account_id, registered_at, sequence, told_revision, reminded_day_at, reminded_soon_at)
     select $1, each, now(), 0, 0, now(), now() from unnest($2::uuid[]) as each`,
    [id, members.map(({ accountId }) => accountId)],
  );
  await query('analyze');
  const crowds: ConnectedCrowd[] = [];
  for (const [part, { origin }] of installation.nodes.entries()) {
    const tokens = members.filter((_, i) => i % processes === part).map(({ token }) => token);
    crowds.push(await connectCrowd({ origin, tokens, moving: false, fields: { groupSpace: groupID }, pressWithin }));
  }
  for (const { child } of crowds) child.send('press');
  await wait(pressWithin + 25_000);
  const found = crowds.flatMap(({ progress }) => progress.found);
  for (const { child } of crowds) child.kill('SIGKILL');
  await database.end();
  await installation.stop();
  return found;
}

for (const people of values.people.split(',').map(Number))
  for (let run = 0; run < Number(values.runs); run++) {
    const found = await measure(people);
    const within = found.filter((ms) => ms <= 5_000).length / people;
    const ms = (share: number) => `${(percentile(found, share) / 1_000).toFixed(2)} s`;
    print(
      `${people} people: ${(within * 100).toFixed(1)} % paired within 5 s, ${people - found.length} never; p50 ${ms(0.5)}, p99 ${ms(0.99)}`,
    );
  }
process.exit(0);
