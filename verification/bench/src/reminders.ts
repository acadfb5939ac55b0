import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { enrol } from '@unspoken/testing/enrol';
import { specialGathering } from '@unspoken/testing/gatherings';
import { Installation } from '@unspoken/testing/installation';
import pg from 'pg';

/**
 * `npm run bench:reminders -- --people 10000`: one process returns after an outage during which the reminders of so many people became due.
 * How long after its return all of them are stamped, with their mails posted; beside the floor: as many single inserts and updates,
 * a hundred in each transaction. Source: requirements/gatherings, figures.
 */
const { values } = parseArgs({ options: { people: { type: 'string', default: '10000' } } });
const people = Number(values.people);

const installation = await Installation.start(1, {}, { direct: true });
const database = new pg.Pool({ connectionString: installation.databaseUrl });
const query = async (sql: string, parameters: readonly unknown[] = []) => (await database.query(sql, [...parameters])).rows;
const [node] = installation.nodes;
if (!node) throw new Error('no process has started');
await node.signal('SIGKILL');
const members = await enrol(database, people);
const { id } = await specialGathering({ now: () => new Date(), query }, { startsIn: 840_000, capacity: people });
await query(
  `insert into gathering_registration (gathering_id, account_id, registered_at, sequence, told_revision, reminded_day_at)
   select $1, each, now(), 0, 0, now() from unnest($2::uuid[]) as each`,
  [id, members.map(({ accountId }) => accountId)],
);
await query('create table floor (id int primary key, said text, stamped timestamptz)');
await query('analyze');

const floor = await database.connect();
const floorBegan = performance.now();
for (let i = 0; i < people; i++) {
  if (i % 100 === 0) await floor.query('begin');
  await floor.query('insert into floor (id, said) values ($1, $2)', [i, 'x'.repeat(1_000)]);
  await floor.query('update floor set stamped = now() where id = $1', [i]);
  if (i % 100 === 99) await floor.query('commit');
}
const floorTook = performance.now() - floorBegan;
floor.release();

await node.start();
const returned = performance.now();
const left = async () =>
  Number((await query('select count(*) as n from gathering_registration where reminded_soon_at is null'))[0]?.n ?? 0);
while ((await left()) > 0) await wait(100);
const took = performance.now() - returned;
process.stdout.write(
  `${people} reminders posted ${(took / 1_000).toFixed(1)} s after the return of one process; ` +
    `floor ${(floorTook / 1_000).toFixed(1)} s\n`,
);
await database.end();
await installation.stop();
process.exit(0);
