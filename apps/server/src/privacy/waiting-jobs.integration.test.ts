import { password, startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';

test('[ACC-16] pending jobs about a person or their address are deleted with the account, and no others', async () => {
  // A web process enqueues jobs but does not run them, so they stay pending.
  const world = await startWorld({
    PROCESS_ROLE: 'web',
    REDIS_URL: process.env.WORLD_REDIS as string,
    REDIS_SPACE: 'waiting-jobs',
    SECRET: 'only for this test, and for nothing else',
  });
  const eve = await world.newcomer('Eve');
  const fay = await world.newcomer('Fay');
  await world.query('update account set verified_at = now()');
  const post = (path: string, body: Record<string, string>, token?: string) => world.call(`/api/v1/${path}`, { body, token });
  // A mail to each, a request to recover the password of each, and an invitation from each to the other.
  for (const [own, other] of [
    [eve, fay],
    [fay, eve],
  ] as const) {
    expect((await post('account/startrecoverpassword', { email: own.email })).status).toBe(200);
    expect((await post('invitation', { toEmail: other.email }, own.token)).body).toEqual({ success: true });
  }
  /** The pending jobs, each with the people it names. */
  const jobs = async () => {
    const rows = await world.query(`select name, data::text as data from pgboss.job where name not like '\\_\\_%'`);
    return rows
      .map(({ name, data }) => {
        const named = [eve, fay].filter(({ email, userId }) => [email, userId].some((each) => String(data).includes(each)));
        return [name, ...named.map(({ email }) => email.split('@')[0])].join(' ');
      })
      .sort();
  };
  expect(await jobs()).toEqual([
    'mail eve',
    'mail fay',
    'recover-password eve',
    'recover-password fay',
    'write-invitation eve fay',
    'write-invitation eve fay',
  ]);
  expect((await post('account/deleteaccount', { password }, eve.token)).body).toEqual({ success: true });
  expect(await jobs()).toEqual(['mail fay', 'recover-password fay']);
  await world.close();
});
