import { picture } from '@unspoken/testing/media/pictures';
import { sine, wavOf } from '@unspoken/testing/media/sounds';
import { becomeFacilitator, becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

const wav = (name: string, seconds: number, frequency: number) => ({
  ...{ name, mimeType: 'audio/wav' },
  buffer: wavOf(sine(0.3, frequency), { seconds, rate: 48_000 }),
});

story(
  '[WEB-205] a voice is uploaded over a lost line and a reload, divided into captions, heard in the preview and in a rehearsal, and by who decides about it',
  async ({ person, stage }) => {
    const [ada, ida] = [await person('red', 'Ada'), await person('blue', 'Ida', { camera: false })];
    await becomeFacilitator(ada, stage.server);
    const { page, context } = ada;
    await page.getByLabel('Name', { exact: true }).fill('A Low Voice');
    await ada.press('Begin');
    await page.getByLabel('What it is about (English)').fill('Both listen.');
    await page.getByLabel('Intro', { exact: true }).fill('0:04');

    const part = page.getByRole('region', { name: 'Sound together' });
    await part.getByRole('button', { name: 'Add a voice' }).click();
    await expect(page.getByText('The sound is missing in English.').first()).toBeVisible();

    // The line is lost after two of six parts.
    let parts = 0;
    let isCut = true;
    await context.route('**/api/v1/studio/upload-part', (route) => {
      parts += 1;
      return isCut && parts > 2 ? route.abort() : route.continue();
    });
    await part.locator('input[type=file]').setInputFiles(wav('Low voice.wav', 55, 220));
    await expect(part.getByText('The connection is interrupted at 39 %.')).toBeVisible({ timeout: 20_000 });
    await expect(page.locator('[data-state=saved]')).toContainText(/^Saved \d/, { timeout: 15_000 });
    await page.reload();
    await expect(part.getByText('The connection is interrupted at 39 %.')).toBeVisible({ timeout: 20_000 });
    const before = parts;
    isCut = false;
    // Its author is not asked for anything.
    await expect(part.locator('audio')).toBeVisible({ timeout: 60_000 });
    expect(parts - before).toBeLessThanOrEqual(5);
    await expect(part.getByText('Low voice.wav')).toBeVisible();
    await expect(page.getByText('Words that are heard need captions').first()).toBeVisible();

    const words = 'Let your shoulders sink. Look at the eyes in front of you, and at nothing else. Breathe.';
    await part.getByLabel('Paste what is spoken').fill(words);
    await part.getByRole('button', { name: 'Divide into captions' }).click();
    await expect(part.getByLabel('Words of caption 1')).toBeFocused();
    await expect(part.getByLabel('Words of caption 3')).toHaveValue('Breathe.');
    await part.getByLabel('Caption 2 until').fill('0:40');
    await part.getByLabel('Caption 2 until').press('Enter');
    await expect(page.getByText('Everything is complete.')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);

    // The focus stays with a caption that is moved past another one.
    await part.getByLabel('Caption 1 from').fill('0:41');
    await part.getByLabel('Caption 1 from').press('Enter');
    await expect(part.getByLabel('Caption 2 from')).toBeFocused();
    await expect(part.getByLabel('Words of caption 2')).toHaveValue('Let your shoulders sink.');
    await part.getByLabel('Caption 2 from').fill('0:42');
    await part.getByLabel('Words of caption 1').click();
    await expect(part.getByLabel('Words of caption 1')).toBeFocused();
    await ada.press('Undo');
    await ada.press('Undo');
    await expect(page.getByText('Everything is complete.')).toBeVisible();

    // A caption that is too long says so at its line, and is mended by undoing.
    await part.getByLabel('Words of caption 3').fill('Breathe, and let this be a line that nobody can read at a glance.');
    await expect(part.getByLabel('Words of caption 3')).toHaveAttribute('aria-invalid', 'true');
    await ada.press('Undo');
    await expect(page.getByText('Everything is complete.')).toBeVisible();

    // Heard where it is shown.
    const preview = page.getByRole('region', { name: 'What they see' });
    await preview.getByRole('slider').fill('5000');
    await preview.getByRole('button', { name: 'Play' }).click();
    await expect
      .poll(() => preview.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(1);
    await expect(preview.getByText('Let your shoulders sink.').first()).toBeVisible();
    await preview.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => preview.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).paused)).toBe(true);

    await page.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await ada.press('Begin the rehearsal');
    await ada.press('Start');
    await expect(page.getByTestId('caption')).toHaveText('Let your shoulders sink.', { timeout: 30_000 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Back to the script' }).click();

    // Who decides hears it as well.
    await ada.goto('/studio/profile');
    await page.getByLabel('Name', { exact: true }).fill('Ada Example');
    await page.getByLabel('Address', { exact: true }).fill('ada-low-voice');
    const portrait = await picture('png', { width: 900, height: 900 });
    await page.locator('input[type=file]').setInputFiles({ name: 'Ada.png', mimeType: 'image/png', buffer: portrait });
    await expect(page.locator('main img')).toBeVisible({ timeout: 30_000 });
    await ada.press('Save');
    await expect(page.getByText('Your page is saved.')).toBeVisible();
    await ada.goto('/studio/experience/alowvoice');
    await page.getByLabel('I may use everything in it').check();
    await page.getByLabel('It advertises nothing').check();
    await ada.press('Submit for review');
    await expect(page.getByText('Version 1 awaits a decision.')).toBeVisible();
    await becomeModerator(ida, stage.server, 'admin');
    await ida.goto('/admin/experiences');
    const review = ida.page.getByRole('region', { name: 'A Low Voice' });
    await review.getByText('What they see and hear').click();
    await review.getByRole('slider').fill('5000');
    await review.getByRole('button', { name: 'Play' }).click();
    await expect
      .poll(() => review.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(1);
    await expect(review.getByText('Let your shoulders sink.').first()).toBeVisible();
    expect(await accessibilityFindings(ida.page)).toEqual([]);
  },
);

story(
  '[WEB-206] a sound is recorded in the browser; files are refused by name, listed with what is used of the room, and deleted unless they are in use',
  async ({ person, stage }) => {
    const ada = await person('red', 'Ada', { microphone: true });
    await becomeFacilitator(ada, stage.server);
    const { page } = ada;
    await page.getByLabel('Name', { exact: true }).fill('A Bell');
    await ada.press('Begin');
    const part = page.getByRole('region', { name: 'Sound of the intro' });
    await part.getByRole('button', { name: 'Add a sound without words' }).click();
    await part.getByLabel('What is heard (English)').fill('A bell, once');
    // What is discarded is not sent.
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().includes('/studio/upload') && sent.push(request.url())));
    await part.getByRole('button', { name: 'Record' }).click();
    await expect(part.getByText('Recording 0:01')).toBeVisible();
    await part.getByRole('button', { name: 'Discard' }).click();
    await expect(part.getByRole('button', { name: 'Record' })).toBeVisible();
    expect(sent).toEqual([]);
    await part.getByRole('button', { name: 'Record' }).click();
    await expect(part.getByText('Recording 0:02')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await part.getByRole('button', { name: 'Stop' }).click();
    await expect(part.locator('audio')).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => part.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).duration)).toBeGreaterThan(1.5);
    await expect(part.getByText('Recording of')).toBeVisible();

    // What is no sound at all cannot be decoded, and is not sent; a picture in the clothes of a WAV is refused by the service.
    const choose = (name: string, buffer: Buffer) =>
      part.locator('input[type=file]').setInputFiles({ name, mimeType: 'audio/wav', buffer });
    await choose('Notes.wav', Buffer.from('these are notes and no sound'));
    await expect(part.getByRole('alert')).toHaveText('Your browser cannot read this file. Please choose another one.');
    await choose('Cut.wav', wavOf(sine(0.3), { seconds: 2 }).subarray(0, 60_000));
    await expect(part.getByText('This file is not complete.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('The file here was not accepted, or is not ready yet.').first()).toBeVisible();
    await ada.press('Undo');
    await expect(part.locator('audio')).toBeVisible();
    await expect(page.locator('[data-state=saved]')).toContainText(/^Saved \d/, { timeout: 15_000 });

    await page.getByRole('link', { name: 'All experiences' }).click();
    await page.getByRole('link', { name: 'Files' }).click();
    await expect(page.getByText(/MB of 1,000 MB are used/)).toBeVisible();
    const files = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Delete/ }) });
    await expect(files).toHaveCount(2);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Delete Recording of/ }).click();
    const question = page.getByRole('dialog', { name: /^Delete Recording of/ });
    await question.getByRole('button', { name: 'Keep it' }).first().click();
    await expect(files).toHaveCount(2);
    await page.getByRole('button', { name: /^Delete Recording of/ }).click();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('This file is used');
    await page.getByRole('button', { name: 'Delete Cut.wav' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(files).toHaveCount(1);
  },
);
