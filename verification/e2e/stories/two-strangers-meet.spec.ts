import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, story } from '../src/stage.ts';

/** Records what the bar of the minute shows each time it is drawn: which part of the minute is over. */
const watchBar = ({ page }: Person): Promise<void> =>
  page.getByRole('timer').evaluate((timer) => {
    const shares: number[] = [];
    Object.assign(window, { shares });
    const bar = timer.firstElementChild as HTMLElement;
    new MutationObserver(() => shares.push(Number(bar.style.getPropertyValue('--share')))).observe(bar, {
      attributeFilter: ['style'],
    });
  });

/** The time between two drawings of the bar, ms: the median, because a busy machine is late with some. */
async function barInterval({ page }: Person): Promise<number> {
  const shares = await page.evaluate(() => (window as unknown as { shares: number[] }).shares);
  const minute = shortDurations.connectionDuration ?? 0;
  const intervals = shares.slice(1).map((share, i) => (share - (shares[i] ?? 0)) * minute);
  return intervals.sort((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0;
}

/** Records, each time the page is drawn, how much of the partner's portrait window is faded in, and in which state that is. */
const watchFrame = ({ page }: Person): Promise<void> =>
  page.evaluate(() => {
    const seen: { state: string | undefined; opacity: number }[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const frame = document.querySelector('[data-testid=partner]')?.previousElementSibling;
      const state = document.body.dataset.userState;
      if (frame && (state === 'ready' || state === 'connected'))
        seen.push({ state, opacity: Number(getComputedStyle(frame).opacity) });
      requestAnimationFrame(look);
    };
    look();
  });

async function expectFrameFadedIn({ page }: Person): Promise<void> {
  const seen = await page.evaluate(() => (window as unknown as { seen: { state: string; opacity: number }[] }).seen);
  const opacities = seen.map(({ opacity }) => opacity);
  expect(seen.filter(({ state, opacity }) => state === 'ready' && opacity > 0 && opacity < 1).length).toBeGreaterThan(3);
  expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
  expect(opacities.at(-1)).toBe(1);
}

story(
  '[ENC-4] [ENC-9] [ENC-10] [WEB-1] [WEB-300] [WEB-305] two strangers meet, one thanks the other, and both have one minute',
  async ({ person }) => {
    const [ann, ben] = [await person('red', 'Ann', { motion: true }), await person('blue', 'Ben', { motion: true })];
    for (const each of [ann, ben]) {
      await each.join();
      await watchFrame(each);
    }
    await Promise.all([
      meet(ann, ben),
      ...[ann, ben].map(({ page }) => expect(page.getByText(/Look into the lens\.$/)).toBeVisible({ timeout: 60_000 })),
    ]);
    await watchBar(ann);
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await Promise.all(
      [ann, ben].map((each) => expect(each.page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 15_000 })),
    );
    for (const each of [ann, ben]) await expectFrameFadedIn(each);
    const interval = await barInterval(ann);
    expect(interval).toBeGreaterThan(90);
    expect(interval).toBeLessThan(150);
    await Promise.all([ann.is('digesting'), ben.is('digesting')]);
    // Held until the circles overlap; let go before that, it is no thanks.
    const thank = ann.page.getByRole('button', { name: 'Say thank you' });
    await thank.dispatchEvent('pointerdown');
    await ann.page.waitForTimeout(300);
    await thank.dispatchEvent('pointerup');
    await ann.page.waitForTimeout(1_200);
    await expect(thank).toBeVisible();
    await thank.dispatchEvent('pointerdown');
    await expect(ann.page.getByText('Your thanks are on their way.')).toBeVisible();
    await expect(ben.page.getByText('You were thanked.')).toBeVisible();
    await ann.moveOn();
    await ben.moveOn();
    for (const each of [ann, ben]) {
      await each.is('present');
      expect(await each.counters()).toMatchObject({ completedMinutes: 1 });
      expect((await each.asked()).every(({ audio }) => !audio)).toBe(true);
      expect(each.problems).toEqual([]);
    }
    expect((await ben.counters()).thanksReceived).toBe(1);
    expect((await ann.counters()).thanksReceived).toBe(0);
  },
);
