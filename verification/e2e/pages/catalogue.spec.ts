import type { Locator, Page } from '@playwright/test';
import { accessibilityFindings, layoutShift } from '../src/obstacles.ts';
import { admin, shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, foundNotice: 6_000, enteringRoom: 8_000 });

const rows = ['Without a word', 'With a few words'] as const;
const rowOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

story('[WEB-120] a member finds two categories of four below Connect, and reads about one by keyboard', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  for (const name of rows) await expect(rowOf(page, name).getByRole('article')).toHaveCount(4);
  await expect(page.getByText('A Guided Rest')).toHaveCount(0);
  const skip = (name: string) => cardOf(page, name).getByRole('checkbox', { name: /^Skip people/ });
  const card = cardOf(page, 'Five Quiet Minutes');
  await expect(card.getByText('5 minutes')).toBeVisible();
  const description = await card.getByRole('tabpanel').locator('p').innerText();
  expect([...description].length).toBeLessThanOrEqual(121);
  await card.getByRole('tab', { name: 'About' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(card.getByRole('tab', { name: 'Options' })).toBeFocused();
  await expect(card.getByRole('checkbox', { name: /^Skip people/ })).toBeVisible();
  await expect(card.getByRole('checkbox', { name: /^Notify me/ })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Home');
  await expect(card.getByRole('tab', { name: 'About' })).toBeFocused();

  await card.getByRole('link', { name: 'More: Five Quiet Minutes' }).press('Enter');
  const details = page.getByRole('dialog', { name: 'Five Quiet Minutes' });
  await expect(details.getByText('No microphone needed')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.goBack();
  await expect(details).toBeHidden();
  await expect(card.getByRole('link', { name: /^More: / })).toBeFocused();
  await ann.goto('/?experience=threequestions');
  const linked = page.getByRole('dialog', { name: 'Three Questions' });
  await expect(linked.getByText('Microphone needed', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(linked).toBeHidden();
  await expect(page).toHaveURL(`${ann.origin}/`);

  // The choice is kept for each experience by itself.
  await card.getByRole('tab', { name: 'Options' }).click();
  await skip('Five Quiet Minutes').check();
  await page.reload();
  for (const name of ['Five Quiet Minutes', 'The Mirror']) await cardOf(page, name).getByRole('tab', { name: 'Options' }).click();
  await expect(skip('Five Quiet Minutes')).toBeChecked();
  await expect(skip('The Mirror')).not.toBeChecked();
});

story('[WEB-120] a row scrolls by one card and 6 px, and has no arrow at its ends', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true, viewport: { width: 390, height: 844 } });
  const { page } = ann;
  const row = rowOf(page, rows[0]);
  const list = row.getByRole('list');
  const [back, forward] = (['back', 'forward'] as const).map((to) =>
    row.getByRole('button', { name: `Scroll ${to}: ${rows[0]}` }),
  ) as [Locator, Locator];
  await forward.focus();
  await expect(back).toBeHidden();
  const card = (await row.getByRole('listitem').first().boundingBox())?.width ?? 0;
  await page.keyboard.press('Enter');
  const position = () => list.evaluate(({ scrollLeft }) => Math.round(scrollLeft));
  await expect.poll(position).toBe(Math.round(card + 6));
  await expect(back).toBeVisible();
  for (let i = 0; i < 2; i++) await forward.press('Enter');
  await expect(forward).toBeHidden();
  // The focus does not disappear with the arrow.
  await expect(back).toBeFocused();
  expect(await accessibilityFindings(page)).toEqual([]);
});

story('[WEB-121] a card offers what the right of the member allows', async ({ person, stage }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  const card = cardOf(page, 'The Mirror');
  await card.getByRole('tab', { name: 'Options' }).click();
  await expect(card.getByRole('radio')).toHaveCount(1);
  await card.getByRole('button', { name: 'Try one experience free: The Mirror' }).click();
  const empty = page.getByRole('dialog', { name: 'There is no one in your circle' });
  await empty.getByRole('button', { name: 'Invite somebody' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite somebody: The Mirror' });
  await inviting.getByRole('button', { name: 'Create the link' }).click();
  await expect(page.getByText('For “The Mirror”')).toBeVisible();
  await ann.press('Cancel invitation');
  await ann.is('present');

  await admin(stage.server, 'gift', ann.email);
  await page.reload();
  await ann.is('present');
  await cardOf(page, 'The Mirror').getByRole('tab', { name: 'Options' }).click();
  await expect(cardOf(page, 'The Mirror').getByRole('radio')).toHaveCount(2);
  await expect(rowOf(page, 'Experiences with people waiting right now')).toHaveCount(0);
  const ben = await person('blue', 'Ben', { member: true });
  await admin(stage.server, 'gift', ben.email);
  await ben.page.reload();
  await ben.is('present');
  await cardOf(ben.page, 'The Mirror').getByRole('button', { name: 'Connect: The Mirror' }).click();
  await ben.is('waiting');
  const waiting = rowOf(page, 'Experiences with people waiting right now');
  await expect(waiting.getByRole('article')).toHaveCount(1);
  await expect(waiting.getByRole('heading', { name: 'The Mirror' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
});

story('[WEB-122] a member’s lobby does not move while it loads', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await ann.page.setViewportSize(viewport);
    await ann.page.reload();
    await ann.is('present');
    await expect(ann.page.getByTestId('presence')).toContainText('here');
    await expect(ann.page.getByRole('article').first()).toBeAttached();
    expect(await layoutShift(ann.page)).toBeLessThanOrEqual(0.02);
  }
});

story('[WEB-122] a visitor’s catalogue loads when it is near, and Connect opens registration', async ({ person }) => {
  const eve = await person('red', 'Eve');
  const { page } = eve;
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('heading', { name: 'Relational experiences' }).scrollIntoViewIfNeeded();
  await expect(rowOf(page, rows[1]).getByRole('article')).toHaveCount(4);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await page.getByLabel('Language').selectOption('de');
  await expect(page.getByRole('heading', { name: 'Ohne ein Wort' })).toBeVisible();
  await page.getByLabel('Sprache').selectOption('en');
  await rowOf(page, rows[1]).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Connect: Just Listening' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Create account' })).toBeVisible();
});

story(
  '[WEB-120] while the catalogue loads its space is kept; without an answer it offers another try, and says when it is empty',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { member: true });
    const { page } = ann;
    const calls = '**/api/v1/experiences';
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const elsewhere = 'https://example.org/film';
    await page.route(calls, async (route) => {
      await asked;
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/"videoUrl":[^,]*/g, `"videoUrl":"${elsewhere}"`);
      await route.fulfill({ response, body: text });
    });
    await page.goto(`${ann.origin}/?experience=threequestions`);
    await expect(page.getByText('Loading the experiences')).toBeAttached();
    // Two rows of four, which are only drawn.
    await expect(page.locator('[aria-hidden="true"] li')).toHaveCount(8);
    await expect(page.getByRole('article')).toHaveCount(0);
    answer();
    const link = page.getByRole('dialog', { name: 'Three Questions' }).getByRole('link', { name: /^Video/ });
    await expect(link).toHaveAttribute('href', elsewhere);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('dialog').getByRole('button', { name: /^Play the video/ })).toHaveCount(0);
    await expect(page.getByText('Loading the experiences')).toHaveCount(0);
    await page.unroute(calls);

    await ann.goto('/');
    await page.route(calls, (route) => route.abort());
    await page.reload();
    await expect(page.getByText('The experiences could not be loaded.')).toBeVisible();
    await page.unroute(calls);
    await page.route(calls, (route) => route.fulfill({ json: { experiencesByCategory: [] } }));
    await ann.press('Try again');
    await expect(page.getByText('No experiences yet')).toBeVisible();
  },
);

story('[WEB-123] a facilitator is found by slug and by name', async ({ person }) => {
  const eve = await person('red', 'Eve');
  const { page } = eve;
  for (const path of ['/facilitator/mara-linde', '/facilitator/Mara-Linde', '/facilitator/Mara%20Linde']) {
    await eve.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Linde (she/her)');
    await expect(page.getByRole('article')).toHaveCount(4);
  }
  expect(await accessibilityFindings(page)).toEqual([]);
  await eve.goto('/facilitator/nobody-here');
  await expect(page.getByRole('heading', { name: 'We could not find this facilitator' })).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Back to lobby' }).click();
  await expect(page).toHaveURL(`${eve.origin}/`);
});

story('[WEB-124] the beta page is for those with access to it', async ({ person, stage }) => {
  const ann = await person('red', 'Ann', { member: true });
  const { page } = ann;
  await ann.goto('/betaexperiences');
  await expect(page).toHaveURL(`${ann.origin}/`);
  await admin(stage.server, 'beta', ann.email);
  await ann.goto('/betaexperiences');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Experiences in beta');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(cardOf(page, 'A Guided Rest')).toBeVisible();
  expect(await accessibilityFindings(page)).toEqual([]);

  // It may be read while one waits. As somebody is found it leads to the encounter at once, without the usual notice.
  await ann.goto('/');
  await ann.connect();
  await ann.is('waiting');
  await ann.goto('/betaexperiences');
  await ann.is('waiting');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Experiences in beta');
  const ben = await person('blue', 'Ben', { member: true });
  await ben.connect();
  await ann.is('enteringRoom');
  await expect(page).toHaveURL(`${ann.origin}/experience`, { timeout: 3_000 });
  await ann.is('enteringRoom');
});

story('[WEB-125] a guest reads what the invitation is to, agrees, and connects', async ({ person }) => {
  const ann = await person('red', 'Ann', { member: true });
  const made = await ann.page.request.post(`${ann.origin}/api/v1/experiences/create-invitation`, {
    form: { type: 'threequestions' },
    headers: { authorization: `Bearer ${ann.token}` },
  });
  const { invitation } = (await made.json()) as { invitation: { code: string } };
  const eve = await person('blue', 'Eve');
  const { page } = eve;
  await eve.goto(`/xp-i/${invitation.code}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${ann.name} invites you to “Three Questions”`);
  await expect(page.getByText('7 minutes').first()).toBeVisible();
  await expect(page.getByText('Microphone needed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Jon Vale' })).toHaveAttribute('href', '/facilitator/jon-vale');
  expect(await accessibilityFindings(page)).toEqual([]);
  await eve.comeAsGuest();
  await eve.is('waiting');
  await eve.press('Cancel');
  await eve.is('present');
  await expect(
    page.getByText('Your host might have left the experience. You might need to ask them to invite you again.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeEnabled();
});
