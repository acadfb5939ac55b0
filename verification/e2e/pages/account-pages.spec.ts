import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { longIf } from '../src/long.ts';
import { axeFinds, overflow, overflowWithLargeText, smallTargets } from '../src/obstacles.ts';
import { expect, story } from '../src/stage.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'test-results', 'account-pages');
// A width of 320 px is also a desktop window at 400 % zoom.
const sizes = { phone: { width: 320, height: 640 }, desk: { width: 1_280, height: 800 } } as const;

const looks = Object.entries(sizes).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, viewport, colorScheme })),
);

for (const { size, viewport, colorScheme } of looks) {
  const isLong = size !== 'phone' || colorScheme !== 'light';
  story(`[WEB-14] every page of an account at ${size} size, ${colorScheme}`, longIf(isLong), async ({ person }) => {
    const ann = await person('red', 'Ann', { viewport, camera: false });
    const { page } = ann;
    const { origin } = new URL(page.url());
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    if (process.env.PICTURES) await mkdir(folder, { recursive: true });
    const look = async (name: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      expect(await overflow(page), name).toBe(0);
      expect(await overflowWithLargeText(page), name).toBe(0);
      expect(await smallTargets(page), name).toEqual([]);
      expect(await axeFinds(page), name).toEqual([]);
      if (process.env.PICTURES)
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: true });
    };
    const visit = async (path: string, name: string) => {
      await page.goto(origin + path);
      await page.waitForLoadState('networkidle');
      await look(name);
    };
    await visit('/?auth=signin', 'sign-in');
    await visit('/?auth=register', 'register');
    await visit('/requestrecoverpassword', 'recover');
    await page.goto(`${origin}/?auth=register`);
    await ann.register();
    await expect(page.getByRole('heading', { name: 'Please check your email' })).toBeVisible();
    await look('check-email');
    await visit('/resendemail', 'resend');
    await page.goto(await ann.mailed('confirmemail'));
    await ann.is('present');
    await look('confirmed');
    for (const name of ['profile', 'changepassword', 'deleteaccount', 'circle', 'encounters'])
      await visit(`/account/${name}`, name);
    await visit('/feedback', 'feedback');
    await ann.press('Send');
    await look('feedback-error');
    await visit('/invitation', 'invitation');
    await visit('/unsubscribe/nothing', 'unsubscribe');
    await visit('/account/profile', 'profile');
    await page.getByRole('button', { name: 'Change: Email' }).click();
    await ann.press('Save');
    await look('profile-email');
  });
}
