import { startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
beforeAll(async () => {
  world = await startWorld({ SUPPORT_EMAIL: 'help@example.org' });
});
afterAll(() => world.close());

const tell = (token: string, body: Record<string, string>) => world.call('/api/v1/feedback', { body, token });

test('[FEE-1] feedback is stored, and mailed to the support address', async () => {
  const ann = await world.member('Ann');
  expect((await tell(ann.token, { content: 'It was\r\nquiet', circleAnswer: 'yes' })).body).toEqual({ success: true });
  expect(await world.query('select account_id, content, circle_answer, experiences_answer from feedback')).toEqual([
    { account_id: ann.userId, content: 'It was\r\nquiet', circle_answer: 'yes', experiences_answer: '' },
  ]);
  const [mail] = await world.mails('help@example.org');
  expect(mail?.text).toContain('Ann <ann@example.org>');
  expect(mail?.text).toMatch(/content:\s+It was\s+quiet\s+circleAnswer:\s+yes/);
});

test('[FEE-2] anonymous feedback names nobody, in the database or in the mail', async () => {
  const bea = await world.member('Bea');
  await tell(bea.token, { membershipAnswer: 'secret thoughts', anon: 'true' });
  const [row] = await world.query(`select * from feedback where membership_answer = 'secret thoughts'`);
  expect(row).toMatchObject({ account_id: null });
  const mail = await world.mailContaining('help@example.org', 'anonymous');
  expect(mail.text).not.toMatch(/bea/i);
  expect(
    await world.query('select 1 from mailbox_message where $1 = any(concerns) and "to" like $2', [bea.userId, 'help%']),
  ).toEqual([]);
});

test('[FEE-3] at least one answer is required, and none may be too long', async () => {
  const cay = await world.member('Cay');
  const none = await tell(cay.token, { content: '  ', anon: 'true' });
  expect([none.status, none.body.fields]).toEqual([422, { content: 'Please answer at least one field' }]);
  const long = await tell(cay.token, { circleAnswer: 'x'.repeat(10_001) });
  expect([long.status, long.body.fields]).toEqual([422, { circleAnswer: 'This text is too long (maximum is 10000 characters)' }]);
  expect((await tell(cay.token, { circleAnswer: '😀'.repeat(5_000) })).status).toBe(200);
});
