import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { moderate, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const run = promisify(execFile);
const rounds = 12;
let world: World;
let [ada, ben, cay]: Member[] = [];
beforeAll(async () => {
  world = await startWorld();
  ada = await moderatorOf(world, 'Ada Last', 'admin');
  ben = await moderatorOf(world, 'Ben Last', 'admin');
  cay = await moderatorOf(world, 'Cay Last');
});
afterAll(() => world.close());

/** Makes these two the only admins, each signed in with a second factor. */
async function onlyAdmins(...admins: readonly (Member | undefined)[]): Promise<Member[]> {
  await world.query(`update account set role = 'member' where role = 'admin'`);
  const signedIn: Member[] = [];
  for (const each of admins as Member[]) {
    await world.query(`update account set role = 'admin' where id = $1`, [each.userId]);
    const { token } = (await world.call('/api/v1/account/login', { body: { email: each.email, password } })).body;
    await world.query('update session set second_factor_at = now() where account_id = $1', [each.userId]);
    signedIn.push({ ...each, token });
  }
  return signedIn;
}
beforeEach(async () => {
  [ada, ben] = await onlyAdmins(ada, ben);
});

const json = (token: string | undefined, path: string, body: object) =>
  world.call(path, { token, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const demote = (by: Member | undefined, whom: Member | undefined) =>
  json(by?.token, '/api/v1/office/role', { personID: whom?.userId, role: 'member' });
const leave = (who: Member | undefined) => json(who?.token, '/api/v1/account/deleteaccount', { password });
const admins = async () => (await world.query(`select id from account where role = 'admin'`)).map(({ id }) => id);

test('[ACC-49] two admins who demote each other at once leave one', async () => {
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all([demote(ada, ben), demote(ben, ada)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await admins()).toHaveLength(1);
    [ada, ben] = await onlyAdmins(ada, ben);
  }
});

test('[ACC-49] the last admin cannot delete their account, one of two can; two at once leave one', async () => {
  const pair = async (round: number) => [
    await moderatorOf(world, `First ${round}`, 'admin'),
    await moderatorOf(world, `Second ${round}`, 'admin'),
  ];
  for (let round = 0; round < rounds / 2; round++) {
    const [one, other] = await onlyAdmins(...(await pair(round)));
    const answers = await Promise.all([leave(one), leave(other)]);
    expect(answers.map(({ status, body }) => body.error ?? status).sort()).toEqual([200, 'last_admin']);
    expect(await admins()).toHaveLength(1);
  }
});

test('[ACC-49] the last admin is not demoted from the command line', { tags: ['long'] }, async () => {
  const admin = (...args: string[]) =>
    run(process.execPath, [new URL('../commands/admin.ts', import.meta.url).pathname, ...args], {
      env: { ...process.env, ...world.environment },
    });
  await admin('grant', ben?.email as string, 'moderator');
  await expect(admin('grant', ada?.email as string, 'member')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There would be no administrator left/),
  });
  expect(await admins()).toEqual([ada?.userId]);
});

test('[ACC-49] the last admin is not suspended, and a suspended one does not count', async () => {
  const reporter = await world.member('Dee Last');
  const decide = async (whom: Member) => {
    await reported(world, reporter, whom);
    const [row] = await world.query('select id from moderation_case where subject = $1 and closed_at is null', [whom.userId]);
    await moderate(world, cay as Member, 'cases/claim', { caseID: row?.id });
    return moderate(world, cay as Member, 'cases/decide', {
      caseID: row?.id,
      decision: 'suspend',
      days: 7,
      rule: 'kind',
      facts: 'What was reported.',
    });
  };
  const first = await decide(ben as Member);
  expect([first.status, first.body.error]).toEqual([200, undefined]);
  expect((await decide(ada as Member)).body.error).toBe('last_admin');
  expect((await leave(ada)).body.error).toBe('last_admin');
});
