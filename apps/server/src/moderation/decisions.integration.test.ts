import { moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let { as, standing, appeal, caseOf, subjects, accused, decision, newMember } = {} as ReturnType<typeof moderationOf>;
let [mo, ma, mi]: Member[] = [];
beforeAll(async () => {
  world = await startWorld({ TRUST_PROXY: 'on' });
  ({ as, standing, appeal, caseOf, subjects, accused, decision, newMember } = moderationOf(world));
  mo = await moderatorOf(world, 'Mo First');
  ma = await moderatorOf(world, 'Ma Second');
  mi = await moderatorOf(world, 'Mi Third');
});
afterAll(() => world.close());

test('[MOD-9] a ban takes two people, and a proposed one suspends until the second has decided', async () => {
  const { ben, caseID } = await accused();
  await as(mo, 'cases/claim', { caseID });
  expect((await as(mo, 'cases/decide', decision(caseID, { decision: 'ban' }))).body).toEqual({
    success: true,
    secondNeeded: true,
  });
  expect((await standing(ben)).conduct).toBe('suspended');
  expect((await as(mo, 'cases/claim', { caseID })).body.error).toBe('other_person_needed');
  const queue = (await as(mo, 'cases')).body.cases;
  expect(queue.find((each: { caseID: string }) => each.caseID === caseID)).toMatchObject({ state: 'secondNeeded', rank: 3 });
  expect((await as(ma, 'cases/claim', { caseID })).body).toEqual({ caseID });
  // The claim hides that a second person was needed; the details still say that a ban is proposed.
  expect((await as(ma, `cases/${caseID}`)).body).toMatchObject({ state: 'mine', banProposed: true });
  expect((await as(ma, 'cases/decide', decision(caseID, { decision: 'ban' }))).body).toEqual({
    success: true,
    secondNeeded: false,
  });
  expect((await as(ma, `cases/${caseID}`)).body.banProposed).toBe(false);
  expect(await standing(ben)).toMatchObject({ conduct: 'banned', until: null });
  expect(await subjects(ben, 3)).toEqual(
    expect.arrayContaining([expect.stringContaining('suspended'), expect.stringContaining('closed')]),
  );
  // A third moderator reinstates the member.
  expect((await as(mi, 'cases/reinstate', { caseID, facts: 'We were wrong.' })).body).toEqual({ success: true });
  expect((await standing(ben)).conduct).toBe('good');
  expect((await as(mi, 'cases/reinstate', { caseID, facts: 'Again' })).body.error).toBe('not_found');
});

test('[MOD-10] one appeal for each decision, decided by another moderator; a reversal ends the suspension', async () => {
  const { ben, caseID } = await accused();
  await as(mo, 'cases/claim', { caseID });
  await as(mo, 'cases/decide', decision(caseID));
  const { statementID } = (await standing(ben)).statements[0];
  expect((await appeal(await newMember(), statementID)).body.error).toBe('not_found');
  expect((await appeal(ben, statementID, '')).body.fields).toEqual({
    appealWords: 'Please say why you think the decision is wrong',
  });
  const twice = await Promise.all([appeal(ben, statementID), appeal(ben, statementID)]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await standing(ben)).statements[0].appeal).toBe('pending');
  expect(await subjects(ben, 3)).toContain('We have your appeal');
  const appealed = await caseOf(ben, 'appeal');
  expect((await as(mo, 'cases/claim', { caseID: appealed })).body.error).toBe('other_person_needed');
  expect((await as(ma, 'cases/claim', { caseID: appealed })).body).toEqual({ caseID: appealed });
  const details = (await as(ma, `cases/${appealed}`)).body;
  expect(details).toMatchObject({
    kind: 'appeal',
    words: 'It was a misunderstanding',
    records: [{ explanation: 'They shouted' }],
  });
  expect((await as(ma, 'cases/decideappeal', { caseID: appealed, facts: 'No outcome.' })).body.fields).toEqual({
    outcome: 'Please choose a decision',
  });
  expect(
    (await as(ma, 'cases/decideappeal', { caseID: appealed, outcome: 'reverse', facts: 'It was another person.' })).status,
  ).toBe(200);
  const after = await standing(ben);
  expect(after.conduct).toBe('good');
  expect(after.statements).toMatchObject([{ kind: 'suspended', appeal: 'reversed', appealFacts: 'It was another person.' }]);
  expect((await world.mailContaining(ben.email, 'It was another person.')).text).toContain('/account/standing');
  expect((await appeal(ben, statementID)).body.error).toBe('appeal_not_possible');
});

test('[MOD-10] an upheld appeal leaves the decision in force, also when another case is decided in between', async () => {
  const { ben, caseID } = await accused();
  await as(mo, 'cases/claim', { caseID });
  await as(mo, 'cases/decide', decision(caseID));
  const { statementID } = (await standing(ben)).statements[0];
  await appeal(ben, statementID);
  const appealed = await caseOf(ben, 'appeal');
  await as(ma, 'cases/claim', { caseID: appealed });
  // While the appeal is open, another report is made and decided with a suspension of its own.
  await reported(world, await newMember(), ben);
  const another = await caseOf(ben);
  await as(mo, 'cases/claim', { caseID: another });
  await as(mo, 'cases/decide', decision(another, { days: 30 }));
  expect((await as(ma, 'cases/decideappeal', { caseID: appealed, outcome: 'uphold', facts: 'Two people saw it.' })).status).toBe(
    200,
  );
  expect((await standing(ben)).conduct).toBe('suspended');
  expect((await standing(ben)).statements.at(-1)).toMatchObject({ statementID, appeal: 'upheld' });
  expect(await subjects(ben, 5)).toContain('Your appeal was decided');
  expect((await appeal(ben, statementID)).body.error).toBe('appeal_not_possible');
});

test('[MOD-7] a report that comes in during a review is not decided unseen', async () => {
  const { ben, caseID } = await accused();
  await as(mo, 'cases/claim', { caseID });
  await reported(world, await newMember(), ben, { reasons: ['written signs'] });
  expect((await as(mo, 'cases/decide', { caseID, decision: 'dismiss', seen: 1 })).body.error).toBe('case_changed');
  expect((await as(mo, 'cases/decide', { caseID, decision: 'dismiss', seen: 2 })).status).toBe(200);
});

test('[MOD-4] [MOD-7] a moderator decides neither their own report nor a case about them, and cannot see the latter', async () => {
  const ben = await newMember('Ben');
  await reported(world, mo as Member, ben);
  const mine = await caseOf(ben);
  expect((await as(mo, 'cases/claim', { caseID: mine })).body.error).toBe('other_person_needed');
  expect((await as(ma, 'cases/claim', { caseID: mine })).body).toEqual({ caseID: mine });
  await reported(world, await newMember(), mo as Member, { words: 'A moderator misbehaved' });
  const about = await caseOf(mo as Member);
  expect(JSON.stringify((await as(mo, 'cases')).body)).not.toContain(about);
  for (const path of [`cases/${about}`]) expect((await as(mo, path)).body.error).toBe('not_found');
  expect((await as(mo, 'cases/claim', { caseID: about })).body.error).toBe('not_found');
  expect((await as(mo, 'cases/preview', decision(about))).body.error).toBe('not_found');
  expect((await as(ma, 'cases/claim', { caseID: about })).body).toEqual({ caseID: about });
  await as(ma, 'cases/decide', { caseID: about, decision: 'dismiss' });
  await as(ma, 'cases/decide', { caseID: mine, decision: 'dismiss' });
});

test('[MOD-9] [MOD-10] a proposed ban that the second person dismisses: the suspension ends, and the member is notified', async () => {
  const { ben, caseID } = await accused();
  await as(mo, 'cases/claim', { caseID });
  const ban = decision(caseID, { decision: 'ban' });
  expect((await as(mo, 'cases/preview', ban)).body.subject).toContain('suspended');
  await as(mo, 'cases/decide', ban);
  await as(ma, 'cases/claim', { caseID });
  expect((await as(ma, 'cases/preview', ban)).body.subject).toContain('closed');
  expect((await as(ma, 'cases/decide', { caseID, decision: 'dismiss' })).status).toBe(200);
  const after = await standing(ben);
  expect([after.conduct, after.statements[0].kind]).toEqual(['good', 'reinstated']);
  expect(await subjects(ben, 3)).toContainEqual(expect.stringContaining('again'));
});

test('[MOD-12] a suspended member cannot register another spelling of their mailbox', async () => {
  const eve = await world.newcomer('Eva', { email: 'eva.two@gmail.com' });
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken(eve.email, 'confirmemail')}`);
  await reported(world, await newMember(), eve as Member);
  const caseID = await caseOf(eve as Member);
  await as(mo, 'cases/claim', { caseID });
  await as(mo, 'cases/decide', decision(caseID));
  const again = {
    name: 'Eva',
    email: 'evatwo+2@gmail.com',
    password: 'a long and quiet minute',
    termsAccepted: 'true',
    over18: 'true',
  };
  expect((await world.call('/api/v1/account/register', { body: again })).body.error).toBe('registration_failed');
});
