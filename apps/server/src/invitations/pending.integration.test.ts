import { startMailServer } from '@unspoken/testing/mail-server';
import { password, startWorld } from '@unspoken/testing/world';
import { expect, test } from 'vitest';

test('[ACC-16] [INV-1] an invitation that is still on its way goes with whoever sent it', async () => {
  const server = await startMailServer('refuses');
  const world = await startWorld({ SMTP_URL: server.url });
  const ann = await world.newcomer('Ann');
  await world.query('update account set verified_at = now() where id = $1', [ann.userId]);
  const invited = await world.call('/api/v1/invitation', { token: ann.token, body: { toEmail: 'friend@example.org' } });
  expect(invited.body).toEqual({ success: true });
  const mails = () => world.query(`select id from pgboss.job where name = 'mail' and data->>'to' = 'friend@example.org'`);
  await expect.poll(mails, { timeout: 15_000 }).toHaveLength(1);
  const gone = await world.call('/api/v1/account/deleteaccount', { token: ann.token, body: { password } });
  expect(gone.body).toEqual({ success: true });
  expect(await mails()).toEqual([]);
  // The next mail that is accepted is sent: had the other waited, it would have been sent before.
  server.turn('takes');
  await world.newcomer('Ben');
  await expect.poll(() => server.taken.map(({ to }) => to), { timeout: 60_000 }).toContain('ben@example.org');
  expect(server.taken.map(({ to }) => to)).not.toContain('friend@example.org');
  await world.close();
  await server.stop();
}, 120_000);
