import { hostingOf } from '@unspoken/testing/hosting';
import { moderatorOf } from '@unspoken/testing/moderation';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let world: World;
let host: Member;
let admin: Member;
let [other]: Member[] = [];
let it: ReturnType<typeof hostingOf>;
beforeAll(async () => {
  world = await startWorld({ DURATIONS: JSON.stringify({ gatheringSweep: 50, settingsCheck: 50 }) });
  it = hostingOf(world);
  host = await it.experienced('Host');
  other = await it.experienced('Other');
  admin = await moderatorOf(world, 'Admin Gatherings', 'admin');
});
afterAll(() => world.close());

const propose = (by = host, body: object = it.entered()) => it.call('propose', by, body);
const proposed = async (by = host, body: object = it.entered()): Promise<string> =>
  (await propose(by, body)).body.gathering.gatheringID;
const edit = (id: string, body: object, by = host) => it.call('edit', by, { gatheringID: id, ...body });
const decide = (id: string, decision = 'approve') =>
  it.call('decide', admin, { gatheringID: id, decision, reason: 'We have read it.' });
const approved = async (body: object = it.entered(), by = host) => {
  const id = await proposed(by, body);
  expect((await decide(id)).body).toEqual({ success: true });
  return id;
};
const rows = () => world.query('select * from gathering order by id');
const withdraw = (id: string, by = host) => it.call('cancel', by, { gatheringID: id });

test('[GAT-30] facilitators and administrators propose, and members in good standing with ten completed minutes', async () => {
  const [beginner, facilitator, held] = [
    await it.experienced('Beginner', 9),
    await world.member('Facilitator'),
    await it.experienced('Held'),
  ];
  await world.query(`update account set role = 'facilitator' where id = $1`, [facilitator.userId]);
  await it.stand(held, 'held');
  const answers = async (by: Member) => {
    const { body } = await propose(by);
    if (body.gathering) await withdraw(body.gathering.gatheringID, by);
    return [body.error ?? body.gathering.state, (await it.hosted(by)).mayPropose];
  };
  expect(await answers(beginner)).toEqual(['minutes_needed', false]);
  await world.query('update encounter_total set completed_minutes = 10 where account_id = $1', [beginner.userId]);
  expect(await answers(beginner)).toEqual(['proposed', true]);
  expect(await answers(facilitator)).toEqual(['proposed', true]);
  expect(await answers(admin)).toEqual(['proposed', true]);
  expect(await answers(held)).toEqual(['account_held', false]);
  await it.stand(held, 'suspended');
  expect((await propose(held)).body.error).toBe('account_suspended');
});

test('[GAT-31] a proposal has a secret id and, if it is private, a secret space; it is not listed', async () => {
  const answer = await propose();
  const { gatheringID, groupID, ...rest } = answer.body.gathering;
  expect(gatheringID).toMatch(/^special-[0-9a-f]{16}$/);
  expect(groupID).toMatch(/^[0-9a-f]{32}$/);
  expect(rest).toMatchObject({ state: 'proposed', isHost: true, isPrivate: true, listed: true, length: 30, pending: null });
  const id = await proposed(host, it.entered(day, { isPrivate: false }));
  expect(await it.row(id)).toMatchObject({ group_id: null, host: host.userId, capacity: 500, revision: 0, is_regular: false });
  expect(await it.listed(host.token)).not.toContain(id);
  expect((await it.call('register', other as Member, { gatheringID: id })).body.error).toBe('gathering_not_found');
  for (const each of [id, gatheringID]) await withdraw(each);
});

test.each<[more: object, field: string]>([
  [{ zone: 'Europe/Atlantis' }, 'zone'],
  [{ date: '2026-02-30' }, 'date'],
  [{ length: 4 }, 'length'],
  [{ length: 121 }, 'length'],
  [{ name: 'Two\nlines' }, 'name'],
  [{ name: 'Two\rlines' }, 'name'],
  [{ name: ' ' }, 'name'],
  [{ surveyUrl: '//elsewhere.example' }, 'surveyUrl'],
  [{ welcomeStatement: 'a\u0000b' }, 'welcomeStatement'],
  [{ time: '24:00' }, 'time'],
])('[GAT-31] %j is refused by its field, and nothing is written', async (more, field) => {
  const before = await rows();
  const answer = await propose(host, it.entered(day, more));
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
  expect(await rows()).toEqual(before);
});

test('[GAT-31] a gathering begins at least an hour and at most sixty days ahead', async () => {
  const fields = async (ahead: number) => Object.keys((await propose(host, it.entered(ahead))).body.fields ?? {});
  expect(await fields(hour - minute)).toEqual(['time']);
  expect(await fields(60 * day + 2 * minute)).toEqual(['date']);
});

test('[GAT-32] three can await a decision, also if more are proposed at once', async () => {
  const own = await proposed();
  // Nothing is inserted before all of them have been counted, unless they wait for each other.
  const held = world.query('begin; lock table gathering in share row exclusive mode; select pg_sleep(1); commit');
  const answers = await Promise.all(Array.from({ length: 6 }, () => propose(other)));
  await held;
  const ids = answers.flatMap(({ body }) => body.gathering?.gatheringID ?? []);
  expect(ids).toHaveLength(3);
  expect(answers.filter(({ body }) => body.error === 'too_many_proposals')).toHaveLength(3);
  const [first, second] = ids;
  await decide(first, 'refuse');
  const third = await proposed(other);
  // A refused one that is proposed again counts as well.
  expect((await edit(first, it.entered(2 * day), other)).body.error).toBe('too_many_proposals');
  await decide(second);
  expect((await edit(first, it.entered(2 * day), other)).body.gathering.state).toBe('proposed');
  for (const id of [...ids, third]) await withdraw(id, other);
  await withdraw(own);
});

test('[GAT-32] what nobody decided about in time leaves its place, and needs one again for another time', async () => {
  const forgotten = await proposed(other, it.entered(2 * hour));
  world.advance(2 * hour);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push(await proposed(other));
  expect((await edit(forgotten, it.entered(), other)).body.error).toBe('too_many_proposals');
  await withdraw(ids[0] as string, other);
  expect((await edit(forgotten, it.entered(), other)).body.gathering.state).toBe('proposed');
  for (const id of [forgotten, ...ids]) await withdraw(id, other);
});

test('[GAT-32] a member proposes five times a day; a slip in the form does not count', async () => {
  const strict = await startWorld({ LIMITS: 'on' });
  const own = hostingOf(strict);
  const member = await own.experienced('Eager');
  const once = async () => {
    const { status, body } = await own.call('propose', member, own.entered());
    if (body.gathering) await own.call('cancel', member, { gatheringID: body.gathering.gatheringID });
    return status;
  };
  for (let i = 0; i < 6; i++) await own.call('propose', member, own.entered(day, { zone: 'Europe/Atlantis' }));
  for (let i = 0; i < 5; i++) expect(await once()).toBe(200);
  expect(await once()).toBe(429);
  strict.advance(day);
  expect(await once()).toBe(200);
  await strict.close();
});

test('[GAT-33] what is not approved yet changes at once; what was refused is proposed again', async () => {
  const id = await proposed();
  const { group_id: space } = (await it.row(id)) ?? {};
  const changed = it.entered(3 * day, { name: 'A quiet evening', length: 45, listed: false, surveyUrl: '/survey/1' });
  expect((await edit(id, changed)).body.gathering).toMatchObject({ name: 'A quiet evening', length: 45, state: 'proposed' });
  expect(await it.row(id)).toMatchObject({
    ...{ date: changed.date, time: changed.time, length_ms: 45 * minute, listed: false, survey_url: '/survey/1' },
    ...{ group_id: space, pending: null },
  });
  expect((await it.row(id))?.starts_at).toEqual(new Date(`${changed.date}T${changed.time}Z`));
  await decide(id, 'refuse');
  expect(await it.of(host, id)).toMatchObject({ state: 'refused', reason: 'We have read it.' });
  expect((await edit(id, { ...changed, isPrivate: false })).body.gathering).toMatchObject({
    state: 'proposed',
    isPrivate: false,
  });
  expect((await edit(id, it.entered(30 * minute))).body.fields).toHaveProperty('time');
  await withdraw(id);
});

test('[GAT-33] only the host changes or cancels it, and nothing that has begun, is over or was cancelled', async () => {
  const id = await approved(it.entered(2 * hour));
  for (const answer of [await edit(id, it.entered(), other), await withdraw(id, other), await edit('special-0', it.entered())])
    expect([answer.status, answer.body.error]).toEqual([404, 'gathering_not_found']);
  const regular = (await it.listed()).findLast((listed: string) => listed.startsWith('regular-'));
  await it.call('register', host, { gatheringID: regular });
  expect((await edit(regular, it.entered())).body.error).toBe('gathering_not_found');
  expect((await withdraw(regular, admin)).body.error).toBe('gathering_not_found');
  const forgotten = await proposed(host, it.entered(2 * hour));
  world.advance(2 * hour);
  expect((await edit(id, it.entered())).body.error).toBe('gathering_over');
  world.advance(hour);
  expect((await withdraw(id)).body.error).toBe('gathering_over');
  // What was proposed for a time that has passed can still be proposed for another.
  expect((await edit(forgotten, it.entered())).body.gathering.state).toBe('proposed');
  expect([(await withdraw(forgotten)).body, (await withdraw(forgotten)).body]).toEqual([{ success: true }, { success: true }]);
  expect(await it.row(forgotten)).toMatchObject({ state: 'cancelled', revision: 1 });
  expect((await edit(forgotten, it.entered())).body.error).toBe('gathering_over');
});

test('[GAT-34] an approved gathering stays as it is until its change is approved', async () => {
  const first = it.entered(2 * day, { surveyUrl: '/survey/1' });
  const id = await approved(first);
  const before = await it.row(id);
  const change = { ...first, name: 'A quiet night', length: 60, welcomeStatement: 'Come in.', surveyUrl: '' };
  expect((await edit(id, change)).body.gathering).toMatchObject({
    ...{ name: 'A quiet hour', length: 30, state: 'approved', surveyUrl: '/survey/1' },
    pending: { name: 'A quiet night', length: 60, welcomeStatement: 'Come in.', surveyUrl: null, zone: 'UTC' },
  });
  const { pending: _, changed_at: __, ...rest } = before ?? {};
  expect(await it.row(id)).toMatchObject(rest);
  expect((await it.call('proposals', admin)).body.gatherings.map((each: { gatheringID: string }) => each.gatheringID)).toEqual([
    id,
  ]);
  // A later change replaces it, and the values as they are withdraw it.
  expect((await edit(id, { ...first, name: 'A quiet day' })).body.gathering.pending).toMatchObject({
    name: 'A quiet day',
    length: 30,
  });
  expect((await edit(id, first)).body.gathering.pending).toBeNull();
  expect((await it.call('proposals', admin)).body.gatherings).toEqual([]);
  for (const more of [{ isPrivate: false }, { listed: false }])
    expect((await edit(id, { ...first, ...more })).body.fields).toEqual({ [Object.keys(more)[0] as string]: expect.any(String) });
  await withdraw(id);
});

test('[GAT-34] until the start the texts can change, while a new start lies an hour ahead', async () => {
  const first = it.entered(2 * hour);
  const id = await approved(first);
  world.advance(hour + 30 * minute);
  expect((await edit(id, { ...first, name: 'Sooner than you think' })).body.gathering.pending).toMatchObject({
    time: first.time,
  });
  expect((await edit(id, it.entered(40 * minute))).body.fields).toHaveProperty('time');
  await withdraw(id);
});

test('[GAT-37] when a host leaves, what nobody has registered for goes, and what has not begun is cancelled', async () => {
  const leaving = await it.experienced('Leaving');
  const guest = await world.member('Guest of theirs');
  const [future, past] = [
    await approved(it.entered(2 * day, { welcomeStatement: 'I am Leaving.', surveyUrl: '/survey/1' }), leaving),
    await approved(it.entered(hour + 2 * minute), leaving),
  ];
  for (const gatheringID of [future, past]) await it.call('register', guest, { gatheringID });
  const unattended = await approved(it.entered(3 * day), leaving);
  const undecided = await proposed(leaving);
  await edit(future, it.entered(5 * day, { name: 'Later' }), leaving);
  world.advance(hour + 10 * minute);
  const left = await world.call('/api/v1/account/deleteaccount', { token: leaving.token, body: { password } });
  expect(left.body).toEqual({ success: true });
  expect(await it.row(future)).toMatchObject({
    ...{ state: 'cancelled', revision: 1, host: null, name: 'A quiet hour' },
    ...{ welcome_statement: '', survey_url: null, pending: null, reason: null },
  });
  // The one that runs ends as planned.
  expect(await it.row(past)).toMatchObject({ state: 'approved', revision: 0, host: null, welcome_statement: '' });
  expect([await it.row(unattended), await it.row(undecided)]).toEqual([undefined, undefined]);
  expect(await world.mailContaining(guest.email, 'Cancelled: A quiet hour')).toBeDefined();
  expect(await it.listed(guest.token)).not.toContain(future);
});

test('[GAT-38] a host downloads everything that they host', async () => {
  const person = await it.experienced('Downloading');
  const id = await approved(it.entered(2 * day), person);
  await edit(id, it.entered(2 * day, { name: 'Changed' }), person);
  const { body } = await world.call('/api/v1/account/exportdata', { token: person.token, body: { password } });
  expect(body.hostedGatherings).toMatchObject([
    {
      ...{
        gatheringID: id,
        name: 'A quiet hour',
        zone: 'UTC',
        length: 30 * minute,
        welcomeStatement: 'Welcome.',
        surveyUrl: null,
      },
      ...{ state: 'approved', listed: true, reason: 'We have read it.', pending: { name: 'Changed' } },
      ...{
        startsAt: expect.any(String),
        endsAt: expect.any(String),
        createdAt: expect.any(String),
        decidedAt: expect.any(String),
      },
    },
  ]);
  await withdraw(id, person);
});
