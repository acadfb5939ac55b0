import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ContentFolder, contentFolder } from '@unspoken/testing/content/folder';
import { password, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administer } from '../commands/admin.ts';

let content: ContentFolder;
let world: World;
beforeAll(async () => {
  content = await contentFolder();
  await content.write('threequestions', { position: 2 });
  await content.write('themirror', { position: 1 });
  await content.write('notyet', { status: 'beta' });
  world = await startWorld({ CONTENT_DIR: content.path });
});
afterAll(async () => {
  await world.close();
  await content.remove();
});

const admin = (...args: string[]) => administer(args, { ...process.env, ...world.environment });
const list = async (body: Record<string, string> = {}, token?: string) => {
  const { status, body: answer } = await world.call('/api/v1/experiences', {
    body: { experienceStatus: 'production', ...body },
    token,
  });
  return status === 200 ? answer.experiencesByCategory : answer.error;
};
const types = (categories: { experiences: { type: string }[] }[]) =>
  categories.flatMap(({ experiences }) => experiences.map(({ type }) => type));

test('[EXP-20] an empty catalogue begins with the content of the folder, for everybody, in their language', async () => {
  const [quiet] = await list();
  expect(quiet).toMatchObject({ name: 'Quiet', description: 'Without a word' });
  expect(quiet.experiences.map(({ type }: { type: string }) => type)).toEqual(['themirror', 'threequestions']);
  expect(quiet.experiences[0]).toEqual({
    type: 'themirror',
    name: 'themirror',
    description: 'Look, and listen.',
    totalDuration: 75_000,
    backgroundColor: '#336699',
    backgroundImage: null,
    author: 'Mara Línde',
    facilitatorSlug: 'mara-linde',
    facilitatorTitle: 'Movement teacher',
    facilitatorImg: null,
    videoUrl: null,
    videoTitle: null,
    videoCaptions: [],
    guidedIcon: false,
    speakerIcon: true,
    microphoneIcon: true,
    languages: ['en', 'de'],
  });
  expect((await list({ language: 'de' }))[0]).toMatchObject({
    name: 'Still',
    experiences: [{ name: 'themirror auf Deutsch' }, {}],
  });
  // French is not in it: the language of the script.
  expect((await list({ language: 'fr' }))[0].experiences[0].name).toBe('themirror');
  const ann = await world.member('Ann');
  await world.query(`update account set language = 'de' where id = $1`, [ann.userId]);
  expect((await list({}, ann.token))[0].name).toBe('Still');
});

test('[EXP-20] an unknown status is refused, and the beta without access to it', async () => {
  const bea = await world.member('Bea');
  expect(await list({ experienceStatus: 'draft' })).toBe('validation_failed');
  expect(await list({ experienceStatus: 'beta' })).toBe('forbidden');
  expect(await list({ experienceStatus: 'beta' }, bea.token)).toBe('forbidden');
  expect(await admin('beta', bea.email)).toBe(`${bea.email} sees experiences in beta now.`);
  expect(types(await list({ experienceStatus: 'beta' }, bea.token))).toEqual(['notyet']);
  const me = async () => (await world.call('/api/v1/account/loginfromtoken', { token: bea.token })).body.user;
  expect((await me()).betaExperienceAccess).toBe(true);
  await admin('beta', bea.email, 'off');
  expect([(await me()).betaExperienceAccess, await list({ experienceStatus: 'beta' }, bea.token)]).toEqual([false, 'forbidden']);
  expect(await world.query('select kind, actor from act where subject = $1 order by seq', [bea.userId])).toEqual([
    { kind: 'beta access granted', actor: null },
    { kind: 'beta access revoked', actor: null },
  ]);
  await world.query(`update account set role = 'facilitator' where id = $1`, [bea.userId]);
  expect((await me()).betaExperienceAccess).toBe(true);
});

test('[EXP-21] a facilitator is found by slug, or by name in any case and composition', async () => {
  const of = async (name: string, language = 'en') =>
    (await world.call('/api/v1/experiences/getfacilitator', { body: { name, language } })).body;
  expect(await of('mara-linde')).toMatchObject({
    name: 'Mara Línde',
    title: 'Movement teacher',
    pronouns: 'she/her',
    bio: 'A sample.',
    imageUrl: null,
    outboundLink: 'https://example.org/mara',
    experiences: [{ type: 'themirror' }, { type: 'threequestions' }],
  });
  expect((await of('mara línde', 'de')).title).toBe('Bewegungslehrerin');
  expect((await of('MARA LÍNDE'.normalize('NFD'))).name).toBe('Mara Línde');
  expect(await of('nobody')).toEqual({ error: 'facilitator_unknown', message: 'We could not find this facilitator' });
});

test('[EXP-22] an import adds a version where a script has changed, and leaves the others as they are', async () => {
  expect(await admin('experiences', 'import', content.path)).toBe(
    ['themirror: version 1, unchanged', 'threequestions: version 1, unchanged', 'notyet: version 1, unchanged'].join('\n'),
  );
  await content.write('themirror', { position: 1, script: { backgroundColor: '#000000' } });
  expect(await admin('experiences', 'import', content.path)).toContain('themirror: version 2, changed');
  await expect.poll(async () => (await list())[0].experiences[0].backgroundColor, { timeout: 20_000 }).toBe('#000000');
  expect(await world.query(`select number from experience_version where type = 'themirror' order by number`)).toEqual([
    { number: 1 },
    { number: 2 },
  ]);
  await expect(world.query(`update experience_version set script = '{}' where type = 'themirror'`)).rejects.toThrow(
    'never changes',
  );
});

test('[EXP-22] [EXP-23] content with anything wrong is refused with every reason, and changes nothing', async () => {
  const before = await world.query('select count(*)::int as versions from experience_version');
  await content.write('broken', { category: 'loud', facilitator: 'nobody', script: { introDuration: 4_050 } });
  await content.write('unproven', { script: { connectionDuration: 59_900, textInstructions: [] } });
  await content.write('nosound', {
    script: { introAudio: { start: 0, files: { en: { media: '../sounds/none.mp3', cues: [] } } } },
  });
  await content.write('outside', { script: { introAudio: { start: 0, files: { en: { media: '/etc/passwd', cues: [] } } } } });
  await writeFile(join(content.path, 'sounds', 'wrong.mp3'), await readFile(join(content.path, 'catalogue.json')));
  await content.write('nomusic', {
    script: { introAudio: { start: 0, files: { en: { media: '../sounds/wrong.mp3', cues: [] } } } },
  });
  const refused = await admin('experiences', 'import', content.path).catch((error: Error) => error.message);
  expect(refused.split('\n').sort()).toEqual([
    expect.stringMatching(/^broken: introDuration is not valid/),
    expect.stringMatching(/^nomusic: wrong.mp3 is not what its name says/),
    'nosound: a file is missing',
    'outside: /etc/passwd is outside the folder',
  ]);
  for (const type of ['broken', 'nosound', 'outside', 'nomusic']) await content.remove(type);
  expect(await admin('experiences', 'import', content.path).catch((error: Error) => error.message)).toBe(
    'unproven: connectionDuration breaks SCR-9',
  );
  await content.remove('unproven');
  expect(await world.query('select count(*)::int as versions from experience_version')).toEqual(before);
});

test('[EXP-22] what was exported is imported elsewhere as the same', async () => {
  const folder = join(content.path, '..', `${content.path.split('/').at(-1)}-exported`);
  expect(await admin('experiences', 'export', folder)).toBe('Written: themirror, threequestions, notyet');
  expect(await admin('experiences', 'import', folder)).not.toMatch(/, (new|changed)$/m);
  const other = await startWorld({ CONTENT_DIR: folder });
  const cards = async (of: World) => {
    const { body } = await of.call('/api/v1/experiences', { body: { experienceStatus: 'production' } });
    return body.experiencesByCategory;
  };
  expect(await cards(other)).toEqual(await cards(world));
  await other.close();
});

test('[EXP-22] an import changes nobody’s page, and nothing that is written in the studio', async () => {
  const gus = await world.member('Gus');
  await world.query(`update facilitator set account_id = $1`, [gus.userId]);
  const importing = () => admin('experiences', 'import', content.path).catch((error: Error) => error.message);
  expect(await importing()).toBe('mara-linde is the page of somebody who works in the studio');
  await world.query(`update facilitator set slug = 'gus'`);
  expect(await importing()).toMatch(/^\w+ is written in the studio$/);
  expect(await world.query('select slug from facilitator')).toEqual([{ slug: 'gus' }]);
  await world.query(`update facilitator set slug = 'mara-linde', account_id = null`);
});

test('[EXP-24] the page of a deleted facilitator is gone, and what they wrote is retired', async () => {
  const fay = await world.member('Fay');
  await world.query(`update facilitator set account_id = $1`, [fay.userId]);
  const data = await world.call('/api/v1/account/exportdata', { token: fay.token, body: { password } });
  expect(data.body.facilitator).toMatchObject({
    slug: 'mara-linde',
    experiences: ['notyet', 'themirror', 'threequestions'].map((type) => ({
      type,
      versions: expect.arrayContaining([expect.objectContaining({ number: 1, decision: 'approved' })]),
    })),
  });
  await world.call('/api/v1/account/deleteaccount', { token: fay.token, body: { password } });
  expect(await list()).toEqual([]);
  const gone = await world.call('/api/v1/experiences/getfacilitator', { body: { name: 'mara-linde' } });
  expect(gone.body.error).toBe('facilitator_unknown');
  expect(await world.query('select name, bio from facilitator')).toEqual([{ name: '', bio: {} }]);
});
