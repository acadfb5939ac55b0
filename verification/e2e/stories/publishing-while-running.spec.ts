import { newDraft } from '@unspoken/contract/drafts';
import type { Script } from '@unspoken/contract/scripts';
import { connectIn, experienceDurations, reads, subscribe } from '../src/experiences.ts';
import { becomeFacilitator, becomeModerator } from '../src/moderator.ts';
import type { Person } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(experienceDurations);
story.describe.configure({ timeout: 240_000 });

const [type, name] = ['kept', 'What is kept'] as const;
/** Read near the end of the connection, when much has been decided meanwhile. */
const lateText = 9_000;

/** A version that says which one it is, at its beginning and near its end. */
const version = (which: string): Script => {
  const both = (text: string) => ({ user1Instruction: { en: text }, user2Instruction: { en: text } });
  return {
    ...newDraft({ name, language: 'en' }),
    description: { en: 'Both read which version it is.' },
    ...{ introDuration: 3_000, connectionDuration: lateText + 6_000, afterConnectionDuration: 2_000 },
    textInstructions: [
      { time: 500, ...both(`The ${which} begins.`) },
      { time: lateText, ...both(`The ${which} ends.`) },
    ],
  };
};

/** Makes calls of the contract as this person. */
const callsOf = (person: Person) => async (method: 'get' | 'post', path: string, data?: object) => {
  // They have signed in again since they came.
  const token = await person.page.evaluate(() => localStorage.getItem('unspoken.token'));
  const answer = await person.page.request[method](`${person.origin}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(data && { data }),
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
};

story(
  '[WEB-207] a session keeps its version while another one is published, rolled back and taken down; the next session has what is offered then',
  async ({ person, stage }) => {
    const [ada, ida, ann, ben] = [
      await person('red', 'Ada', { camera: false }),
      await person('red', 'Ida', { camera: false }),
      await person('red', 'Ann', { member: true }),
      await person('blue', 'Ben', { member: true }),
    ];
    await becomeFacilitator(ada, stage.server);
    await becomeModerator(ida, stage.server, 'admin');
    await subscribe(stage.server, ann, ben);
    const [author, admin] = [callsOf(ada), callsOf(ida)];
    const { categories } = await author('get', 'studio/list');
    const page = { title: {}, bio: {}, pronouns: null, image: null, outboundLink: null, published: true };
    await author('post', 'studio/profile', { ...page, slug: 'ada-keeps', name: 'Ada Keeps' });
    await author('post', 'studio/create', { type, categoryID: categories[0].categoryID, name, language: 'en' });
    let revision = 0;
    const ids: string[] = [];
    const publish = async (which: string) => {
      revision = (await author('post', 'studio/draft', { type, revision, script: version(which) })).revision;
      await author('post', 'studio/submit', { type, revision, rights: true, noPromotion: true });
      const { experiences } = await admin('get', 'office/reviews');
      const { versionID } = experiences.find((each: { type: string }) => each.type === type).versions[0];
      ids.push(versionID);
      await admin('post', 'office/review', { versionID, decision: 'production', reason: 'Good.' });
    };
    const takeDown = (isDown: boolean) => admin('post', 'office/takedown', { type, isDown, reason: 'A question.' });
    const card = ann.page.getByRole('heading', { name, exact: true });
    const together = [ann, ben] as const;
    const begin = async (which: string) => {
      for (const each of together) {
        await each.goto('/');
        await expect(each.page.getByRole('heading', { name, exact: true })).toBeVisible({ timeout: 15_000 });
      }
      await connectIn(ann, name);
      await ann.is('waiting');
      await connectIn(ben, name);
      await Promise.all(together.map((each) => each.start()));
      await Promise.all(together.map((each) => each.is('connected', 30_000)));
      await Promise.all(together.map((each) => reads(each, `The ${which} begins.`)));
    };
    const end = async (which: string) => {
      await Promise.all(together.map((each) => reads(each, `The ${which} ends.`)));
      await Promise.all(together.map((each) => each.is('digesting', 30_000)));
      for (const each of together) await each.moveOn();
    };

    await publish('first');
    await begin('first');
    await publish('second');
    await takeDown(true);
    // Reloaded within the session: the version is read again, and is the same.
    await ben.page.reload();
    await end('first');
    await expect(card).toHaveCount(0, { timeout: 15_000 });

    await takeDown(false);
    await begin('second');
    await admin('post', 'office/publish', { type, stage: 'production', versionID: ids[0], reason: 'Back.' });
    await end('second');

    await begin('first');
    await end('first');
    for (const each of together) expect((await each.counters()).completedMinutes).toBe(3);
  },
);
