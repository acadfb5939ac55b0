import { startMailServer } from '@unspoken/testing/mail-server';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const day = 24 * 3_600_000;
let world: World;
beforeAll(async () => {
  world = await startWorld();
  world.stopClock();
});
afterAll(() => world.close());

const invite = (token: string, toEmail: string) => world.call('/api/v1/invitation', { body: { toEmail }, token });
const exported = async (token: string) =>
  (await world.call('/api/v1/account/exportdata', { body: { password }, token })).body.invitations;
/** The invitations that were mailed to an address, once every job has run. */
const invited = async (email: string) => {
  await expect.poll(() => world.query(`select name from pgboss.job where state <> 'completed'`), { timeout: 30_000 }).toEqual([]);
  return world.query(`select text from mailbox_message where "to" = $1 and subject = 'An invitation to Unspoken' order by at`, [
    email,
  ]);
};
const declineToken = async (email: string) => world.mailedToken(email, 'unsubscribe/invitations');
const decline = (token: string, method = 'POST') =>
  world.call(`/unsubscribe/invitations/${token}`, {
    ...(method === 'POST' && { body: { 'List-Unsubscribe': 'One-Click' } }),
    method,
  });

test('[INV-5] an address is mailed one invitation in seven days, whoever sends it, and no sender learns about another', async () => {
  const [ann, bea, cay] = [await world.member('Ann'), await world.member('Bea'), await world.member('Cay')];
  const first = await invite(ann.token, 'friend@example.org');
  expect(await invited('friend@example.org')).toHaveLength(1);
  world.advance(7 * day - 1);
  const second = await invite(bea.token, 'friend@example.org');
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  expect(await invited('friend@example.org')).toHaveLength(1);
  const [ofAnn, ofBea] = [await exported(ann.token), await exported(bea.token)];
  expect(ofBea).toEqual([{ ...ofAnn[0], createdAt: expect.any(String) }]);
  world.advance(1);
  await invite(cay.token, 'friend@example.org');
  expect(await invited('friend@example.org')).toHaveLength(2);
  // Another address is not affected.
  await invite(cay.token, 'sister@example.org');
  expect(await invited('sister@example.org')).toHaveLength(1);
});

test('[INV-5] several members who invite an address at once have one mail sent', async () => {
  const senders = await Promise.all(Array.from({ length: 6 }, (_, i) => world.member(`Sender ${i}`)));
  await Promise.all(senders.map(({ token }) => invite(token, 'popular@example.org')));
  expect(await invited('popular@example.org')).toHaveLength(1);
});

test('[INV-5] a sender who deletes their account does not make room for another invitation', async () => {
  const [ned, ora] = [await world.member('Ned'), await world.member('Ora')];
  await invite(ned.token, 'wanted@example.org');
  expect(await invited('wanted@example.org')).toHaveLength(1);
  await world.call('/api/v1/account/deleteaccount', { body: { password }, token: ned.token });
  // The mail in the development mailbox, which names the sender's account, is erased with it.
  expect(await invited('wanted@example.org')).toEqual([]);
  await invite(ora.token, 'wanted@example.org');
  expect(await invited('wanted@example.org')).toEqual([]);
  expect(await exported(ora.token)).toHaveLength(1);
});

test('[INV-5] spellings of one mailbox count as one address', async () => {
  const dan = await world.member('Dan');
  await invite(dan.token, 'f.riend@gmail.com');
  expect(await invited('f.riend@gmail.com')).toHaveLength(1);
  await invite(dan.token, 'Friend+again@googlemail.com');
  expect(await invited('Friend+again@googlemail.com')).toEqual([]);
});

test('[INV-6] the link in an invitation declines all further ones, from anybody and for good; opening it changes nothing', async () => {
  const [eve, fay] = [await world.member('Eve'), await world.member('Fay')];
  await invite(eve.token, 'nothanks@gmail.com');
  const token = await declineToken('nothanks@gmail.com');
  // A mail scanner opens the link, also with HEAD.
  for (const method of ['GET', 'HEAD']) await decline(token, method);
  world.advance(7 * day);
  await invite(fay.token, 'nothanks@gmail.com');
  expect(await invited('nothanks@gmail.com')).toHaveLength(2);
  for (const _ of ['once', 'and again without harm']) expect((await decline(token)).body).toEqual({ success: true });
  // The first sender is gone, and so is the first mail: what the owner has asked for stays.
  await world.call('/api/v1/account/deleteaccount', { body: { password }, token: eve.token });
  world.advance(400 * day);
  const later = await world.newcomer('Gil');
  await world.query('update account set verified_at = now() where id = $1', [later.userId]);
  const answer = await invite(later.token, 'no.thanks@gmail.com');
  expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  expect(await invited('no.thanks@gmail.com')).toEqual([]);
  expect(await exported(later.token)).toHaveLength(1);
  // The database says nowhere whose wish it is.
  const kept = JSON.stringify(await world.query('select * from invited_address where declined_at is not null'));
  expect(kept).toMatch(/"hash":"[\w-]{43}"/);
  expect(kept).not.toContain('nothanks');
});

test('[INV-6] a member declines invitations as well, and a link that was not mailed is refused', async () => {
  const [hal, ivy, joy] = [await world.member('Hal'), await world.member('Ivy'), await world.member('Joy')];
  await invite(hal.token, ivy.email);
  const token = await declineToken(ivy.email);
  // The first character: of the last one some bits are unused.
  const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
  for (const wrong of ['nonsense', changed, token.slice(1)]) {
    const refused = await decline(wrong);
    expect([refused.status, refused.body.error], wrong).toEqual([404, 'invalid_unsubscribe_link']);
  }
  expect((await decline(token)).status).toBe(200);
  world.advance(8 * day);
  const again = await world.call('/api/v1/account/login', { body: { email: joy.email, password } });
  await invite(again.body.token, ivy.email);
  expect(await invited(ivy.email)).toHaveLength(1);
});

test('[INV-6] the headers of an invitation offer the link to mail programs', async () => {
  const server = await startMailServer();
  const mailing = await startWorld({ SMTP_URL: server.url });
  const kay = await mailing.newcomer('Kay');
  await mailing.query('update account set verified_at = now() where id = $1', [kay.userId]);
  await mailing.call('/api/v1/invitation', { token: kay.token, body: { toEmail: 'reader@example.org' } });
  const sent = () => server.taken.find(({ to }) => to === 'reader@example.org')?.text.replaceAll('\r\n ', ' ');
  await expect.poll(sent, { timeout: 60_000 }).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const token = /^List-Unsubscribe: <http\S+\/unsubscribe\/invitations\/([\w-]+)>/m.exec(sent() ?? '')?.[1];
  const clicked = await mailing.call(`/unsubscribe/invitations/${token}`, { body: { 'List-Unsubscribe': 'One-Click' } });
  expect(clicked.body).toEqual({ success: true });
  await mailing.close();
  await server.stop();
}, 120_000);
