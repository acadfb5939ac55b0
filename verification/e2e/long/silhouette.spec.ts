import { Person, password } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** The outline stays for longer than any of these encounters takes: if it is hidden, the person has dismissed it. */
const story = storiesWith({ ...shortDurations, positionGuideline: 60_000, peerNotReadyTimeout: 30_000, startButtonDelay: 600 });

const outline = (person: Person) => person.page.locator('svg[class*="silhouette"]');
const hint = (person: Person) => person.page.getByText('Fit your head and shoulders into the outline');

/** Brings two people to the preparing state, where they see themselves. */
async function prepare(first: Person, second: Person): Promise<void> {
  await first.connect();
  await first.is('waiting');
  await second.connect();
  await Promise.all([first, second].map((each) => each.is('preparing', 20_000)));
}

/** The first cancels, and both return to the lobby. */
async function part(first: Person, second: Person): Promise<void> {
  await first.press('Cancel');
  await Promise.all([first, second].map((each) => each.is('present')));
}

async function isGuided(person: Person): Promise<void> {
  await expect(outline(person)).toBeVisible();
  await expect(hint(person)).toBeVisible();
}

/** Checks once Start is offered: an outline that is shown at all is visible by then. */
async function isLeftAlone(person: Person): Promise<void> {
  await expect(person.page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await expect(outline(person)).toBeHidden();
  await expect(hint(person)).toBeHidden();
}

story('[WEB-1] the outline is shown before Start, and never again once a member has turned it off', async ({ couple, stage }) => {
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

  // In another browser too: the choice is stored with the account.
  const elsewhere = await Person.arrive(stage.red, stage.server.origin, ann.name);
  await elsewhere.signIn(ann.email, password);
  await elsewhere.is('present');
  await prepare(elsewhere, ben);
  await isLeftAlone(elsewhere);
  await isGuided(ben);
  await elsewhere.context.close();
});

story('[WEB-1] the outline can be hidden for this encounter only', async ({ couple }) => {
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
