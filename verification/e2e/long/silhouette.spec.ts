import { Person, password } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** The outline would stand for longer than any of these encounters takes: whoever does not see it has put it away. */
const story = storiesWith({ ...shortDurations, positionGuideline: 60_000, peerNotReadyTimeout: 30_000, startButtonDelay: 600 });

const outline = (person: Person) => person.page.locator('svg[class*="silhouette"]');
const words = (person: Person) => person.page.getByText('Fit your head and shoulders into the outline');

/** Brings two people to where they look at themselves. */
async function prepare(first: Person, second: Person): Promise<void> {
  await first.connect();
  await first.is('waiting');
  await second.connect();
  await Promise.all([first, second].map((each) => each.is('preparing', 20_000)));
}

/** One goes back to the lobby, and so do both. */
async function part(first: Person, second: Person): Promise<void> {
  await first.press('Cancel');
  await Promise.all([first, second].map((each) => each.is('present')));
}

async function isGuided(person: Person): Promise<void> {
  await expect(outline(person)).toBeVisible();
  await expect(words(person)).toBeVisible();
}

/** Looks only once Start is offered: an outline that is wanted stands there by then. */
async function isLeftAlone(person: Person): Promise<void> {
  await expect(person.page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await expect(outline(person)).toBeHidden();
  await expect(words(person)).toBeHidden();
}

story('[WEB-1] the outline stands before Start, and never again for whoever says so', async ({ couple, stage }) => {
  const [ann, ben] = couple;
  await prepare(ann, ben);
  await Promise.all(couple.map(isGuided));
  const stored = ann.page.waitForResponse(/userpreferences\/positionguideline/);
  await ann.press('Never show again');
  await isLeftAlone(ann);
  expect((await stored).ok()).toBe(true);
  await isGuided(ben);
  await part(ann, ben);

  await prepare(ann, ben);
  await isLeftAlone(ann);
  await isGuided(ben);
  await part(ann, ben);

  for (const each of couple) {
    await each.page.reload();
    await each.is('present');
  }
  await prepare(ben, ann);
  await isLeftAlone(ann);
  await isGuided(ben);
  await part(ann, ben);

  // Another browser, another day: it is the person who is remembered.
  const elsewhere = await Person.arrive(stage.red, stage.server.origin, ann.name);
  await elsewhere.signIn(ann.email, password);
  await elsewhere.is('present');
  await prepare(elsewhere, ben);
  await isLeftAlone(elsewhere);
  await isGuided(ben);
  await elsewhere.context.close();
});

story('[WEB-1] the outline can be put away for this once', async ({ couple }) => {
  const [ann, ben] = couple;
  await prepare(ann, ben);
  await isGuided(ann);
  await ann.press('Hide');
  await isLeftAlone(ann);
  await part(ann, ben);
  await prepare(ann, ben);
  await isGuided(ann);
  await part(ann, ben);
});
