import { specialGathering } from '@unspoken/testing/gatherings';
import { startProcesses } from '@unspoken/testing/processes';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keysOf } from '../platform/keys.ts';
import { SurveyLinks } from './survey-links.ts';

const [minute, day] = [60_000, 24 * 3_600_000];
const closing = 10 * minute;
let world: World;
let links: SurveyLinks;
beforeAll(async () => {
  world = await startWorld({
    DURATIONS: JSON.stringify({ gatheringSweep: 50, settingsCheck: 50 }),
    LIMITS: 'on',
    TRUST_PROXY: 'on',
  });
  const { DATA_DIR: dataDir = '' } = world.environment;
  links = new SurveyLinks(keysOf({ secret: undefined, dataDir }));
  world.stopClock();
  // Gatherings begin at whole seconds.
  world.advance(1_000 - (world.now().getTime() % 1_000));
});
afterAll(() => world.close());

/** Until the process has read what was written, and has swept. */
const swept = () => new Promise((resolve) => setTimeout(resolve, 300));
let networks = 0;
const answer = async (experiment: string, response: string, { token, t }: { token?: string; t?: string } = {}) => {
  const headers = { 'x-forwarded-for': `198.51.100.${networks++ % 250}` };
  const { status, body } = await world.call('/api/v1/surveyanswer', {
    ...{ headers, token, body: { experiment, response, ...(t !== undefined && { t }) } },
  });
  return status === 200 ? body : [status, body.error];
};
const answers = (survey: string) => world.query('select account_id, yes from survey_answer where survey = $1', [survey]);
const registered = (id: string, { userId }: Member, left = false) =>
  world.query(
    `insert into gathering_registration (gathering_id, account_id, registered_at, left_at, sequence, told_revision, reminded_day_at, reminded_soon_at)
     values ($1, $2, $3, $4, 0, 0, $3, $3)`,
    [id, userId, world.now(), left ? world.now() : null],
  );
const came = (id: string, { userId }: Member) =>
  world.query('insert into gathering_attendance values ($1, $2, $3)', [id, userId, world.now()]);
const members = (...names: string[]) => Promise.all(names.map((name) => world.member(name)));
const mailed = async ({ email }: Member) =>
  (await world.query(`select text from mailbox_message where "to" = $1 and subject like 'A question about %'`, [email])).map(
    ({ text }) => String(text),
  );

const thanks = { success: true };
const closed = [410, 'survey_closed'];
const unknown = [404, 'gathering_not_found'];

test('[GAT-54] a survey is open from the end of its gathering for 610 seconds', async () => {
  const [ann] = (await members('Ann')) as [Member];
  const { id } = await specialGathering(world, { startsIn: minute, length: minute });
  await registered(id, ann);
  world.advance(2 * minute - 1);
  expect(await answer(id, 'yes', ann)).toEqual(closed);
  world.advance(1);
  expect(await answer(id, 'yes', ann)).toEqual(thanks);
  world.advance(610_000 - 1);
  expect(await answer(id, 'no', ann)).toEqual(thanks);
  world.advance(1);
  expect(await answer(id, 'yes', ann)).toEqual(closed);
  expect(await answers(id)).toEqual([{ account_id: ann.userId, yes: false }]);
});

test('[GAT-54] those who registered or came can answer; for others there is no such survey, and a visitor has to sign in', async () => {
  const [ann, ben, left, other] = (await members('Registered', 'Came', 'Left', 'Other')) as [Member, Member, Member, Member];
  const { id } = await specialGathering(world, { startsIn: -2 * minute, length: minute });
  const { id: cancelled } = await specialGathering(world, { startsIn: -2 * minute, length: minute });
  await world.query(`update gathering set state = 'cancelled' where id = $1`, [cancelled]);
  for (const each of [id, cancelled]) {
    await registered(each, ann);
    await came(each, ben);
    await registered(each, left, true);
  }
  const all = [ann, ben, left, other];
  expect(await Promise.all(all.map((each) => answer(id, 'yes', each)))).toEqual([thanks, thanks, unknown, unknown]);
  expect(await Promise.all(all.map((each) => answer(cancelled, 'yes', each)))).toEqual([unknown, unknown, unknown, unknown]);
  expect(await answer('nothing', 'yes', ann)).toEqual(unknown);
  expect(await answer(id, 'yes')).toEqual([401, 'sign_in_required']);
  expect(await answers(id)).toHaveLength(2);
});

test('[GAT-56] of the answers of a person the last one counts, once; anything but yes is a no', async () => {
  const [ann, ben] = (await members('Fickle', 'Vague')) as [Member, Member];
  const { id } = await specialGathering(world, { startsIn: -2 * minute, length: minute });
  for (const each of [ann, ben]) await registered(id, each);
  for (const response of ['no', 'yes', 'no', 'yes']) expect(await answer(id, response, ann)).toEqual(thanks);
  for (const response of ['yes', 'YES']) expect(await answer(id, response, ben)).toEqual(thanks);
  expect(await answer(id, 'x'.repeat(65), ann)).toEqual([422, 'validation_failed']);
  const given = await answers(id);
  expect(new Map(given.map(({ account_id, yes }) => [account_id, yes]))).toEqual(
    new Map([
      [ann.userId, true],
      [ben.userId, false],
    ]),
  );
  await Promise.all(Array.from({ length: 6 }, () => answer(id, 'yes', ann)));
  expect(await answers(id)).toHaveLength(2);
});

test('[GAT-55] [GAT-57] the mailed link answers signed out for 30 days from the end', async () => {
  const [ann, ben] = (await members('Mailed', 'Signed In')) as [Member, Member];
  const { id } = await specialGathering(world, { startsIn: -minute, length: minute });
  await registered(id, ann);
  await came(id, ann);
  world.advance(closing - 1);
  await swept();
  expect(await mailed(ann)).toEqual([]);
  world.advance(1);
  const { text } = await world.mailContaining(ann.email, 'A question about A quiet hour');
  const t = new RegExp(`/survey/${id}\\?t=([\\w-]+)`).exec(text)?.[1] ?? '';
  expect([t.length > 100, text.includes(ann.userId)]).toEqual([true, false]);
  world.advance(minute);
  // Also where somebody else is signed in: the link is of the person who was mailed.
  expect([await answer(id, 'yes', { t }), await answer(id, 'no', { t, token: ben.token })]).toEqual([thanks, thanks]);
  expect(await answers(id)).toEqual([{ account_id: ann.userId, yes: false }]);
  world.advance(30 * day - closing - minute - 1);
  expect(await answer(id, 'yes', { t })).toEqual(thanks);
  world.advance(1);
  expect(await answer(id, 'no', { t })).toEqual(closed);
  expect(await answers(id)).toEqual([{ account_id: ann.userId, yes: true }]);
});

test('[GAT-55] a link that is forged, cut, of another survey, or of a deleted account, answers for nobody', async () => {
  const [ann, gone] = (await members('Linked', 'Gone')) as [Member, Member];
  const [{ id }, { id: other }] = [
    await specialGathering(world, { startsIn: -2 * minute, length: minute }),
    await specialGathering(world, { startsIn: -2 * minute, length: minute }),
  ];
  const until = world.now().getTime() + day;
  const t = links.token(ann.userId, id, until);
  // One link in 64 begins with an A.
  const altered = `${t.startsWith('A') ? 'B' : 'A'}${t.slice(1)}`;
  for (const bad of ['', 'yes', t.slice(0, -1), t.slice(1), altered, ann.userId, links.token(ann.userId, other, until)])
    expect(await answer(id, 'yes', { t: bad }), bad).toEqual(closed);
  // Also for somebody who could answer without it.
  await registered(id, ann);
  expect(await answer(id, 'yes', { t: 'forged', token: ann.token })).toEqual(closed);
  expect(await answer('nothing', 'yes', { t: links.token(ann.userId, 'nothing', until) })).toEqual(closed);
  const late = links.token(gone.userId, id, until);
  expect(await answer(id, 'yes', { t: late })).toEqual(thanks);
  await world.call('/api/v1/account/deleteaccount', { token: gone.token, body: { password } });
  expect(await answers(id)).toEqual([]);
  expect(await answer(id, 'yes', { t: late })).toEqual(closed);
  expect(await answer(id, 'yes', { t })).toEqual(thanks);
  expect(await answers(id)).toHaveLength(1);
});

test('[GAT-57] the survey is mailed once, to those who came and have not answered; never for a regular gathering or another survey', async () => {
  const [ann, answered, absent, left] = (await members('Once', 'Answered', 'Absent', 'Gone Again')) as [
    Member,
    Member,
    Member,
    Member,
  ];
  const ended = async () => (await specialGathering(world, { startsIn: -2 * minute, length: minute })).id;
  const [id, regular, foreign, own, cancelled] = [await ended(), await ended(), await ended(), await ended(), await ended()];
  await world.query('update gathering set is_regular = true where id = $1', [regular]);
  await world.query(`update gathering set survey_url = 'https://example.org' where id = $1`, [foreign]);
  await world.query(`update gathering set survey_url = '/survey/own/yes' where id = $1`, [own]);
  await world.query(`update gathering set state = 'cancelled' where id = $1`, [cancelled]);
  for (const each of [id, regular, foreign, own, cancelled]) {
    await registered(each, ann);
    await came(each, ann);
  }
  for (const each of [answered, absent, left]) await registered(id, each, each === left);
  for (const each of [answered, left]) await came(id, each);
  await answer(id, 'no', answered);
  world.advance(closing);
  await expect.poll(() => mailed(ann)).toHaveLength(2);
  await swept();
  const texts = await mailed(ann);
  expect([id, own].filter((each) => texts.some((text) => text.includes(`/survey/${each}?t=`)))).toEqual([id, own]);
  expect(texts).toHaveLength(2);
  for (const each of [answered, absent, left]) expect(await mailed(each)).toEqual([]);
  const stamps = await world.query('select surveyed_at from gathering_registration where gathering_id = $1 and account_id = $2', [
    ...[id, ann.userId],
  ]);
  expect(stamps).toEqual([{ surveyed_at: world.now() }]);
});

test('[GAT-57] after an outage of three days nobody is asked any more', async () => {
  const [ann, late] = (await members('In Time', 'Long Ago')) as [Member, Member];
  for (const [each, ago] of [
    [ann, 3 * day - minute],
    [late, 3 * day],
  ] as const) {
    const { id } = await specialGathering(world, { startsIn: -minute - closing - ago, length: minute });
    await registered(id, each);
    await came(id, each);
  }
  await expect.poll(() => mailed(ann)).toHaveLength(1);
  await swept();
  expect(await mailed(late)).toEqual([]);
});

// With one process alone there is no race.
if (process.env.WORLD_REDIS && process.env.WORLD_POSTGRES)
  test('[GAT-57] several processes that sweep at once mail everybody once', { tags: ['long'] }, async () => {
    const installation = await startProcesses(3, { DURATIONS: JSON.stringify({ gatheringSweep: 10 }) });
    const [first] = installation.processes as [World];
    const people = await Promise.all(Array.from({ length: 30 }, (_, i) => first.member(`Crowd ${i}`)));
    const { id } = await specialGathering(first, { startsIn: -20 * minute, length: minute });
    await first.query(
      `insert into gathering_registration (gathering_id, account_id, registered_at, sequence, told_revision, reminded_day_at, reminded_soon_at)
       select $1, id, now(), 0, 0, now(), now() from account`,
      [id],
    );
    await first.query('insert into gathering_attendance select $1, id, now() from account', [id]);
    const stamped = () => first.query('select 1 from gathering_registration where surveyed_at is not null');
    await expect.poll(stamped, { timeout: 20_000 }).toHaveLength(30);
    for (const each of people) await first.mailContaining(each.email, 'A question about');
    const mails = `select "to" from mailbox_message where subject like 'A question about %'`;
    expect(new Set((await first.query(mails)).map(({ to }) => to)).size).toBe(30);
    expect(await first.query(mails)).toHaveLength(30);
    await installation.close();
  });

test('[GAT-58] answers, attendance and registrations are exported, and go with the account', async () => {
  const [ann] = (await members('Exported')) as [Member];
  const { id } = await specialGathering(world, { startsIn: -2 * minute, length: minute, host: ann.userId });
  const { id: other } = await specialGathering(world, { startsIn: -2 * minute, length: minute });
  await registered(id, ann);
  for (const each of [id, other]) await came(each, ann);
  await answer(id, 'yes', ann);
  const { body } = await world.call('/api/v1/account/exportdata', { token: ann.token, body: { password } });
  const now = world.now().toISOString();
  expect(body.gatherings).toEqual([
    {
      ...{ gatheringID: id, registeredAt: now, cameAt: now, leftAt: null, standsIn: false, surveyedAt: null },
      ...{ remindedDayAt: now, remindedSoonAt: now },
    },
    { gatheringID: other, cameAt: now },
  ]);
  expect(body.surveyAnswers).toEqual([{ survey: id, yes: true, answeredAt: now }]);
  expect(body.hostedGatherings).toMatchObject([{ gatheringID: id, name: 'A quiet hour', welcomeStatement: 'Welcome.' }]);
  expect(JSON.stringify(body)).not.toMatch(/group_?id/i);
  await world.call('/api/v1/account/deleteaccount', { token: ann.token, body: { password } });
  for (const table of ['gathering_registration', 'gathering_attendance', 'survey_answer'])
    expect(await world.query(`select 1 from ${table} where account_id = $1`, [ann.userId]), table).toEqual([]);
  expect(await world.query('select host from gathering where id = $1', [id])).toEqual([{ host: null }]);
});

test('[GAT-59] a person answers at most ten times a day, and a network tries 300 links in five minutes', async () => {
  const [ann] = (await members('Eager')) as [Member];
  const { id } = await specialGathering(world, { startsIn: -2 * minute, length: minute });
  await registered(id, ann);
  for (let i = 0; i < 10; i++) expect(await answer(id, 'yes', ann)).toEqual(thanks);
  expect(await answer(id, 'no', ann)).toEqual([429, 'too_many_requests']);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const guess = () => world.call('/api/v1/surveyanswer', { headers, body: { experiment: id, response: 'yes', t: 'guess' } });
  for (let i = 0; i < 300; i++) expect((await guess()).status).toBe(410);
  expect((await guess()).status).toBe(429);
});
