import { video } from '@unspoken/testing/media/videos';
import { Authored } from '../src/authoring.ts';
import { becomeFacilitator, becomeModerator } from '../src/moderator.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

const subtitles = `WEBVTT

00:00.000 --> 00:02.000
<v Ada>We sit down.

00:02.000 --> 00:04.000
We look.
`;

story(
  '[WEB-208] a video of one’s own is uploaded with captions from a file, and a member plays it with them',
  async ({ person, stage }) => {
    const [ada, ida, ben] = [
      await person('red', 'Ada', { camera: false }),
      await person('red', 'Ida', { camera: false }),
      await person('blue', 'Ben', { member: true, camera: false }),
    ];
    await becomeFacilitator(ada, stage.server);
    const { page } = ada;
    await page.getByLabel('Name', { exact: true }).fill('On Film');
    await ada.press('Begin');
    await page.getByLabel('What it is about (English)').fill('There is a film about it.');
    await page.locator('#add-text-intro').click();
    await page.keyboard.type('Sit well.');
    await page.getByRole('button', { name: 'Same for 2' }).click();
    const slot = page.getByRole('group', { name: 'Video about it' });
    const file = { name: 'Film.mp4', mimeType: 'video/mp4', buffer: Buffer.from(await video({ seconds: 5, sound: true })) };
    await slot.locator('input[type=file]').setInputFiles(file);
    await expect(slot.locator('video')).toBeVisible({ timeout: 30_000 });
    await page.getByLabel('What the video is called (English)').fill('How it goes');
    const captions = page.locator('input[accept*=vtt]');
    await captions.setInputFiles({
      name: 'Film.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('Dear Ada, here are the captions.'),
    });
    await expect(page.getByText('There are no captions in this file.')).toBeVisible();
    await captions.setInputFiles({ name: 'Film.vtt', mimeType: 'text/vtt', buffer: Buffer.from(subtitles) });
    await expect(page.getByLabel('Words of caption 1')).toHaveValue('We sit down.');
    await page.getByLabel('Caption 2 until').fill('0:06');
    await page.getByLabel('Caption 2 until').press('Enter');
    await expect(page.getByLabel('Words of caption 2')).toHaveAttribute('aria-invalid', 'true');
    await ada.press('Undo');
    await expect(page.getByText('Everything is complete.')).toBeVisible();
    expect(await accessibilityFindings(page)).toEqual([]);
    await expect(page.locator('[data-state=saved]')).toContainText(/^Saved \d/, { timeout: 15_000 });

    await becomeModerator(ida, stage.server, 'admin');
    const experience = new Authored('onfilm', ada, ida);
    await experience.publishPage('Ada Films', 'ada-films');
    await experience.publish();
    await ben.goto('/');
    await ben.page.getByRole('link', { name: 'More: On Film' }).click();
    const details = ben.page.getByRole('dialog', { name: 'On Film' });
    await details.getByRole('button', { name: 'Play the video: How it goes' }).click();
    const shown = () =>
      details.locator('video').evaluate((element) => {
        const { textTracks, videoWidth } = element as HTMLVideoElement;
        const [track] = textTracks;
        return { isSeen: videoWidth > 0, mode: track?.mode, words: [...(track?.cues ?? [])].map((cue) => (cue as VTTCue).text) };
      });
    await expect.poll(shown).toEqual({ isSeen: true, mode: 'showing', words: ['We sit down.', 'We look.'] });
    expect(await accessibilityFindings(ben.page)).toEqual([]);
  },
);
