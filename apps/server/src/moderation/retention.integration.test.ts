import { moderate, moderatorOf, reported } from '@unspoken/testing/moderation';
import { swept } from '@unspoken/testing/sweeping';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const day = 24 * 3_600_000;
let world: World;
let mo: Member;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ retentionSweep: 100 }) });
  mo = await moderatorOf(world, 'Mo');
});
afterAll(() => world.close());

const count = async (sql: string, ...parameters: unknown[]) =>
  Number((await world.query(`select count(*)::int as n from ${sql}`, parameters))[0]?.n);
const conduct = async ({ userId }: { userId: string }) =>
  (await world.query('select kind, until from act where subject = $1 order by seq', [userId])).map(({ kind }) => kind);

test('[MOD-16] [ENC-20] over a year, closed cases are deleted, sanctions in force are kept, and open cases stay open', async () => {
  const [ann, ben, cay, dee] = [
    await world.member('Ann'),
    await world.member('Ben'),
    await world.member('Cay'),
    await world.member('Dee'),
  ];
  for (const other of [ben, cay, dee]) await reported(world, ann, other, { words: `about ${other.name}` });
  const caseOf = async ({ userId }: Member) =>
    (await world.query('select id from moderation_case where subject = $1', [userId]))[0]?.id as string;
  const decide = async (member: Member, decision: object) => {
    const caseID = await caseOf(member);
    await moderate(world, mo, 'cases/claim', { caseID });
    expect((await moderate(world, mo, 'cases/decide', { caseID, ...decision })).status).toBe(200);
  };
  // One case is dismissed, one ends in a suspension without an end, one stays open.
  await decide(ben, { decision: 'dismiss' });
  await decide(cay, { decision: 'suspend', rule: 'kind', facts: 'You shouted.' });
  expect([await count('report'), await count('report_origin'), await count('encounter')]).toEqual([3, 3, 3]);

  world.advance(8 * day);
  await expect.poll(() => count('report_origin')).toBe(0);
  expect([await count('report'), await count('encounter')]).toEqual([3, 3]);

  world.advance(83 * day);
  await expect.poll(() => count('encounter')).toBe(0);
  expect(await world.query('select completed_minutes from encounter_total where account_id = $1', [ann.userId])).toEqual([
    { completed_minutes: 3 },
  ]);
  expect(await count('report')).toBe(3);

  world.advance(275 * day);
  await expect.poll(() => count('report')).toBe(1);
  expect(await world.query('select explanation from report_text')).toEqual([{ explanation: 'about Dee' }]);
  await expect.poll(() => conduct(ben)).toEqual([]);
  // A sanction in force is kept, with its reasons.
  expect(await conduct(cay)).toEqual(expect.arrayContaining(['suspended']));
  expect(await count(`act_text where words = 'You shouted.'`)).toBe(1);
  // The person can still be reinstated.
  expect(await count('moderation_case where subject = $1', cay.userId)).toBe(1);
  expect(await count('session')).toBe(0);

  // Even a transaction of retention cannot delete younger lines.
  await expect(
    world.query(`do $$ begin perform set_config('unspoken.forget_before', '2020-01-01', true); delete from act; end $$`),
  ).rejects.toThrow(/append-only/);
});

test('[MOD-12] [MOD-16] the hash of a deleted account is deleted once no case is open and no sanction is in force', async () => {
  mo = await moderatorOf(world, 'Mo Again');
  const [ann, eve] = [await world.member('Anna'), await world.member('Eve')];
  await reported(world, ann, eve);
  const caseID = (await world.query('select id from moderation_case where subject = $1', [eve.userId]))[0]?.id as string;
  await world.call('/api/v1/account/deleteaccount', { token: eve.token, body: { password: 'a long and quiet minute' } });
  const hashes = () => count('former_person where subject = $1', eve.userId);
  expect(await hashes()).toBe(1);
  world.advance(8 * day);
  await swept(world);
  // Her case is still open.
  expect(await hashes()).toBe(1);
  await moderate(world, mo, 'cases/claim', { caseID });
  expect((await moderate(world, mo, 'cases/decide', { caseID, decision: 'dismiss' })).status).toBe(200);
  await expect.poll(hashes).toBe(0);
});
