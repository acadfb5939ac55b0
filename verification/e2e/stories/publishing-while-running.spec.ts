import { newDraft } from '@unspoken/contract/drafts';
import type { Script } from '@unspoken/contract/scripts';
import { Authored } from '../src/authoring.ts';
import { connectIn, experienceDurations, reads, subscribe } from '../src/experiences.ts';
import { becomeFacilitator, becomeModerator } from '../src/moderator.ts';
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
    const experience = new Authored(type, ada, ida);
    await experience.publishPage('Ada Keeps', 'ada-keeps');
    await experience.create(name);
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

    await experience.publish(version('first'));
    await begin('first');
    await experience.publish(version('second'));
    await experience.takeDown(true);
    // Reloaded within the session: the version is read again, and is the same.
    await ben.page.reload();
    await end('first');
    await expect(card).toHaveCount(0, { timeout: 15_000 });

    await experience.takeDown(false);
    await begin('second');
    await experience.rollBackTo(experience.versions[0]);
    await end('second');

    await begin('first');
    await end('first');
    for (const each of together) expect((await each.counters()).completedMinutes).toBe(3);
  },
);
