import type { Script } from '@unspoken/contract/scripts';
import { moderatorOf } from '@unspoken/testing/moderation';
import { studioCalls } from '@unspoken/testing/studio-calls';
import { type Member, password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let [fay, gus, ada, bob] = [] as unknown as [Member, Member, Member, Member];
beforeAll(async () => {
  world = await startWorld();
  await world.query(`insert into category values ('quiet', 1), ('aloud', 2)`);
  await world.query(`insert into category_text values ('quiet', 'en', 'Quiet', 'Without words')`);
  fay = await moderatorOf(world, 'Fay Writes', 'facilitator');
  gus = await moderatorOf(world, 'Gus Writes', 'facilitator');
  ada = await moderatorOf(world, 'Ada Decides', 'admin');
  bob = await moderatorOf(world, 'Bob Decides', 'admin');
  for (const [who, slug] of [
    [fay, 'fay'],
    [ada, 'ada'],
  ] as const)
    await studio(who, 'profile', pageOf(slug));
});
afterAll(() => world.close());

const { call, studio, office } = studioCalls(() => world);
const read = (who: Member, type: string) => studio(who, `experience?type=${type}`);
const offered = async (experienceStatus = 'production', who?: Member): Promise<string[]> => {
  const { body } = await world.call('/api/v1/experiences', {
    body: { experienceStatus, language: 'en' },
    ...(who && { token: who.token }),
  });
  return (body.experiencesByCategory ?? []).flatMap((each: { experiences: { type: string }[] }) =>
    each.experiences.map(({ type }) => type),
  );
};

const pageOf = (slug: string) => ({
  ...{ slug, name: `Page of ${slug}`, title: {}, bio: {}, pronouns: null, image: null, outboundLink: null, published: false },
});

/** A script that keeps every rule, without sounds. */
const whole = (draft: Script, name = 'Two breaths'): Script => ({
  ...draft,
  name: { en: name },
  description: { en: 'Breathe together.' },
  introTextInstructions: [{ time: 1_000, user1Instruction: { en: 'Sit well.' }, user2Instruction: { en: 'Sit well.' } }],
  textInstructions: [{ time: 2_000, user1Instruction: { en: 'Breathe in.' }, user2Instruction: { en: 'Breathe out.' } }],
});

/** An experience with a draft that keeps every rule; its revision. */
async function written(who: Member, type: string): Promise<number> {
  const made = await studio(who, 'create', { type, categoryID: 'quiet', name: 'Two breaths', language: 'en' });
  expect(made.error).toBeUndefined();
  return (await studio(who, 'draft', { type, revision: 0, script: whole(made.draft.script) })).revision;
}

async function submitted(who: Member, type: string): Promise<string> {
  const revision = await written(who, type);
  const { experience } = await studio(who, 'submit', { type, revision, rights: true, noPromotion: true });
  return experience.versions[0].versionID;
}

test('[STU-1] drafts are their author’s only, and a type is used once', async () => {
  const revision = await written(fay, 'ownones');
  expect(await studio(gus, 'create', { type: 'ownones', categoryID: 'quiet', name: 'Mine', language: 'en' })).toMatchObject({
    error: 'type_taken',
  });
  for (const type of ['oneminute', 'any', 'Upper', 'ab'])
    expect((await studio(fay, 'create', { type, categoryID: 'quiet', name: 'N', language: 'en' })).error, type).toBe(
      'validation_failed',
    );
  expect((await studio(fay, 'create', { type: 'elsewhere', categoryID: 'none', name: 'N', language: 'en' })).error).toBe(
    'not_found',
  );
  const { draft } = await read(fay, 'ownones');
  for (const answer of [
    await read(gus, 'ownones'),
    await studio(gus, 'draft', { type: 'ownones', revision, script: draft.script }),
    await studio(gus, 'prove', { type: 'ownones' }),
    await studio(gus, 'submit', { type: 'ownones', revision, rights: true, noPromotion: true }),
    await studio(gus, 'withdraw', { type: 'ownones' }),
    await read(fay, 'nothing'),
  ])
    expect(answer.error).toBe('experience_unknown');
  expect((await read(fay, 'ownones')).draft).toEqual(draft);
  expect((await studio(gus, 'list')).experiences).toEqual([]);
  expect((await studio(fay, 'list')).experiences).toMatchObject([{ type: 'ownones', state: 'draft', name: 'Two breaths' }]);
  // An administrator may write, and is nobody's author by that.
  expect((await read(ada, 'ownones')).error).toBe('experience_unknown');
});

test('[STU-2] of many who save over one revision one succeeds; a draft may be blank, and never of another shape', async () => {
  const revision = await written(fay, 'saving');
  const { script } = (await read(fay, 'saving')).draft;
  const save = (color: string, over = revision) =>
    studio(fay, 'draft', { type: 'saving', revision: over, script: { ...script, backgroundColor: color } });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => save(`#0000${10 + i}`)));
  expect(answers.filter((each) => each.revision === revision + 1)).toHaveLength(1);
  expect(answers.filter(({ error }) => error === 'draft_changed')).toHaveLength(11);
  const kept = (await read(fay, 'saving')).draft;
  expect([kept.revision, kept.script.backgroundColor]).toEqual([
    revision + 1,
    `#0000${10 + answers.findIndex((each) => each.revision !== undefined)}`,
  ]);
  const blank = {
    ...script,
    description: { en: '' },
    textInstructions: [{ time: 0, user1Instruction: { en: '' }, user2Instruction: null }],
  };
  expect(await studio(fay, 'draft', { type: 'saving', revision: revision + 1, script: blank })).toEqual({
    revision: revision + 2,
  });
  expect((await read(fay, 'saving')).draft.script).toEqual(blank);
  for (const wrong of [
    { backgroundColor: 'red' },
    { introDuration: 20_050 },
    { connectionDuration: -100 },
    { name: { xx: 'Other' } },
    { name: { en: 'a\u0007b' } },
    { backgroundImage: '../secret' },
    { textInstructions: [{ time: 10, user1Instruction: null, user2Instruction: null }] },
    { video: { url: 'https://example.org/\0', title: { en: 'A' } } },
    { video: { url: `https://example.org/${'x'.repeat(3_000)}`, title: { en: 'A' } } },
    { languages: Array.from({ length: 5_000 }, () => 'en') },
  ])
    expect(await studio(fay, 'draft', { type: 'saving', revision: revision + 2, script: { ...script, ...wrong } })).toMatchObject(
      {
        error: 'validation_failed',
      },
    );
  // A large one is accepted from its author, and from nobody without a token.
  const many = Array.from({ length: 300 }, (_, i) => ({
    ...{ time: i * 100, user1Instruction: { en: 'x'.repeat(200) }, user2Instruction: { en: 'y'.repeat(200) } },
  }));
  const large = { type: 'saving', revision: revision + 2, script: { ...script, textInstructions: many } };
  expect(JSON.stringify(large).length).toBeGreaterThan(64 * 1_024);
  expect((await call('studio/draft', undefined, large)).error).toBe('sign_in_required');
  expect(await studio(fay, 'draft', large)).toEqual({ revision: revision + 3 });
});

test('[STU-3] a draft is submitted once the proof finds nothing, once at a time, and can be taken back', async () => {
  const revision = await written(fay, 'proving');
  const { script } = (await read(fay, 'proving')).draft;
  const late = { ...script, textInstructions: [{ ...script.textInstructions[0], time: 56_000 }], description: { en: ' ' } };
  await studio(fay, 'draft', { type: 'proving', revision, script: late });
  const findings = [
    { rule: 'SCR-1', place: 'textInstructions.0' },
    { rule: 'SCR-6', place: 'description', language: 'en' },
  ];
  expect((await studio(fay, 'prove', { type: 'proving' })).findings).toEqual(findings);
  const submit = (over: number, more: object = {}) =>
    studio(fay, 'submit', { type: 'proving', revision: over, rights: true, noPromotion: true, ...more });
  expect(await submit(revision + 1)).toMatchObject({
    error: 'script_not_proven',
    fields: { 'textInstructions.0': 'SCR-1', 'description en': 'SCR-6' },
  });
  await studio(fay, 'draft', { type: 'proving', revision: revision + 1, script });
  expect((await submit(revision + 1)).error).toBe('draft_changed');
  expect((await submit(revision + 2, { rights: false })).fields).toHaveProperty('rights');
  expect((await submit(revision + 2, { noPromotion: 'false' })).fields).toHaveProperty('noPromotion');
  const all = await Promise.all(Array.from({ length: 6 }, () => submit(revision + 2)));
  expect(all.filter(({ experience }) => experience?.state === 'review')).toHaveLength(1);
  expect(all.filter(({ error }) => error === 'not_reviewable')).toHaveLength(5);
  // The draft goes on, the version does not.
  await studio(fay, 'draft', { type: 'proving', revision: revision + 2, script: { ...script, backgroundColor: '#ffffff' } });
  const [{ versionID }] = (await read(fay, 'proving')).experience.versions;
  expect((await office(ada, `version?versionID=${versionID}`)).script).toEqual(script);
  expect((await studio(fay, 'withdraw', { type: 'proving' })).experience).toMatchObject({
    ...{ state: 'draft', isInReview: false },
    versions: [{ number: 1, decision: 'withdrawn' }],
  });
  expect((await studio(fay, 'withdraw', { type: 'proving' })).error).toBe('not_reviewable');
  expect((await office(ada, 'review', { versionID, decision: 'production', reason: 'Good.' })).error).toBe('not_reviewable');
  expect((await submit(revision + 3)).experience.versions).toMatchObject([{ number: 2, decision: null }, { number: 1 }]);
});

test('[STU-3] a file has to be there, checked, and one’s own', async () => {
  const revision = await written(gus, 'withfile');
  const { script } = (await read(gus, 'withfile')).draft;
  const media = 'f'.repeat(32);
  await studio(gus, 'draft', { type: 'withfile', revision, script: { ...script, backgroundImage: media } });
  const findings = async () => (await studio(gus, 'prove', { type: 'withfile' })).findings;
  expect(await findings()).toEqual([{ rule: 'SCR-10', place: 'backgroundImage' }]);
  const owner = (of: Member) => `(select id from facilitator where account_id = '${of.userId}')`;
  await written(fay, 'another');
  await world.query(
    `insert into media (id, owner_id, kind, state, sha256, size, format, created_at)
     values ($1, ${owner(fay)}, 'image', 'ready', 's', 1, 'webp', now())`,
    [media],
  );
  expect(await findings()).toHaveLength(1);
  await world.query(`update media set owner_id = ${owner(gus)}, state = 'checking' where id = $1`, [media]);
  expect(await findings()).toHaveLength(1);
  await world.query(`update media set state = 'ready' where id = $1`, [media]);
  expect(await findings()).toEqual([]);
});

test('[STU-3] what was proven when it was submitted is proven again when it is decided about, and when it is published once more', async () => {
  const revision = await written(fay, 'outdated');
  const { script } = (await read(fay, 'outdated')).draft;
  const media = 'd'.repeat(32);
  await world.query(
    `insert into media (id, owner_id, kind, state, sha256, size, format, created_at)
     select $1, id, 'image', 'ready', 's', 1, 'webp', now() from facilitator where account_id = $2`,
    [media, fay.userId],
  );
  await studio(fay, 'draft', { type: 'outdated', revision, script: { ...script, backgroundImage: media } });
  const setState = (state: string) => world.query('update media set state = $2 where id = $1', [media, state]);
  const versionID = await submittedAgain('outdated');
  const review = () => office(ada, 'review', { versionID, decision: 'production', reason: 'Good.' });
  const publish = (to: string | null) =>
    office(ada, 'publish', { type: 'outdated', stage: 'production', versionID: to, reason: 'Back.' });
  await setState('refused');
  expect(await review()).toMatchObject({ error: 'script_not_proven', fields: { backgroundImage: 'SCR-10' } });
  await setState('ready');
  expect(await review()).toEqual({ success: true });
  expect(await publish(null)).toEqual({ success: true });
  await setState('refused');
  expect(await publish(versionID)).toMatchObject({ error: 'script_not_proven', fields: { backgroundImage: 'SCR-10' } });
  await setState('ready');
  expect(await publish(versionID)).toEqual({ success: true });
});

test('[STU-4] another administrator decides with a reason; the author is mailed, and the ledger has it', async () => {
  const versionID = await submitted(fay, 'refusing');
  const decide = (who: Member, decision: string, reason = 'The words are too loud.') =>
    office(who, 'review', { versionID, decision, reason });
  expect((await decide(ada, 'refuse', '  ')).fields).toHaveProperty('reason');
  expect(
    (await office(ada, 'review', { versionID: 'f7a0a0a0-0000-4000-8000-000000000000', decision: 'refuse', reason: 'No.' })).error,
  ).toBe('not_found');
  const [first, second] = await Promise.all([decide(ada, 'refuse'), decide(bob, 'production')]);
  expect([first.error, second.error].sort()).toEqual(['not_reviewable', undefined]);
  const again = await submittedAgain('refusing');
  expect(await office(ada, 'review', { versionID: again, decision: 'refuse', reason: 'Still too loud.' })).toEqual({
    success: true,
  });
  expect((await read(fay, 'refusing')).experience).toMatchObject({
    versions: [{ decision: 'refused', reason: 'Still too loud.' }, {}],
  });
  expect((await world.mailContaining(fay.email, 'Still too loud.')).subject).toBe('Not approved: Two breaths');
  const [line] = await world.query(
    `select actor, code, subject from act where kind = 'experience refused' order by seq desc limit 1`,
  );
  expect(line).toEqual({ actor: ada.userId, code: 'refusing 2', subject: fay.userId });
});

async function submittedAgain(type: string): Promise<string> {
  const { draft } = await read(fay, type);
  const { experience } = await studio(fay, 'submit', { type, revision: draft.revision, rights: true, noPromotion: true });
  return experience.versions[0].versionID;
}

test('[STU-4] nobody decides about what they have written, unless there is no other administrator', async () => {
  const versionID = await submitted(ada, 'selfmade');
  const decide = () => office(ada, 'review', { versionID, decision: 'beta', reason: 'I like it.' });
  expect((await decide()).error).toBe('other_person_needed');
  expect((await office(ada, 'reviews')).experiences.find(({ type }: { type: string }) => type === 'selfmade').isOwn).toBe(true);
  await world.query(`update account set role = 'member' where id = $1`, [bob.userId]);
  expect(await decide()).toEqual({ success: true });
  const kinds = await world.query(`select kind from act where actor = $1 and code like 'selfmade%' order by seq`, [ada.userId]);
  expect(kinds).toEqual([{ kind: 'experience approved' }, { kind: 'experience decided alone' }]);
  await world.query(`update account set role = 'admin' where id = $1`, [bob.userId]);
  // Nor do they publish further what was approved for the beta only, or put back what somebody else has taken down.
  const further = { type: 'selfmade', stage: 'production', versionID, reason: 'I like it very much.' };
  expect((await office(ada, 'publish', further)).error).toBe('other_person_needed');
  await office(bob, 'takedown', { type: 'selfmade', isDown: true, reason: 'A complaint.' });
  expect((await office(ada, 'takedown', { type: 'selfmade', isDown: false, reason: 'Mine.' })).error).toBe('other_person_needed');
  expect(await office(bob, 'takedown', { type: 'selfmade', isDown: false, reason: 'Fine.' })).toEqual({ success: true });
});

test('[STU-1] what an author wrote leaves with the account, whatever they do at that moment, and is never offered again', async () => {
  const eve = await moderatorOf(world, 'Eve Leaves', 'facilitator');
  await studio(eve, 'profile', pageOf('eve'));
  const versionID = await submitted(eve, 'leaving');
  await office(ada, 'review', { versionID, decision: 'production', reason: 'Good.' });
  const waiting = await submitted(eve, 'stillwaiting');
  await written(eve, 'takendown');
  const down = await submitted(eve, 'downbefore');
  await office(ada, 'review', { versionID: down, decision: 'beta', reason: 'Try it.' });
  await office(ada, 'takedown', { type: 'downbefore', isDown: true, reason: 'A complaint.' });
  const { draft } = await read(eve, 'takendown');
  const saves = Array.from({ length: 10 }, (_, i) =>
    studio(eve, 'draft', { type: 'takendown', revision: draft.revision + i, script: draft.script }),
  );
  const gone = await call('account/deleteaccount', eve, { password });
  expect(gone).toEqual({ success: true });
  await Promise.all(saves);
  expect(
    await world.query(
      `select count(*)::int as n from experience where type in ('leaving', 'stillwaiting', 'takendown', 'downbefore')
       and (draft is not null or review_state is not null or retired_at is null)`,
    ),
  ).toEqual([{ n: 0 }]);
  expect((await office(ada, 'takedown', { type: 'leaving', isDown: false, reason: 'Back.' })).error).toBe('not_reviewable');
  expect((await office(ada, 'review', { versionID: waiting, decision: 'beta', reason: 'Late.' })).error).toBe('not_reviewable');
  expect(await offered()).not.toContain('leaving');
});

test('[STU-5] published, rolled back and taken down at once; only what was approved', async () => {
  const first = await submitted(fay, 'published');
  const publish = (stage: string, versionID: string | null) =>
    office(ada, 'publish', { type: 'published', stage, versionID, reason: 'For a reason.' });
  expect((await publish('production', first)).error).toBe('not_reviewable');
  await office(ada, 'review', { versionID: first, decision: 'beta', reason: 'Try it.' });
  expect([(await offered()).includes('published'), (await offered('beta', fay)).includes('published')]).toEqual([false, true]);
  expect(await publish('production', first)).toEqual({ success: true });
  expect([(await offered()).includes('published'), (await offered('beta', fay)).includes('published')]).toEqual([true, false]);

  const { draft } = await read(fay, 'published');
  await studio(fay, 'draft', { type: 'published', revision: draft.revision, script: whole(draft.script, 'Three breaths') });
  const next = await submittedAgain('published');
  expect((await read(fay, 'published')).experience).toMatchObject({ state: 'production', isInReview: true, production: 1 });
  expect((await publish('production', next)).error).toBe('not_reviewable');
  await office(ada, 'review', { versionID: next, decision: 'production', reason: 'Better.' });
  expect((await read(fay, 'published')).experience).toMatchObject({ production: 2, isInReview: false });
  await publish('production', first);
  expect((await read(fay, 'published')).experience.production).toBe(1);
  await studio(gus, 'profile', pageOf('gus-of-this'));
  const others = await submitted(gus, 'notthis');
  await office(ada, 'review', { versionID: others, decision: 'beta', reason: 'Try it.' });
  expect((await publish('production', others)).error).toBe('not_reviewable');

  const down = (isDown: boolean) => office(ada, 'takedown', { type: 'published', isDown, reason: 'A complaint.' });
  expect(await down(true)).toEqual({ success: true });
  expect([(await offered()).includes('published'), (await read(fay, 'published')).experience.state]).toEqual([false, 'retired']);
  expect((await publish('production', next)).error).toBe('not_reviewable');
  const { draft: last } = await read(fay, 'published');
  const late = { type: 'published', revision: last.revision, rights: true, noPromotion: true };
  expect((await studio(fay, 'submit', late)).error).toBe('not_reviewable');
  for (let i = 0; i < 2; i++) expect(await down(false)).toEqual({ success: true });
  expect((await offered()).includes('published')).toBe(true);
  expect((await office(ada, 'takedown', { type: 'nothing', isDown: true, reason: 'Gone.' })).error).toBe('experience_unknown');
  expect(await world.query(`select kind, code from act where code like 'published%' order by seq`)).toEqual([
    { kind: 'experience approved', code: 'published 1 beta' },
    { kind: 'experience published', code: 'published production 1: For a reason.' },
    { kind: 'experience approved', code: 'published 2 production' },
    { kind: 'experience published', code: 'published production 1: For a reason.' },
    { kind: 'experience taken down', code: 'published: A complaint.' },
    { kind: 'experience put back', code: 'published: A complaint.' },
  ]);
  for (const subject of ['Approved: Three breaths', 'Taken down: Three breaths', 'Offered again: Three breaths'])
    expect((await world.mailContaining(fay.email, subject)).text).toContain('/studio');
  await publish('production', null);
  expect([(await offered()).includes('published'), (await read(fay, 'published')).experience.state]).toEqual([false, 'draft']);
});

test('[STU-6] a page is its owner’s, with an address of its own, and public once it is published', async () => {
  await written(gus, 'paged');
  await world.query(`update facilitator set name = '' where account_id = $1`, [gus.userId]);
  const { profile } = await studio(gus, 'list');
  // Nobody reads the name of an account: it is not on the page until its owner writes it there.
  expect(profile).toMatchObject({ name: '', published: false });
  const unsigned = { type: 'paged', revision: 1, rights: true, noPromotion: true };
  expect((await studio(gus, 'submit', unsigned)).error).toBe('page_needed');
  const page = {
    ...profile,
    name: 'G. Writes',
    slug: 'gus',
    title: { en: 'Teacher' },
    bio: { en: 'Writes.' },
    outboundLink: 'https://example.org/gus',
  };
  const known = async (name: string) => (await world.call('/api/v1/experiences/getfacilitator', { body: { name } })).body;
  expect(await studio(gus, 'profile', page)).toEqual({ success: true });
  expect((await known('gus')).error).toBe('facilitator_unknown');
  await studio(gus, 'profile', { ...page, published: true });
  expect(await known('gus')).toMatchObject({ name: 'G. Writes', title: 'Teacher', bio: 'Writes.' });
  await written(fay, 'pagedtoo');
  const own = (await studio(fay, 'list')).profile;
  expect((await studio(fay, 'profile', { ...own, slug: 'gus' })).error).toBe('slug_taken');
  expect((await studio(fay, 'profile', { ...own, image: 'e'.repeat(32) })).error).toBe('file_not_ready');
  for (const wrong of [
    { slug: 'Gus' },
    { slug: 'a' },
    { slug: '-gus' },
    { outboundLink: 'http://example.org' },
    { outboundLink: 'javascript:alert(1)' },
    { name: ' ' },
  ])
    expect((await studio(fay, 'profile', { ...own, ...wrong })).error, JSON.stringify(wrong)).toBe('validation_failed');
  expect((await studio(fay, 'list')).profile).toEqual(own);
  const both = await Promise.all([fay, gus].map((who) => studio(who, 'profile', pageOf('the-same'))));
  expect(both.map(({ error }) => error).sort()).toEqual(['slug_taken', undefined]);
});
