import { hostingOf } from '@unspoken/testing/hosting';
import { moderationOf, moderatorOf, reported } from '@unspoken/testing/moderation';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [hour, day] = [3_600_000, 86_400_000];
let world: World;
let host: Member;
let [ada, ben]: Member[] = [];
let it: ReturnType<typeof hostingOf>;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ gatheringSweep: 50, settingsCheck: 50 }) });
  it = hostingOf(world);
  host = await it.experienced('Hanna Host');
  await world.query(`update account set language = 'de' where id = $1`, [host.userId]);
  ada = await moderatorOf(world, 'Ada Gatherings', 'admin');
  ben = await moderatorOf(world, 'Ben Gatherings', 'admin');
});
afterAll(() => world.close());

const proposed = async (body: object = it.entered(), by = host): Promise<string> =>
  (await it.call('propose', by, body)).body.gathering.gatheringID;
const edit = (id: string, body: object) => it.call('edit', host, { gatheringID: id, ...body });
const decide = (id: string, decision = 'approve', more: object = {}, by = ada as Member) =>
  it.call('decide', by, { gatheringID: id, decision, reason: 'We have read it.', ...more });
const cancel = (id: string, by: Member) => it.call('cancel', by, { gatheringID: id });
const waiting = async (by = ada as Member): Promise<string[]> =>
  (await it.call('proposals', by)).body.gatherings.map(({ gatheringID }: { gatheringID: string }) => gatheringID);
const lines = (id: string) =>
  world.query('select kind, subject, actor, case_id, until from act where code = $1 order by seq', [id]);
const words = () => world.query('select * from act_text');

/** Two moderators, one after the other, decide that a person is banned; the first decision only suspends them. */
const ban = async (person: Member, suspended: () => Promise<void>): Promise<void> => {
  const moderation = moderationOf(world);
  await reported(world, await world.member('Reporter Of'), person);
  const caseID = await moderation.caseOf(person);
  for (const moderator of [ada, ben]) {
    await moderation.as(moderator, 'cases/claim', { caseID });
    const decided = await moderation.as(moderator, 'cases/decide', moderation.decision(caseID, { decision: 'ban' }));
    expect(decided.status).toBe(200);
    if (moderator === ada) await suspended();
  }
};

test('[GAT-35] [GAT-36] an approval lists the gathering, mails the host in their language, and is recorded', async () => {
  const id = await proposed();
  expect(await waiting()).toEqual([id]);
  expect((await decide(id)).body).toEqual({ success: true });
  expect(await it.row(id)).toMatchObject({ state: 'approved', revision: 0, decided_by: ada?.userId, reason: 'We have read it.' });
  expect(await it.of(host, id)).toMatchObject({ state: 'approved', reason: 'We have read it.' });
  expect([await it.listed(), await waiting()]).toEqual([expect.arrayContaining([id]), []]);
  const mail = await world.mailContaining(host.email, 'Angenommen: A quiet hour');
  expect(mail.text).toContain('We have read it.');
  expect(mail.text).toMatch(/\/host\b/);
  expect(await lines(id)).toEqual([
    { kind: 'gathering approved', subject: host.userId, actor: ada?.userId, case_id: null, until: null },
  ]);
  expect(await words()).toEqual([]);
  await cancel(id, host);
  expect(await lines(id)).toHaveLength(1);
});

test('[GAT-35] a refusal is mailed with its reason; without one nothing is decided', async () => {
  const id = await proposed();
  const without = await decide(id, 'refuse', { reason: ' ' });
  expect([without.status, without.body.fields]).toMatchObject([422, { reason: expect.any(String) }]);
  expect((await decide(id, 'refuse', { reason: 'It says too little.' })).body).toEqual({ success: true });
  expect(await it.row(id)).toMatchObject({ state: 'refused', revision: 0 });
  expect((await world.mailContaining(host.email, 'It says too little.')).subject).toBe('Nicht angenommen: A quiet hour');
  expect((await lines(id)).map(({ kind }) => kind)).toEqual(['gathering refused']);
  expect(await it.listed(host.token)).not.toContain(id);
  await cancel(id, host);
});

test('[GAT-35] administrators decide, other than the host, with a second factor', async () => {
  const [id, own] = [await proposed(), await proposed(it.entered(), ada)];
  expect((await decide(own)).body.error).toBe('other_person_needed');
  expect(await it.row(own)).toMatchObject({ state: 'proposed', decided_by: null });
  const moderator = await moderatorOf(world, 'Moderator Gatherings');
  for (const by of [host, moderator]) expect((await decide(id, 'approve', {}, by)).body.error).toBe('role_needed');
  await world.query('update session set second_factor_at = null where account_id = $1', [ben?.userId]);
  expect((await decide(id, 'approve', {}, ben)).body.error).toBe('second_factor_needed');
  expect((await cancel(id, ben as Member)).body.error).toBe('second_factor_needed');
  await world.query('update session set second_factor_at = now() where account_id = $1', [ben?.userId]);
  expect(await decide(own, 'approve', {}, ben)).toMatchObject({ status: 200 });
  expect((await decide('special-0')).body.error).toBe('gathering_not_found');
  for (const each of [id, own]) await cancel(each, ada as Member);
});

test('[GAT-35] of two administrators who decide at once, one does; nobody decides again', async () => {
  const id = await proposed();
  const both = await Promise.all([decide(id), decide(id, 'refuse', {}, ben)]);
  expect(both.map(({ body }) => body.error ?? 'done').toSorted()).toEqual(['case_changed', 'done']);
  expect(await lines(id)).toHaveLength(1);
  expect((await decide(id, 'refuse', {}, ben)).body.error).toBe('case_changed');
  await cancel(id, host);
});

test('[GAT-35] what the host has changed since it was seen is not decided about', async () => {
  const id = await proposed();
  const { changedAt: seen } = (await it.call('proposals', ada as Member)).body.gatherings[0];
  world.advance(1_000);
  const { changedAt } = (await edit(id, it.entered(day, { name: 'Something else' }))).body.gathering;
  expect((await decide(id, 'approve', { seen })).body.error).toBe('case_changed');
  expect(await it.row(id)).toMatchObject({ state: 'proposed' });
  expect((await decide(id, 'approve', { seen: changedAt })).body).toEqual({ success: true });
  await cancel(id, host);
});

test('[GAT-35] nothing that has begun is decided about, and no change to a time that has passed', async () => {
  const [late, moving] = [await proposed(it.entered(2 * hour)), await proposed(it.entered(2 * day))];
  await decide(moving);
  await edit(moving, it.entered(3 * hour));
  world.advance(2 * hour);
  expect(await waiting()).toEqual([moving]);
  for (const decision of ['approve', 'refuse']) expect((await decide(late, decision)).body.error).toBe('gathering_over');
  world.advance(hour);
  expect((await decide(moving)).body.error).toBe('gathering_over');
  expect((await decide(moving, 'refuse')).body).toEqual({ success: true });
  await cancel(moving, host);
  expect((await decide(moving)).body.error).toBe('gathering_over');
});

test('[GAT-34] an approved change of the time is a new revision, which mails everybody who has registered once', async () => {
  const id = await proposed(it.entered(2 * day));
  await decide(id);
  const guest = await world.member('Guest Moved');
  await it.call('register', guest, { gatheringID: id });
  const { group_id: space } = (await it.row(id)) ?? {};
  const change = it.entered(3 * day, { length: 20, surveyUrl: 'https://example.org/form' });
  await edit(id, change);
  expect((await decide(id)).body).toEqual({ success: true });
  expect(await it.row(id)).toMatchObject({
    ...{ date: change.date, time: change.time, length_ms: 20 * 60_000, revision: 1, pending: null, state: 'approved' },
    ...{ survey_url: 'https://example.org/form', group_id: space },
  });
  const { starts_at: starts, ends_at: ends } = (await it.row(id)) as Record<string, Date>;
  expect([starts, Number(ends) - Number(starts)]).toEqual([new Date(`${change.date}T${change.time}Z`), 20 * 60_000]);
  await world.mailContaining(guest.email, 'A gathering has changed: A quiet hour');
  await world.mailContaining(host.email, 'Deine Änderung wurde angenommen');
  // Other texts at the same time are no new revision; a longer gathering is.
  await edit(id, { ...change, name: 'A quiet night' });
  await decide(id);
  expect(await it.row(id)).toMatchObject({ name: 'A quiet night', revision: 1 });
  await edit(id, { ...change, name: 'A quiet night', length: 21 });
  await decide(id);
  expect(await it.row(id)).toMatchObject({ revision: 2 });
  // Earlier, and longer by as much.
  const earlier = new Date(Number(starts) - 60_000).toISOString();
  await edit(id, { ...change, name: 'A quiet night', length: 22, date: earlier.slice(0, 10), time: earlier.slice(11, 16) });
  await decide(id);
  expect(await it.row(id)).toMatchObject({ revision: 3 });
  await cancel(id, host);
});

test('[GAT-34] a refused change leaves the gathering as it was', async () => {
  const id = await proposed(it.entered(2 * day));
  await decide(id);
  const { date, starts_at: startsAt } = (await it.row(id)) ?? {};
  await edit(id, it.entered(4 * day));
  expect((await decide(id, 'refuse', { reason: 'Stay, please.' })).body).toEqual({ success: true });
  expect(await it.row(id)).toMatchObject({ state: 'approved', pending: null, date, starts_at: startsAt, revision: 0 });
  expect((await world.mailContaining(host.email, 'Stay, please.')).subject).toMatch(/^Deine Änderung wurde nicht angenommen/);
  expect((await decide(id)).body.error).toBe('case_changed');
  await cancel(id, host);
});

test('[GAT-36] the host, or an administrator, cancels; again it changes nothing; everybody is mailed once', async () => {
  const guest = await world.member('Guest Cancelled');
  const cancellations = async () =>
    (await world.mails(guest.email)).filter(({ subject }) => subject === 'Cancelled: A quiet hour').length;
  for (const by of [host, ada as Member]) {
    const id = await proposed(it.entered(2 * day));
    await decide(id);
    await edit(id, it.entered(3 * day));
    await it.call('register', guest, { gatheringID: id });
    expect([(await cancel(id, by)).body, (await cancel(id, by)).body]).toEqual([{ success: true }, { success: true }]);
    expect(await it.row(id)).toMatchObject({ state: 'cancelled', revision: 1, pending: null });
    expect(await it.listed(guest.token)).not.toContain(id);
    await expect.poll(cancellations, { timeout: 10_000 }).toBe(by === host ? 1 : 2);
    expect((await lines(id)).map(({ kind }) => kind)).toEqual(
      by === host ? ['gathering approved'] : ['gathering approved', 'gathering cancelled'],
    );
  }
  const mail = await world.mailContaining(host.email, 'Abgesagt: A quiet hour');
  expect(mail.text).toContain('hello@unspoken.example');
});

test('[GAT-36] what takes place already can still be cancelled', async () => {
  const id = await proposed(it.entered(hour + 120_000));
  await decide(id);
  world.advance(hour + 180_000);
  expect((await cancel(id, ada as Member)).body).toEqual({ success: true });
  expect(await it.row(id)).toMatchObject({ state: 'cancelled' });
});

test('[GAT-37] while the host is not in good standing, nobody decides; a ban cancels what they host', async () => {
  const person = await it.experienced('Peter Suspended');
  const running = await proposed(it.entered(hour + 120_000), person);
  const [open, listed] = [await proposed(it.entered(2 * day), person), await proposed(it.entered(2 * day), person)];
  for (const id of [running, listed]) await decide(id);
  world.advance(hour + 180_000);
  for (const kind of ['held', 'suspended'] as const) {
    await it.stand(person, kind);
    expect(await waiting()).toEqual([]);
    for (const decision of ['approve', 'refuse']) expect((await decide(open, decision)).body.error).toBe('gathering_not_found');
  }
  expect(await it.row(listed)).toMatchObject({ state: 'approved' });
  await it.stand(person, 'reinstated', null);
  expect(await waiting()).toEqual([open]);
  await ban(person, async () => expect(await it.row(listed)).toMatchObject({ state: 'approved' }));
  expect(await it.row(open)).toMatchObject({ state: 'cancelled', revision: 1 });
  expect(await it.row(listed)).toMatchObject({ state: 'cancelled', revision: 1 });
  expect(await it.row(running)).toMatchObject({ state: 'approved', revision: 0 });
  expect(await it.listed()).not.toContain(listed);
});
