import { longIf } from '../src/long.ts';
import { accessibilityFindings } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

for (const [size, width] of Object.entries({ phone: 320, desk: 1_280 }))
  story(
    `[MOD-13] [MOD-14] [WEB-36] a visitor sends a notice, gets a receipt, and reads the transparency figures, at ${size} size`,
    longIf(size !== 'phone'),
    async ({ person }) => {
      const ann = await person('red', 'Ann', { camera: false, viewport: { width, height: 800 } });
      const { page } = ann;
      const fine = async () => expect(await accessibilityFindings(page)).toEqual([]);
      await ann.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Report a problem' }).click();
      await ann.press('Send');
      await expect(page.getByText('Please describe what happened')).toBeVisible();
      await fine();
      await page.getByLabel('What happened, where and when?').fill('Somebody sells recordings');
      await page.getByLabel(/^Your email address/).fill(ann.email);
      await ann.press('Send');
      const receipt = await page.getByText('Your receipt:').locator('code').innerText();
      const mails = `${ann.origin}/dev/mailbox.json?to=${encodeURIComponent(ann.email)}`;
      await expect.poll(async () => (await page.request.get(mails)).text()).toContain(receipt);
      await expect(page.getByLabel('What happened, where and when?')).toHaveValue('');
      await page.getByRole('main').getByRole('link', { name: 'Help lines' }).click();
      await expect(page.getByText('116 123')).toBeVisible();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
      await expect(page.getByRole('row')).toHaveCount(13);
      await fine();
    },
  );
