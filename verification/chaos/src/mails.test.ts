import { Installation } from '@unspoken/testing/installation';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgres, findRedis } from '../../../tools/programs.mjs';

if (findPostgres() && findRedis())
  test('[ACC-9] a mail whose sender dies while sending it is sent again within a minute', { tags: ['long'] }, async () => {
    const installation = await Installation.start(2);
    onTestFinished(() => installation.stop());
    const { mail, nodes } = installation;
    const [first, second] = nodes as [(typeof nodes)[number], (typeof nodes)[number]];
    mail.behave('hangs');
    const registered = await fetch(`${first.origin}/api/v1/account/register`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ann', email: 'ann@example.org', password: 'a long and quiet minute' }),
    });
    expect(registered.status).toBe(200);
    await expect.poll(() => mail.connections, { timeout: 15_000 }).toBe(1);
    // Either process may have begun to send it.
    for (const node of nodes) await node.signal('SIGKILL');
    mail.behave('takes');
    await second.start();
    await expect.poll(() => mail.taken.map(({ to }) => to), { timeout: 60_000, interval: 250 }).toEqual(['ann@example.org']);
  });
else test.skip('mails: PostgreSQL or Redis is not installed', () => {});
