import { parseArgs } from 'node:util';
import { shortDurations, startServer } from '@unspoken/e2e/server';
import { hashPassword } from '@unspoken/server/platform/argon2';
import { createDatabase, startPostgres } from '@unspoken/testing/postgres';
import { percentile } from '../../../tools/figures.ts';
import { findPostgres } from '../../../tools/programs.mjs';
import { drawBars } from './picture.ts';

/**
 * `npm run bench:calls -- --seconds 3 --at-once 16`: how many of the ten most frequent calls one process answers per second, on the
 * embedded database and on PostgreSQL, compared with the health check; and how many people can sign in per second, compared with how
 * many password hashes the machine computes.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, 'at-once': { type: 'string', default: '16' } },
});
const [span, atOnce] = [Number(values.seconds) * 1_000, Number(values['at-once'])];
const password = 'a long enough password';

interface CallRequest {
  readonly name: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, string>>;
}

const api = '/api/v1';
const calls: readonly CallRequest[] = [
  { name: 'session', path: `${api}/account/loginfromtoken` },
  { name: 'configuration', path: `${api}/configuration` },
  { name: 'a ticket for a socket', path: `${api}/realtime/auth` },
  { name: 'how many are here', path: `${api}/presencecount` },
  { name: 'my circle', path: `${api}/friends/list` },
  { name: 'my encounters', path: `${api}/encounters/recent` },
  { name: 'standing', path: `${api}/account/standing` },
  { name: 'my language', path: `${api}/userpreferences/language`, body: { language: 'en' } },
  { name: 'camera failure', path: `${api}/cameraFailure`, body: { reason: 'NotAllowedError' } },
  { name: 'feedback', path: `${api}/feedback`, body: { content: 'well done' } },
];
const floor: CallRequest = { name: 'health check', path: '/healthz' };
const signIn: CallRequest = { name: 'sign in', path: `${api}/account/login`, body: { email: 'ann@example.org', password } };

async function ask(origin: string, { path, body }: CallRequest, token?: string): Promise<unknown> {
  const response = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer}`);
  return answer === '' ? undefined : JSON.parse(answer.startsWith('{') || answer.startsWith('[') ? answer : 'null');
}

/** Creates an account with a confirmed address, and returns its token. */
async function join(origin: string): Promise<string> {
  const email = 'ann@example.org';
  const body = { name: 'Ann', email, password, termsAccepted: 'true', over18: 'true' };
  const { token } = (await ask(origin, { name: '', path: `${api}/account/register`, body })) as { token: string };
  for (;;) {
    const mails = (await ask(origin, { name: '', path: `/dev/mailbox.json?to=${email}` })) as { text: string }[];
    const hash = mails.map(({ text }) => /confirmemail[/=](\S+)/.exec(text)?.[1]).find(Boolean);
    if (hash) {
      await ask(origin, { name: '', path: `${api}/account/confirmemail/${hash}` }, token);
      return token;
    }
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

interface Rate {
  readonly perSecond: number;
  readonly p99: number;
}

/** How often `act` completes per second, with `many` in parallel; the first half second is warm-up. */
async function rateOf(act: () => Promise<unknown>, many = atOnce): Promise<Rate> {
  const began = performance.now() + 500;
  const took: number[] = [];
  const repeat = async () => {
    while (performance.now() < began + span) {
      const asked = performance.now();
      await act();
      if (asked >= began) took.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: many }, repeat));
  return { perSecond: took.length / (span / 1_000), p99: percentile(took, 0.99) };
}

const programs = findPostgres();
if (!programs) throw new Error('this needs PostgreSQL; npm test installs it on Debian');
const postgres = await startPostgres(programs, { settings: { fsync: 'on' } });
const { url } = await createDatabase(postgres.url);
const servers = {
  PGlite: await startServer(shortDurations),
  PostgreSQL: await startServer(shortDurations, { DATABASE_URL: url, SECRET: 'a secret that nobody has to guess' }),
};
const found = new Map<string, Map<string, Rate>>();
for (const [database, { origin }] of Object.entries(servers)) {
  const token = await join(origin);
  const rates = new Map<string, Rate>();
  for (const each of [floor, ...calls]) rates.set(each.name, await rateOf(() => ask(origin, each, token)));
  rates.set(signIn.name, await rateOf(() => ask(origin, signIn)));
  found.set(database, rates);
}
const hashing = await rateOf(() => hashPassword(password));
const names = [floor, ...calls, signIn].map(({ name }) => name);
process.stdout.write(
  `${atOnce} at once, ${span / 1_000} s each\n\n${''.padEnd(24)}${'PGlite'.padStart(10)}${'p99'.padStart(10)}${'PostgreSQL'.padStart(14)}${'p99'.padStart(10)}\n`,
);
for (const name of names) {
  const cells = [...found.values()].map((rates) => rates.get(name) as Rate);
  process.stdout.write(
    `${name.padEnd(24)}${cells.map(({ perSecond, p99 }, i) => `${perSecond.toFixed(0)}/s`.padStart(i ? 14 : 10) + `${p99.toFixed(1)} ms`.padStart(10)).join('')}\n`,
  );
}
process.stdout.write(`${'a hash alone'.padEnd(24)}${hashing.perSecond.toFixed(0)}/s\n`);
drawBars('calls', [
  ...[...found].map(([database, rates]) => ({
    title: `Calls per second on ${database}`,
    bars: [floor, ...calls].map(({ name }) => ({ name, value: rates.get(name)?.perSecond ?? 0 })),
  })),
  {
    title: 'Sign-ins per second',
    bars: [
      { name: 'a hash alone', value: hashing.perSecond },
      ...[...found].map(([database, rates]) => ({ name: `on ${database}`, value: rates.get(signIn.name)?.perSecond ?? 0 })),
    ],
  },
]);
for (const server of Object.values(servers)) await server.stop();
await postgres.stop();
process.exit(0);
