import { sine, wavOf } from '@unspoken/testing/media/sounds';
import { startS3Server } from '@unspoken/testing/storage/s3-server';
import { becomeFacilitator } from '../src/moderator.ts';
import type { Person } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** What the server says of the only file. */
async function stateAtServer({ page, origin }: Person): Promise<string | undefined> {
  const token = await page.evaluate(() => localStorage.getItem('unspoken.token'));
  const answer = await page.request.get(`${origin}/api/v1/studio/files`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()).files[0]?.state;
}

const story = storiesWith({}, startS3Server);

story(
  '[WEB-209] over S3-compatible storage, the server is killed during an upload and during its check: the file becomes whole without its author',
  async ({ person, stage }) => {
    story.setTimeout(240_000);
    const { server } = stage;
    const ada = await person('red', 'Ada', { camera: false });
    await becomeFacilitator(ada, server);
    const { page, context } = ada;
    await page.getByLabel('Name', { exact: true }).fill('A Long Bell');
    await ada.press('Begin');
    const part = page.getByRole('region', { name: 'Sound together' });
    await part.getByRole('button', { name: 'Add a sound without words' }).click();

    const seconds = 120;
    const file = wavOf(sine(0.3), { seconds, rate: 48_000 });
    // Killed when two parts have arrived, while the third one is on its way.
    let parts = 0;
    let crashed: Promise<void> | undefined;
    await context.route('**/api/v1/studio/upload-part', async (route) => {
      parts += 1;
      if (parts === 3) crashed = server.crash();
      await route.continue();
    });
    await part.locator('input[type=file]').setInputFiles({ name: 'Long bell.wav', mimeType: 'audio/wav', buffer: file });
    await expect(part.getByText(/^The connection is interrupted at \d+ %/)).toBeVisible({ timeout: 20_000 });
    await crashed;

    // Killed again while the file is checked.
    await expect(part.getByText('The file is being checked.')).toBeVisible({ timeout: 60_000 });
    expect(parts).toBeLessThanOrEqual(Math.ceil(file.length / 2 ** 20) + 10);
    await expect.poll(() => stateAtServer(ada)).toBe('checking');
    await page.waitForTimeout(1_000);
    expect(await stateAtServer(ada)).toBe('checking');
    await server.crash();

    const player = part.locator('audio');
    await expect(player).toBeVisible({ timeout: 120_000 });
    await expect
      .poll(() => player.evaluate((audio) => Math.round((audio as HTMLAudioElement).duration)), { timeout: 20_000 })
      .toBe(seconds);
    // The bytes come from the product's own origin, a range at a time.
    const address = new URL(await player.evaluate((audio) => (audio as HTMLAudioElement).currentSrc));
    expect(address.origin).toBe(server.origin);
    const range = await page.request.get(address.href, { headers: { range: 'bytes=1000-1999' } });
    expect([range.status(), (await range.body()).length]).toEqual([206, 1_000]);
    await page.reload();
    await expect(player).toBeVisible({ timeout: 20_000 });
  },
);
