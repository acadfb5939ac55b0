import { experienceDurations, importShort } from '../src/experiences.ts';
import { long } from '../src/long.ts';
import type { Person } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(experienceDurations);
story.describe.configure({ timeout: 120_000 });
story.beforeAll(({ stage }) => importShort(stage.server));

/** Invites somebody from the card of the experience; returns the link. */
async function inviteTo(host: Person): Promise<string> {
  const card = host.page.getByRole('article').filter({ hasText: 'Short one' }).first();
  await card.getByRole('tab', { name: 'Options' }).click();
  await card.getByRole('button', { name: 'Invite somebody' }).click();
  await host.page
    .getByRole('dialog')
    .getByRole('button', { name: host.text('experiences:inviting.make') })
    .click();
  await host.is('waiting');
  return host.page.getByLabel(host.text('experiences:panel.link')).inputValue();
}

/** Brings a guest by this link, and both into the connection. */
async function meetByLink(host: Person, guest: Person, link: string): Promise<void> {
  await guest.page.goto(link);
  await expect(guest.page.getByRole('heading', { name: /Short one/ })).toBeVisible();
  await guest.comeAsGuest();
  await Promise.all([host.start(), guest.start()]);
  await Promise.all([host.is('connected', 30_000), guest.is('connected', 30_000)]);
}

story(
  '[EXP-26] [EXP-27] one experience is free: by a link, with a guest, and used by the host’s own end only',
  long,
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true, microphone: true });
    const offer = (label: string) =>
      ann.page.getByRole(label.startsWith('Try') ? 'button' : 'link', { name: `${label}: Short one` });
    const gus = await person('blue', 'Gus', { microphone: true });
    await meetByLink(ann, gus, await inviteTo(ann));
    await Promise.all([ann.sees('blue'), gus.sees('red')]);
    await gus.press('End connection');
    await ann.is('disconnected');
    await ann.moveOn();
    await ann.is('present');
    await expect(offer('Try one experience free')).toBeVisible();
    const guy = await person('blue', 'Guy', { microphone: true });
    await meetByLink(ann, guy, await inviteTo(ann));
    await ann.press('End connection');
    await ann.moveOn();
    await ann.is('present');
    await expect(offer('Become a contributing member')).toBeVisible();
    await expect(offer('Try one experience free')).toHaveCount(0);
  },
);
