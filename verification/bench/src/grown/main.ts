import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { calls } from '@unspoken/contract/calls';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { password, startWorld, type World } from '@unspoken/testing/world';
import type pg from 'pg';
import { percentile } from '../../../../tools/figures.ts';
import { drawBars } from '../picture.ts';
import { backUp } from './backup.ts';
import { embeddedDatabases, type Kind, kinds, postgresDatabases } from './databases.ts';
import { accountsAt, fill } from './fill.ts';
import { catalogueOf, hasPlan, readsWithoutIndex, shapeOf } from './plans.ts';

/**
 * `npm run bench:grown -- --scale 0.01 --seed 1 --rounds 20 --statements FOLDER`: a grown database beside an empty one, in one run. Scale 1 is a
 * million accounts and ten million encounters. Each call that reads is made alternately on both; accounts are erased; then retention deletes
 * what is too old, while the longest transaction that writes is looked for. Both databases are backed up beside calls. `--embedded`: with the
 * database of a small installation, for which a hundredth is much. `--statements` names a folder of statements that the integration tests have sent
 * (`packages/testing/src/recorded-statements.ts`): the plan of each is checked for reads of a whole big table. `--filled` names a database that
 * a run has filled at this scale and with this seed; `--sweep` is for how many seconds retention may run.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.01' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
    embedded: { type: 'boolean', default: false },
    statements: { type: 'string' },
    filled: { type: 'string' },
    sweep: { type: 'string', default: '600' },
  },
});
const [scale, seed, rounds] = [Number(values.scale), Number(values.seed), Number(values.rounds)];
const say = (line: string) => process.stdout.write(`${line}\n`);
const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await run();
  return performance.now() - began;
};

/** Gatherings begin at whole seconds. */
const now = new Date(1_000 * Math.floor(Date.now() / 1_000));
const { settings, server, stop } = values.embedded
  ? await embeddedDatabases(fillAll)
  : await postgresDatabases(values.filled, fillAll);

async function fillAll(client: pg.Client): Promise<void> {
  const filling = await timed(async () => {
    const rows = await fill(client, { scale, seed, now });
    say(
      `${[...rows.values()].reduce((sum, n) => sum + n, 0)} rows, ${rows.get('account')} accounts, ${rows.get('encounter')} encounters`,
    );
  });
  say(`filled in ${(filling / 1_000).toFixed(0)} s`);
}

if (values.statements !== undefined && server) await checkStatements(values.statements, server.client);

/** Says which statements read a whole big table whatever their parameters are. */
async function checkStatements(folder: string, client: pg.Client): Promise<void> {
  const catalogue = await catalogueOf(client);
  const statements = new Map<string, string>();
  for (const file of existsSync(folder) ? readdirSync(folder) : [])
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
      const statement = JSON.parse(line) as string;
      if (hasPlan(statement)) statements.set(shapeOf(statement), statement);
    }
  let refused = 0;
  for (const [shape, statement] of statements)
    try {
      const found = await readsWithoutIndex(client, statement, catalogue);
      if (found.length > 0)
        say(`whole: ${found.map(({ table, how }) => `${table} (${how})`).join(', ')}: ${shape.slice(0, 300)}`);
    } catch {
      refused++;
    }
  say(`${statements.size} statements, ${refused} of which have no plan here`);
}

/** Starts a process on one of the databases; `durations` in ms. */
const open = (kind: Kind, durations: Readonly<Record<string, number>> = {}): Promise<World> =>
  startWorld(
    { SECRET: 'a secret that nobody has to guess', ...settings[kind], DURATIONS: JSON.stringify(durations) },
    { embedded: server === undefined },
  );

/** As after an hour of running: the books have been checked once. */
for (const kind of kinds) {
  const checked = await timed(async () => {
    const world = await open(kind, { booksCheck: 200 });
    while ((await world.query('select from books_check')).length === 0) await wait(50);
    await world.close();
  });
  say(`the books were checked in ${(checked / 1_000).toFixed(1)} s, with the start of a process (${kind})`);
}

const worlds = { empty: await open('empty'), grown: await open('grown') };

/** Signs an account in with the password of the tests; returns its token. */
async function signIn(world: World, account: string, hash: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await world.query(
    'update account set password_hash = $2, verified_at = coalesce(verified_at, now()), registering_stage = null where id = $1',
    [account, hash],
  );
  const [{ id: session } = {}] = await world.query(
    `insert into session (id, account_id, created_at, last_used_at, second_factor_at) values (gen_random_uuid(), $1, now(), now(), now()) returning id`,
    [account],
  );
  await world.query(
    `insert into session_token (hash, session_id, created_at, used_at, expires_at) values ($1, $2, now(), now(), now() + interval '1 day')`,
    [createHash('sha256').update(token).digest('base64url'), session],
  );
  return token;
}

interface People {
  readonly member: string;
  readonly admin: string;
  readonly leaving: readonly string[];
  readonly meeting: readonly string[];
}

/** The busiest account of all, one that has hardly met anybody, and the next busiest of those who were never suspended. */
async function busiest(world: World): Promise<string[]> {
  const rows = await world.query(
    `select id from (select n, md5($1 || 'account' || n)::uuid as id from generate_series(0, $2::int) n) as numbered
     where n in (0, $2) or not exists (select 1 from act where subject = numbered.id and kind = 'suspended')
     order by n = 0 desc, n = $2 desc, n limit $3`,
    [`${seed}`, accountsAt(scale) - 1, 2 * rounds + 2],
  );
  return rows.map(({ id }) => id as string);
}

/** An account that looks, one that administers, those that are erased, and those that meet: in the grown database the busiest of all. */
async function peopleOf(kind: Kind): Promise<People> {
  const world = worlds[kind];
  const first = await world.member(`Ann ${randomUUID()}`);
  const hash = (await world.query('select password_hash from account where id = $1', [first.userId]))[0]?.password_hash as string;
  const accounts: string[] = [];
  if (kind === 'grown') accounts.push(...(await busiest(world)));
  else for (let n = 0; n < 2 * rounds + 2; n++) accounts.push((await world.member(`Person ${n}`)).userId);
  const [member, admin, ...others] = accounts as [string, string, ...string[]];
  await world.query(`update account set role = 'admin' where id = $1`, [admin]);
  await world.query(`update account set role = 'member' where id = any($1)`, [[member, ...others]]);
  await world.query(
    `insert into second_factor (account_id, secret, confirmed_at) values ($1, 'of a bench', now()) on conflict do nothing`,
    [admin],
  );
  const tokens: string[] = [];
  for (const account of accounts) tokens.push(await signIn(world, account, hash));
  const [ofMember = '', ofAdmin = '', ...ofOthers] = tokens;
  return { member: ofMember, admin: ofAdmin, leaving: ofOthers.slice(0, rounds), meeting: ofOthers.slice(rounds) };
}

const people = { empty: await peopleOf('empty'), grown: await peopleOf('grown') };

interface Measured {
  /** How long each took, ms. */
  readonly figures: Record<Kind, number[]>;
  readonly statuses: Set<number>;
  /** How large an answer is, characters: a list that holds more takes longer. */
  readonly size: Record<Kind, number>;
}
const measured = new Map<string, Measured>();

interface Timed {
  readonly status: number;
  /** What was measured, if not the whole. */
  readonly ms?: number;
  readonly body?: unknown;
}

async function measure(name: string, ask: (kind: Kind, round: number) => Promise<Timed>): Promise<void> {
  const of: Measured = { figures: { empty: [], grown: [] }, statuses: new Set(), size: { empty: 0, grown: 0 } };
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds) {
      const began = performance.now();
      const { status, body, ms = performance.now() - began } = await ask(kind, round);
      of.figures[kind].push(ms);
      of.size[kind] = JSON.stringify(body ?? '').length;
      of.statuses.add(status);
    }
  measured.set(name, of);
}

/** From the connect request of a member to the news that there is a room; a stranger waits already. Then both leave. */
async function pairing(kind: Kind, token: string, noRepeat: boolean): Promise<Timed> {
  const world = worlds[kind];
  const waiting = await world.member(`Stranger ${randomUUID()}`);
  // A newcomer would wait for a welcomer, who may be here, for five seconds.
  await world.query('insert into encounter_total (account_id, completed_minutes) values ($1, 1)', [waiting.userId]);
  const stranger = await waiting.socket();
  const member = await world.socketWith((await world.call('/api/v1/realtime/auth', { token })).body.token);
  const request = { poolType: 'anyone', noRepeat };
  await stranger.emit('connectClick', { ...request, clickID: randomUUID() });
  const clickID = randomUUID();
  const ms = await timed(async () => {
    await member.emit('connectClick', { ...request, clickID });
    const { error } = await member.hears<MatchmakerEvent>('matchmakerEvent', (event) => 'roomID' in event || 'error' in event);
    if (error) throw new Error(`a member of the ${kind} database cannot connect: ${error}`);
  });
  await member.emit('cancelClick', { clickID });
  for (const socket of [stranger, member]) socket.close();
  return { status: 200, ms };
}

for (const { method, path, audience } of calls) {
  if (method !== 'GET' || path.includes('{')) continue;
  const who = ['admin', 'duty', 'moderator', 'facilitator'].includes(audience) ? 'admin' : 'member';
  await measure(path, (kind) => worlds[kind].call(path, { token: people[kind][who] }));
}
for (const noRepeat of [false, true])
  await measure(`a pairing${noRepeat ? ' that avoids repeats' : ''}`, (kind, i) =>
    pairing(kind, people[kind].meeting[i] ?? '', noRepeat),
  );
const body = { password };
await measure('/api/v1/account/exportdata', (kind) =>
  worlds[kind].call('/api/v1/account/exportdata', { token: people[kind].member, body }),
);
await measure('/api/v1/account/deleteaccount', (kind, i) =>
  worlds[kind].call('/api/v1/account/deleteaccount', { token: people[kind].leaving[i] ?? '', body }),
);

say(
  `\n${''.padEnd(44)}${['status', 'empty p50', 'p95', 'grown p50', 'p95', 'ratio', 'empty, B', 'grown, B'].map((each) => each.padStart(11)).join('')}`,
);
const ratios: { name: string; value: number }[] = [];
for (const [name, { figures, statuses, size }] of measured) {
  const [e50, e95] = [percentile(figures.empty, 0.5), percentile(figures.empty, 0.95)];
  const [g50, g95] = [percentile(figures.grown, 0.5), percentile(figures.grown, 0.95)];
  ratios.push({ name: name.replace('/api/v1/', ''), value: g95 / e95 });
  const cells = [
    [...statuses].join(),
    ...[e50, e95, g50, g95].map((ms) => `${ms.toFixed(1)} ms`),
    (g95 / e95).toFixed(1),
    ...kinds.map((kind) => String(size[kind])),
  ];
  say(name.padEnd(44) + cells.map((each) => each.padStart(11)).join(''));
}
drawBars('grown', [
  {
    title: 'p95 on the grown database, in times of the empty one',
    bars: ratios.toSorted((one, other) => other.value - one.value).slice(0, 15),
  },
]);
if (server)
  for (const kind of kinds) {
    const ask = () => worlds[kind].call('/api/v1/account/loginfromtoken', { token: people[kind].member });
    const { seconds, bytes, before, meanwhile, calls: made } = await backUp(server.programs, server.urls[kind], ask);
    say(
      `a backup (${kind}): ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB; opening the application p95 ${before.toFixed(0)} ms before, ${meanwhile.toFixed(0)} ms meanwhile (${made} calls)`,
    );
  }
for (const kind of kinds) await worlds[kind].close();

// Retention: a process that sweeps at once, until nothing too old is left.
let longest = { ms: 0, query: '' };
let watching = true;
const watch = (async () => {
  while (watching && server) {
    const { rows } = await server.client.query<{ ms: number; query: string }>(
      `select extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as ms, query from pg_stat_activity a
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start is not null and exists (
         select 1 from pg_locks l where l.pid = a.pid and l.mode = 'RowExclusiveLock') order by 1 desc limit 1`,
    );
    if (rows[0] && rows[0].ms > longest.ms) longest = rows[0];
    await wait(5);
  }
})();
const sweeping = await open('grown', { retentionSweep: 1_000 });
const left = async () =>
  Number(
    (
      await sweeping.query(`select count(*) as n from (select 1 from encounter where paired_at < $1 limit 1) as old`, [
        new Date(now.getTime() - 90 * 86_400_000),
      ])
    )[0]?.n,
  ) +
  Number(
    (
      await sweeping.query(`select count(*) as n from (select 1 from ring where rung_at < $1 limit 1) as old`, [
        new Date(now.getTime() - 30 * 86_400_000),
      ])
    )[0]?.n,
  );
const until = performance.now() + Number(values.sweep) * 1_000;
const swept = await timed(async () => {
  while ((await left()) > 0 && performance.now() < until) await wait(1_000);
});
watching = false;
await watch;
say(`\nretention: ${(swept / 1_000).toFixed(0)} s, ${(await left()) > 0 ? 'not all of it done' : 'until all of it was done'}`);
if (server)
  say(`the longest transaction that wrote: ${longest.ms.toFixed(0)} ms: ${longest.query.replaceAll(/\s+/g, ' ').slice(0, 160)}`);
await sweeping.close();
await stop();
process.exit(0);
