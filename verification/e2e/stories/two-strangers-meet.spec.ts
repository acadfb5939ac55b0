import { meet } from '../src/person.ts';
import { expect, story } from '../src/stage.ts';

story(
  '[ENC-4] [ENC-9] [ENC-10] [WEB-1] two strangers meet, one thanks the other, and both have one minute',
  async ({ person }) => {
    const [ann, ben] = [await person('red', 'Ann', { motion: true }), await person('blue', 'Ben', { motion: true })];
    for (const each of [ann, ben]) await each.join();
    await meet(ann, ben);
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await Promise.all(
      [ann, ben].map((each) => expect(each.page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 15_000 })),
    );
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
