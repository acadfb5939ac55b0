import { openGallery, schemes } from '../src/gallery.ts';
import { long } from '../src/long.ts';
import { expect, story } from '../src/stage.ts';

// Among the stories, because the pictures were taken in a whole browser.
story('[WEB-25] every component looks as in its stored picture', long, async ({ person }) => {
  // Other systems render text differently.
  story.skip(process.platform !== 'linux', 'the stored pictures were taken on Linux');
  const page = await openGallery(person);
  // Stricter than the defaults, because the page is long and its colours are muted: a share of all pixels would miss a changed
  // checkbox, and the default colour threshold the edge of a button.
  const same = { animations: 'disabled', threshold: 0.05, maxDiffPixels: 100 } as const;
  const dialog = page.getByRole('dialog');
  for (const scheme of ['light', 'dark', 'contrast', 'forced'] as const) {
    await page.emulateMedia(schemes[scheme]);
    await expect(page).toHaveScreenshot(`gallery-${scheme}.png`, { ...same, fullPage: true });
    await page.getByRole('button', { name: 'Open the dialog' }).press('Enter');
    await expect(dialog).toHaveScreenshot(`dialog-${scheme}.png`, same);
    await page.keyboard.press('Escape');
    await expect(dialog).not.toBeAttached();
  }
});
