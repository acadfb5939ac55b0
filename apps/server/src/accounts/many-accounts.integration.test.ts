import { startProcesses } from '@unspoken/testing/processes';
import { password, type Reply, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountLimits } from './limits.ts';

const account = '/api/v1/account';
const hour = 3_600_000;
const metricsToken = 'a-token-that-only-machines-know';
const { triedAccountsPerAddress: tried, registerAltogether: altogether } = accountLimits;
let world: World;
beforeAll(async () => {
  // The shipped limits; addresses come from a proxy, so that the test can use several.
  world = await startWorld({
    ...{ LIMITS: 'on', TRUST_PROXY: 'on', METRICS_TOKEN: metricsToken, ADMIN_EMAILS: 'boss@example.org' },
  });
  world.stopClock();
});
afterAll(() => world.close());
beforeEach(() => world.advance(25 * hour));

const markOf = (letter: string) => letter.repeat(43);
let networks = 0;
const newNetwork = () => `198.51.${Math.floor(++networks / 250)}.${networks % 250}`;
interface From {
  readonly network?: string;
  readonly mark?: string;
  readonly at?: World;
}
const post = (path: string, body: Record<string, string>, { network = newNetwork(), mark, at = world }: From = {}) =>
  at.call(`${account}/${path}`, {
    body,
    headers: { 'x-forwarded-for': network, ...(mark !== undefined && { cookie: `browser=${mark}` }) },
  });
const login = (email: string, typed: string, from: From = {}) => post('login', { email, password: typed }, from);
const guess = (email: string, from: From = {}) => login(email, 'not the password', from);
const outcome = ({ status, body }: Reply) => [status, body.error];
const challenged = [429, 'too_many_accounts'];
let people = 0;
const addresses = (count: number) => Array.from({ length: count }, () => `nobody${++people}@example.org`);
const counted = async (name: string) => {
  const { body } = await world.call('/metrics', { token: metricsToken });
  return Number(new RegExp(`^unspoken_${name.replace('{', '\\{[^}]*')}\\S* (\\d+)`, 'm').exec(body)?.[1]);
};

test('[ACC-52] one network fails with twenty different accounts an hour; with one more it is challenged', async () => {
  const { email } = await world.newcomer('Ann');
  const network = newNetwork();
  const all = addresses(tried.count);
  for (const each of all) expect(outcome(await guess(each, { network }))).toEqual([401, 'wrong_credentials']);
  // Those that are counted can be tried again, within their own limits; a further one cannot, whether it exists or not.
  expect(outcome(await guess(all[0] as string, { network }))).toEqual([401, 'wrong_credentials']);
  const refused = await login(email, password, { network });
  expect(outcome(refused)).toEqual(challenged);
  expect(outcome(await guess('nobody.at.all@example.org', { network }))).toEqual(challenged);
  expect((await login(email, password)).status).toBe(200);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBe(tried.window / 1_000);
  world.advance(wait * 1_000 - 1);
  expect(outcome(await login(email, password, { network }))).toEqual(challenged);
  world.advance(1);
  expect((await login(email, password, { network })).status).toBe(200);
});

test('[ACC-52] a password set by a mailed link passes the challenge, in the browser that has set it', async () => {
  const [owner, other] = [await world.newcomer('Bea'), await world.newcomer('Bob')];
  const [network, mark] = [newNetwork(), markOf('b')];
  for (const each of addresses(tried.count)) await guess(each, { network });
  expect(outcome(await login(owner.email, password, { network, mark }))).toEqual(challenged);
  await post('startrecoverpassword', { email: owner.email }, { network, mark });
  const hash = await world.mailedToken(owner.email, 'resetpassword');
  expect((await post('resetpassword', { hash, password: 'another long minute' }, { network, mark })).status).toBe(200);
  expect((await login(owner.email, 'another long minute', { network, mark })).status).toBe(200);
  expect(outcome(await login(owner.email, 'another long minute', { network }))).toEqual(challenged);
  expect(outcome(await login(other.email, password, { network, mark }))).toEqual(challenged);
});

test('[ACC-52] a school whose students know their passwords is not challenged, and their attempts leave room for failures', async () => {
  const students = [];
  for (let i = 0; i <= tried.count; i++) students.push(await world.newcomer(`Student ${i}`));
  const network = newNetwork();
  for (const { email } of students) expect((await login(email, password, { network })).status).toBe(200);
  for (const each of addresses(tried.count)) expect((await guess(each, { network })).status).toBe(401);
  expect(outcome(await login(students[0]?.email as string, password, { network }))).toEqual(challenged);
});

test('[ACC-52] parallel attempts gain nothing', async () => {
  const network = newNetwork();
  const answers = await Promise.all(addresses(tried.count + 15).map((each) => guess(each, { network })));
  expect(answers.filter(({ body }) => body.error === 'too_many_accounts')).toHaveLength(15);
});

test('[ACC-52] attempts are counted by what came of them, for the alarm', async () => {
  const { email } = await world.newcomer('Dan');
  const results = ['succeeded', 'failed', 'refused'];
  const figures = () => Promise.all(results.map((result) => counted(`sign_in_attempts_total{result="${result}"`)));
  const before = await figures();
  const network = newNetwork();
  await login(email, password, { network });
  for (const each of addresses(tried.count)) await guess(each, { network });
  for (let i = 0; i < 3; i++) await login(email, password, { network });
  expect((await figures()).map((each, i) => each - (before[i] ?? 0))).toEqual([1, 20, 3]);
});

const register = async (name: string, { at = world, ...more }: { at?: World; email?: string; invitationHash?: string } = {}) => {
  const email = more.email ?? `${name.replaceAll(' ', '.')}@example.org`;
  const { status, body } = await post('register', { name, password, ...more, email }, { at });
  expect(status, name).toBe(200);
  return body.user.registeringStage as string | null;
};

/** Registers new accounts, twenty at a time, and checks that none of them waits. */
async function registerMany(count: number, of: (i: number) => World = () => world): Promise<void> {
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, i) => from + i);
    const stages = await Promise.all(some.map((i) => register(`new ${++people}`, { at: of(i) })));
    expect(stages).toEqual(some.map(() => null));
  }
}

test('[ACC-53] of more than two hundred registrations an hour, those beyond join the waiting list', {
  timeout: 60_000,
}, async () => {
  const host = await world.newcomer('Eve');
  await world.query('update account set verified_at = now() where id = $1', [host.userId]);
  await world.call('/api/v1/invitation', { token: host.token, body: { toEmail: 'friend@example.org' } });
  const invitationHash = await world.mailedToken('friend@example.org', '\\?invitation');
  await registerMany(altogether.count - 1);
  expect(await counted('registrations_gated_total')).toBe(0);
  expect(await register('too many')).toBe('sentCredentials');
  expect(await counted('registrations_gated_total')).toBe(1);
  // Neither an invitation nor an address of the operator waits.
  expect(await register('friend', { invitationHash })).toBeNull();
  expect(await register('boss')).toBeNull();
  world.advance(altogether.window - 1);
  expect(await register('late')).toBe('sentCredentials');
  world.advance(1);
  expect(await register('later')).toBeNull();
});

// One process alone has nobody to share its counts with.
if (process.env.WORLD_REDIS && process.env.WORLD_POSTGRES)
  test('[ACC-52] [ACC-53] several processes count together', { tags: ['long'], timeout: 60_000 }, async () => {
    const { processes, close } = await startProcesses(2, { LIMITS: 'on', TRUST_PROXY: 'on' });
    const [first, second] = processes as [World, World];
    const network = newNetwork();
    const half = addresses(tried.count / 2);
    for (const each of half) expect((await guess(each, { network, at: first })).status).toBe(401);
    // Known already, so not counted again.
    for (const each of half) expect((await guess(each, { network, at: second })).status).toBe(401);
    for (const each of addresses(tried.count / 2)) expect((await guess(each, { network, at: second })).status).toBe(401);
    for (const at of [first, second]) expect(outcome(await guess('somebody@example.org', { network, at }))).toEqual(challenged);
    await registerMany(altogether.count, (i) => (i % 2 === 0 ? first : second));
    for (const at of [first, second]) expect(await register(`beyond ${at === first}`, { at })).toBe('sentCredentials');
    await close();
  });
