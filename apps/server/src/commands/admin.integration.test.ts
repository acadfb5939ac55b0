import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer, problemOf } from './admin.ts';

const run = promisify(execFile);
let world: World;
beforeAll(async () => {
  world = await startWorld({ WAITING_LIST: 'on' });
});
afterAll(() => world.close());

/** Runs the command beside the running server, on its data. */
const admin = async (...args: string[]): Promise<{ code: number; output: string }> => {
  try {
    return { code: 0, output: await administer(args, { ...process.env, ...world.environment }) };
  } catch (error) {
    return { code: 1, output: problemOf(error) };
  }
};
/** The same in a process of its own, as an operator does. */
const adminProcess = async (...args: string[]): Promise<{ code: number; output: string }> => {
  const options = { env: { ...process.env, ...world.environment } };
  try {
    const { stdout } = await run(process.execPath, [new URL('./admin.ts', import.meta.url).pathname, ...args], options);
    return { code: 0, output: stdout.trim() };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, output: stderr.trim() };
  }
};
const me = async (token: string) => (await world.call('/api/v1/account/loginfromtoken', { token })).body.user;
const apply = async (name: string) => {
  const person = await world.newcomer(name);
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken(person.email, 'confirmemail')}`, {
    token: person.token,
  });
  await world.call('/api/v1/account/addregistrationinfo', {
    body: { motivation: `${name} is curious`, reference: 'other' },
    token: person.token,
  });
  return person;
};

test('[ACC-15] an approved applicant is admitted and notified by one mail', async () => {
  const ann = await apply('Ann');
  expect(await adminProcess('waiting')).toMatchObject({ code: 0, output: expect.stringContaining('ann@example.org (Ann)') });
  expect(await admin('approve', ann.email)).toEqual({ code: 0, output: 'ann@example.org is in.' });
  expect(await me(ann.token)).toMatchObject({ registeringStage: null });
  expect((await world.call('/api/v1/realtime/auth', { token: ann.token })).status).toBe(200);
  expect((await world.mailContaining(ann.email, 'Welcome to Unspoken\n')).subject).toBe('Welcome to Unspoken');
  expect(await admin('approve', ann.email)).toEqual({ code: 1, output: 'They are not on the waiting list.' });
  expect((await world.mails(ann.email)).length).toBe(2);
});

test('[ACC-15] a declined applicant is sent the reason', { tags: ['long'] }, async () => {
  const bea = await apply('Bea');
  expect(await adminProcess('decline', bea.email)).toEqual({ code: 1, output: 'the reason is missing' });
  expect((await admin('decline', bea.email, 'We', 'are', 'full.')).code).toBe(0);
  expect(await me(bea.token)).toMatchObject({ registeringStage: 'declined' });
  expect((await world.mailContaining(bea.email, 'We are full.')).subject).not.toContain('Welcome');
});

test('grant sets a role, and its holder has to sign in again', async () => {
  const cay = await apply('Cay');
  expect(await admin('grant', cay.email, 'moderator')).toEqual({
    code: 0,
    output: 'cay@example.org is moderator now, and has to sign in again.',
  });
  expect((await world.call('/api/v1/account/loginfromtoken', { token: cay.token })).status).toBe(401);
  expect(await world.query(`select kind, code, actor from act where subject = $1`, [cay.userId])).toEqual([
    { kind: 'role granted', code: 'moderator', actor: null },
  ]);
  expect((await admin('grant', cay.email, 'king')).output).toContain('the role must be one of');
  expect((await admin('grant', 'nobody@example.org', 'admin')).output).toBe('nobody has the address nobody@example.org');
  expect((await admin()).output).toContain('npm run admin -- <command>');
});

test.each(['__proto__', 'constructor', 'toString', 'nonsense'])(
  '[PLA-18] %s is not a command: the usage is printed, without a stack trace',
  async (name) => {
    const { code, output } = await admin(name);
    expect(code).toBe(1);
    expect(output).toMatch(/^npm run admin -- <command>/);
    expect(output).not.toMatch(/TypeError|^ {4}at /m);
  },
);

test('[ACC-23] a user who has lost the app and the recovery codes can set up another second factor', async () => {
  const dee = await apply('Dee');
  await world.query(`insert into second_factor (account_id, secret, confirmed_at) values ($1, 'lost', now())`, [dee.userId]);
  expect((await admin('reset-factor', dee.email)).code).toBe(0);
  expect(await world.query('select 1 from second_factor where account_id = $1', [dee.userId])).toEqual([]);
  expect((await world.call('/api/v1/account/loginfromtoken', { token: dee.token })).status).toBe(401);
  expect(await world.query('select kind from act where subject = $1', [dee.userId])).toEqual([{ kind: 'second factor reset' }]);
});

test('[MOD-7] samples for a moderator to explore: cases in the queue, created once, and never in production', async () => {
  expect(await admin('sample')).toMatchObject({ code: 0, output: expect.stringContaining('6 cases wait at /admin') });
  const cases = await world.query(
    `select kind, count(*)::int as n, count(*) filter (where rank = 4)::int as first from moderation_case group by kind order by kind`,
  );
  expect(cases).toEqual([
    { kind: 'notice', n: 1, first: 0 },
    { kind: 'reports', n: 5, first: 1 },
  ]);
  // A report by a new account does not cause a hold.
  expect(await world.query(`select 1 from act where kind = 'held'`)).toEqual([]);
  expect(await admin('sample')).toEqual({ code: 1, output: 'the samples are there already' });
});
