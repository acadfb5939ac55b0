import { begun, closeOf, running } from '@unspoken/testing/encounter';
import { moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const hour = 3_600_000;
const day = 24 * hour;
let world: World;
let { as, standing, reports, caseOf, subjects, accused, decision, newMember } = {} as ReturnType<typeof moderationOf>;
let [mo, ma, mi]: Member[] = [];
beforeAll(async () => {
  const durations = {
    introDuration: 50,
    connectionDuration: 20_000,
    beginLead: 50,
    countInterval: 100,
  };
  world = await startWorld({ DURATIONS: JSON.stringify(durations), TRUST_PROXY: 'on' });
  ({ as, standing, reports, caseOf, subjects, accused, decision, newMember } = moderationOf(world));
  mo = await moderatorOf(world, 'Mo First');
  ma = await moderatorOf(world, 'Ma Second');
  mi = await moderatorOf(world, 'Mi Third');
});
afterAll(() => world.close());

test('[ENC-39] moderators see how many people veiled somebody within a week, from two on, and who it was nowhere', async () => {
  const { ben, caseID } = await accused();
  const [one, other] = [await newMember('One'), await newMember('Other')];
  const veil = (by: Member, room: string, age: number) =>
    world.query(`insert into veil (room_id, by, over, at) values ($1, $2, $3, $4)`, [
      ...[room, by.userId, ben.userId],
      new Date(world.now().getTime() - age).toISOString(),
    ]);
  const seen = async () => (await as(mo, `cases/${caseID}`)).body.person;
  await veil(one, 'oneminute:one', 1_000);
  await veil(one, 'oneminute:two', 2_000);
  expect(await seen()).toMatchObject({ veiledBy: 0 });
  await veil(other, 'oneminute:three', 7 * day + 60_000);
  expect(await seen()).toMatchObject({ veiledBy: 0 });
  await veil(other, 'oneminute:four', 7 * day - 60_000);
  expect(await seen()).toMatchObject({ veiledBy: 2 });
  expect(JSON.stringify(await seen())).not.toMatch(new RegExp(`${one.userId}|${other.userId}`));
  // It is no sanction, and each of them is told only their own.
  expect((await standing(ben)).conduct).toBe('good');
});

test('[MOD-5] [MOD-10] [MOD-15] a case from its report to the decision, and what each side learns', async () => {
  const { ann, ben, caseID } = await accused();
  expect(await reports(ann)).toEqual([
    { reportID: expect.any(String), at: expect.any(Number), reasons: ['hate or harassment'], state: 'received' },
  ]);
  const entry = (await as(mo, 'cases')).body.cases.find((each: { caseID: string }) => each.caseID === caseID);
  expect(entry).toMatchObject({ kind: 'reports', state: 'free', rank: 2, reports: 1, held: false });
  expect((await as(mo, 'cases/decide', decision(caseID))).body.error).toBe('case_taken');
  expect((await as(mo, 'cases/claim', { caseID })).body).toEqual({ caseID });
  expect(await reports(ann)).toMatchObject([{ state: 'inReview' }]);
  const details = (await as(mo, `cases/${caseID}`)).body;
  expect(details).toMatchObject({
    state: 'mine',
    person: { memberSince: expect.any(Number), conduct: 'good', encounters: 1 },
    records: [
      {
        reporter: 'A',
        explanation: 'They shouted',
        upheld: 0,
        dismissed: 0,
        encounter: { duration: 60_000, endReason: 'natural' },
      },
    ],
    banProposed: false,
    otherPersonNeeded: false,
  });
  expect(JSON.stringify(details)).not.toMatch(
    new RegExp(`${ann.userId}|${ann.email}|${ann.name}|${ben.userId}|${ben.email}|${ben.name.split(' ')[0]}|Surname`),
  );
  expect((await as(mo, 'cases/note', { caseID, words: 'Seen twice' })).body).toEqual({ success: true });
  for (const [missing, fields] of [
    [{ decision: undefined }, { decision: 'Please choose a decision' }],
    [{ decision: '' }, { decision: 'Please choose a decision' }],
    [{ rule: undefined }, { rule: 'Please choose the rule' }],
    [{ facts: ' ' }, { facts: 'Please say what happened, for the person to read' }],
    [{ days: 366 }, { days: 'This value is not valid' }],
  ] as const)
    expect((await as(mo, 'cases/decide', decision(caseID, missing))).body.fields).toEqual(fields);
  const preview = (await as(mo, 'cases/preview', decision(caseID, { days: 7 }))).body;
  expect(preview).toMatchObject({ language: 'en', text: expect.stringContaining('You shouted at somebody.') });
  expect((await as(mo, 'cases/decide', decision(caseID, { days: 7 }))).body).toEqual({ success: true, secondNeeded: false });
  // The accused member learns the decision by mail and on screen, and every call reflects it.
  expect(await world.mailContaining(ben.email, 'You shouted at somebody.')).toMatchObject({
    subject: preview.subject,
    text: preview.text.replace('…', ben.name),
  });
  const afterDecision = await standing(ben);
  expect(afterDecision).toMatchObject({
    conduct: 'suspended',
    statements: [{ kind: 'suspended', rule: 'kind', facts: 'You shouted at somebody.', decidedBy: 'people', appeal: 'possible' }],
  });
  expect(afterDecision.until - world.now().getTime()).toBeGreaterThan(6.9 * day);
  const { user } = (await world.call('/api/v1/account/loginfromtoken', { token: ben.token })).body;
  expect(user.accountSuspended).toBe(true);
  expect((await world.call('/api/v1/invitation', { token: ben.token, body: { toEmail: 'x@example.org' } })).body.error).toBe(
    'account_suspended',
  );
  // The reporter learns that action was taken, and nothing of the decision.
  expect(await reports(ann)).toMatchObject([{ state: 'acted' }]);
  const outcomeMail = await world.mailContaining(ann.email, 'The outcome of your report');
  expect(outcomeMail.text).not.toMatch(/suspend|Ben/);
  const history = (await as(ma, `cases/${caseID}`)).body.history;
  expect(history.map(({ kind, by, reason }: Record<string, string | null>) => [kind, by, reason])).toEqual([
    ['claimed', 'Mo First', null],
    ['looked', 'Mo First', null],
    ['noted', 'Mo First', null],
    ['suspended', 'Mo First', 'kind'],
    ['looked', 'Ma Second', null],
  ]);
  // The suspension ends by itself.
  world.advance(7 * day);
  expect((await standing(ben)).conduct).toBe('good');
});

test('[MOD-5] a dismissed report: the reported member hears nothing, and the reporter learns that it was reviewed', async () => {
  const { ann, ben, caseID } = await accused();
  await as(mo, 'cases/claim', { caseID });
  expect((await as(mo, 'cases/decide', { caseID, decision: 'dismiss' })).status).toBe(200);
  expect(await reports(ann)).toMatchObject([{ state: 'noBreach' }]);
  expect(await subjects(ann, 2)).toContain('The outcome of your report');
  expect(await standing(ben)).toEqual({ conduct: 'good', until: null, statements: [] });
  // A later report opens a case of its own.
  await reported(world, await newMember(), ben);
  expect(await caseOf(ben)).not.toBe(caseID);
});

test('[MOD-7] two moderators claim a case at once: one gets it and the other is refused; an abandoned claim lapses', async () => {
  const { caseID } = await accused();
  const claims = await Promise.all([as(mo, 'cases/claim', { caseID }), as(ma, 'cases/claim', { caseID })]);
  expect(claims.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [first, second] = claims[0]?.status === 200 ? [mo, ma] : [ma, mo];
  expect((await as(second, 'cases/claim', { caseID })).body.error).toBe('case_taken');
  expect((await as(second, 'cases/decide', decision(caseID))).body.error).toBe('case_taken');
  expect((await as(second, 'cases/release', { caseID })).body.error).toBe('case_taken');
  world.advance(hour);
  expect((await as(second, 'cases/claim', { caseID })).body).toEqual({ caseID });
  expect((await as(first, 'cases/decide', decision(caseID))).body.error).toBe('case_taken');
  expect((await as(second, 'cases/release', { caseID })).body).toEqual({ success: true });
  // Moderators who claim the next case at the same time never get the same one.
  const next = await Promise.all([as(mo, 'cases/claim', {}), as(ma, 'cases/claim', {}), as(mi, 'cases/claim', {})]);
  const ids = next.map(({ body }) => body.caseID).filter((id) => id !== null);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [i, moderator] of [mo, ma, mi].entries())
    if (next[i]?.body.caseID) await as(moderator, 'cases/release', { caseID: next[i]?.body.caseID });
});

test('[MOD-7] two decisions of one case at once: one is accepted', async () => {
  const { ben, caseID } = await accused();
  await as(mo, 'cases/claim', { caseID });
  const both = await Promise.all([
    as(mo, 'cases/decide', decision(caseID)),
    as(mo, 'cases/decide', { caseID, decision: 'dismiss' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const decided = await world.query(`select kind from act where subject = $1 and kind in ('suspended', 'dismissed')`, [
    ben.userId,
  ]);
  expect(decided).toHaveLength(1);
});

test('[MOD-8] a member suspended during a minute leaves at once; the partner sees an end like any other and connects again', async () => {
  const { ben, caseID } = await accused();
  const cay = await newMember('Cay');
  await world.query('update account set guidance_accepted_at = now()');
  const pair = await begun([ben, cay]);
  // The minute itself has begun, not only the intro.
  await running(pair, world);
  await as(mo, 'cases/claim', { caseID });
  const decided = as(mo, 'cases/decide', decision(caseID));
  expect(await closeOf(pair.sockets[1])).toMatchObject({ endReason: 'manual_other' });
  expect((await decided).status).toBe(200);
  expect(JSON.stringify(pair.sockets[1].heard)).not.toMatch(/suspend|moder/);
  // The end is recorded within a second; then each side gets its own answer.
  const again = (side: 0 | 1) => pair.sockets[side].emit('connectClick', { clickID: 'again' });
  await expect.poll(() => again(0), { timeout: 1_000 }).toMatchObject({ error: 'account_suspended' });
  expect(await again(1)).toEqual({ ok: true });
  for (const socket of pair.sockets) socket.close();
});

test('[MOD-8] a member suspended in the moment of connecting is never in a room afterwards', async () => {
  const { ben, caseID } = await accused();
  const socket = await ben.socket();
  await as(mo, 'cases/claim', { caseID });
  await Promise.all([as(mo, 'cases/decide', decision(caseID)), socket.emit('connectClick', { clickID: 'at once' })]);
  const dee = await (await newMember('Dee')).socket();
  await dee.emit('connectClick', { clickID: 'waits' });
  await expect.poll(async () => (await world.call('/api/v1/presencecount')).body['oneminute:anyone']).toBe(1);
  expect(await world.query('select 1 from live_participant where account_id = $1', [ben.userId])).toEqual([]);
  for (const each of [socket, dee]) each.close();
});

test('[MOD-11] the database refuses to change or delete lines of the ledger', async () => {
  for (const table of ['act', 'report'])
    for (const sql of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table}`])
      await expect(world.query(sql)).rejects.toThrow(/append-only|cannot truncate/);
});

test('[MOD-12] a suspended member who deletes their account cannot register the same mailbox again', async () => {
  const [ann, eve] = [await newMember('Ann'), await world.newcomer('Eve', { email: 'eve.one@gmail.com' })];
  await world.call(`/api/v1/account/confirmemail/${await world.mailedToken(eve.email, 'confirmemail')}`);
  await reported(world, ann, { ...eve, name: 'Eve', socket: () => Promise.reject() });
  const caseID = await caseOf(eve as Member);
  // The account is deleted before the decision; the case stays open.
  const deleted = await world.call('/api/v1/account/deleteaccount', {
    token: eve.token,
    body: { password: 'a long and quiet minute' },
  });
  expect(deleted.body).toEqual({ success: true });
  const register = (email: string) =>
    world.call('/api/v1/account/register', {
      body: { name: 'Eve', email, password: 'a long and quiet minute', termsAccepted: 'true', over18: 'true' },
    });
  await as(mo, 'cases/claim', { caseID });
  expect((await as(mo, `cases/${caseID}`)).body.person).toMatchObject({ memberSince: null });
  expect((await as(mo, 'cases/decide', decision(caseID, { days: 10 }))).status).toBe(200);
  for (const email of ['eve.one@gmail.com', 'EVEONE+again@googlemail.com']) {
    const answer = await register(email);
    expect([answer.status, answer.body.error]).toEqual([409, 'registration_failed']);
  }
  expect((await register('another.eve@gmail.com')).status).toBe(200);
  world.advance(10 * day);
  expect((await register('eve.one@gmail.com')).status).toBe(200);
});

test('[MOD-13] a visitor can send a notice: it gets a receipt, enters the same queue, and is answered', async () => {
  const send = (body: Record<string, string>) => world.call('/api/v1/notices', { body });
  expect((await send({ words: ' ' })).body.fields).toEqual({ words: 'Please describe what happened' });
  const { noticeID } = (await send({ words: 'Somebody showed me a recording', email: 'reader@example.org', language: 'de-AT' }))
    .body;
  expect((await world.mails('reader@example.org'))[0]?.text).toContain(noticeID);
  expect((await as(ma, 'cases/claim', { caseID: noticeID })).body).toEqual({ caseID: noticeID });
  expect((await as(ma, `cases/${noticeID}`)).body).toMatchObject({
    kind: 'notice',
    person: null,
    words: 'Somebody showed me a recording',
  });
  expect((await as(ma, 'cases/decide', decision(noticeID))).body.error).toBe('not_found');
  expect((await as(ma, 'cases/decide', { caseID: noticeID, decision: 'dismiss' })).status).toBe(200);
  expect(await world.mails('reader@example.org', 2)).toHaveLength(2);
  expect((await send({ words: 'No address of mine' })).status).toBe(200);
});

test('[MOD-14] public figures come from the ledger, and figures from 1 to 4 are not published', async () => {
  const { months } = (await world.call('/api/v1/transparency')).body;
  expect(months).toHaveLength(12);
  const thisMonth = months[0];
  expect(thisMonth.month).toBe(world.now().toISOString().slice(0, 7));
  const [{ count }] = (await world.query(
    `select count(*)::int from report where to_char(at at time zone 'UTC', 'YYYY-MM') = $1`,
    [thisMonth.month],
  )) as [{ count: number }];
  expect(thisMonth.reports).toBe(count < 5 && count > 0 ? null : count);
  expect(months[11]).toMatchObject({ reports: 0, banned: 0, medianHours: null });
  for (const month of months)
    for (const value of Object.values(month))
      expect([1, 2, 3, 4].includes(value as number) && value !== month.medianHours).toBe(false);
});
