import { createHash, randomUUID } from 'node:crypto';
import { type CallerKind, callers, refusal } from '@unspoken/contract/access';
import { calls } from '@unspoken/contract/calls';
import { errorStatus } from '@unspoken/contract/errors';
import { rawRequest } from '@unspoken/testing/raw-request';
import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const kinds = Object.keys(callers) as CallerKind[];
const refusals = [
  'sign_in_required',
  'verification_required',
  'not_admitted',
  'account_suspended',
  'guests_not_allowed',
  'role_needed',
  'second_factor_needed',
];

let world: World;
const accounts = new Map<CallerKind, string>();
beforeAll(async () => {
  world = await startWorld();
  for (const kind of kinds) {
    if (kind === 'visitor') continue;
    const { userId } = await world.newcomer(kind.replaceAll(' ', '-'));
    accounts.set(kind, userId);
    const set = (sql: string) => world.query(`update account set ${sql} where id = $1`, [userId]);
    if (kind !== 'unverified') await set('verified_at = now()');
    if (kind === 'wait-listed') await set(`registering_stage = 'sentInfo'`);
    if (kind === 'experience guest') {
      await set(`role = 'experienceGuest'`);
      await world.query(
        `insert into personal_invitation (code_hash, host, experience_type, created_at, expires_at)
         values ('hash', gen_random_uuid(), 'oneminute', now(), now() + interval '1 hour')`,
      );
      await world.query(`insert into experience_guest (account_id, code_hash, created_at) values ($1, 'hash', now())`, [userId]);
    }
    if (kind.startsWith('suspended'))
      await world.query(`insert into act (id, at, kind, subject) values (gen_random_uuid(), now(), 'suspended', $1)`, [userId]);
    const role = ['facilitator', 'moderator', 'admin'].find((each) => kind.includes(each));
    if (role) await set(`role = '${role}'`);
  }
});
afterAll(() => world.close());

/** A fresh token of a caller of this kind, because a call may end its own session. */
async function tokenOf(kind: CallerKind): Promise<string | undefined> {
  const accountId = accounts.get(kind);
  if (accountId === undefined) return undefined;
  const [token, session] = [`${randomUUID()}${randomUUID()}`.replaceAll('-', ''), randomUUID()];
  if (kind === 'revoked token') return token;
  await world.query(
    `insert into session (id, account_id, created_at, last_used_at, second_factor_at) values ($1, $2, now(), now(), $3)`,
    [session, accountId, callers[kind]?.secondFactor ? new Date() : null],
  );
  await world.query(
    `insert into session_token (hash, session_id, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')`,
    [createHash('sha256').update(token).digest('base64url'), session],
  );
  return token;
}

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '[ACC-19] %s is open to whom the table says, and to nobody else',
  async (_, call) => {
    const path = call.path.replaceAll(/\{\w+\}/g, 'nonsense');
    for (const kind of kinds) {
      const answer = await world.call(path, { method: call.method, token: await tokenOf(kind) });
      const refused = refusal(call, callers[kind]);
      if (refused === undefined) expect(refusals, `${kind}: ${answer.body.error}`).not.toContain(answer.body.error);
      else expect([kind, answer.status, answer.body.error]).toEqual([kind, errorStatus(refused), refused]);
    }
  },
);

test('[ACC-19] no other spelling of a path, and no other method, admits a visitor', async () => {
  const closed = calls.filter(({ audience, path }) => audience !== 'anyone' && !path.includes('{'));
  for (const { path, method } of closed) {
    const spellings = [
      path.toUpperCase(),
      path.replace('/api', '//api'),
      `${path}/`,
      `${path}.`,
      `${path};x=1`,
      `${path}%2f`,
      path.replace('/v1/', '/v1/%2e%2e/v1/'),
      path.replace('account', '%61ccount'),
      `${path}?token=x`,
    ];
    for (const spelling of spellings) {
      const answer = await world.call(spelling, { method });
      // A path that is not a call may be answered with the page.
      const page = answer.headers.get('content-type')?.startsWith('text/html');
      expect(page || [401, 404].includes(answer.status), `${method} ${spelling} answered ${answer.status}`).toBe(true);
    }
    for (const other of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      const answer = await world.call(path, { method: other });
      expect([401, 404, 405], `${other} ${path} answered ${answer.status}`).toContain(answer.status);
    }
  }
});

test('[ACC-19] TRACE, a whole address as the target, and methods in other spellings admit no visitor', async () => {
  const closed = calls.filter(({ audience, path }) => audience !== 'anyone' && !path.includes('{'));
  const [origin, host] = [world.origin, new URL(world.origin).host];
  const heads = (path: string, method: string): [string, readonly number[]][] => [
    [`TRACE ${path}`, [404, 405]],
    [`TRACE ${origin}${path}`, [404, 405]],
    [`${method} ${origin}${path}`, [401, 404]],
    [`${method} http://elsewhere.example${path}`, [401, 404]],
    [`${method} http://ann:secret@${host}${path}`, [401, 404]],
    [`${method} https://elsewhere.example:443${path}`, [401, 404]],
    [`${method} //${host}${path}`, [200, 404]],
    [`${method} ${path}#${path}`, [401, 404]],
    [`${method.toLowerCase()} ${path}`, [400]],
    [`${method}\t${path}`, [400]],
    [`${method} ${host}`, [400]],
  ];
  await Promise.all(
    closed.map(async ({ path, method }) => {
      for (const [head, statuses] of heads(path, method)) {
        const secret = 'Bearer not-a-token-of-any-session';
        const lines = [
          `${head} HTTP/1.1`,
          `Host: ${host}`,
          'Connection: close',
          `Authorization: ${secret}`,
          'Content-Length: 0',
          '',
          '',
        ];
        // A slow machine may take its time; the server closes each connection.
        const answers = await rawRequest(world.origin, lines.join('\r\n'), 15_000);
        expect(answers, head).toHaveLength(1);
        const [answer] = answers;
        expect(statuses, `${head} answered ${answer?.status}`).toContain(answer?.status);
        // A path that is not a call may be answered with the page; no answer repeats the request, as that to TRACE would.
        if (answer?.status === 200) expect(answer.headers.get('content-type')).toContain('text/html');
        expect(answer?.body).not.toContain(secret);
      }
    }),
  );
});

test('[ACC-19] a token in a body, a query or a cookie is ignored', async () => {
  const token = (await tokenOf('admin')) as string;
  const path = '/api/v1/account/acceptedguidance';
  const answers = [
    await world.call(path, { body: { token } }),
    await world.call(`${path}?token=${token}`, { method: 'POST' }),
    await world.call(path, { method: 'POST', headers: { cookie: `token=${token}` } }),
    await world.call(path, { method: 'POST', headers: { authorization: `Basic ${token}` } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});
