import { joins, order, orderButton, pay } from '../src/ordering.ts';
import { looks, screensOf } from '../src/screens-of.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

/** Part of `npm run screens`: the screens of memberships and donations, written as those of gatherings are. */
const story = storiesWith(shortDurations);

for (const look of looks)
  story(`screens of memberships at ${look.viewport.width} px, ${look.colorScheme}`, async ({ person, stage }) => {
    story.setTimeout(200_000);
    const screens = await screensOf('membership', look);
    const ann = await person('red', 'Ann', { ...look, member: true, camera: false });
    const { page } = ann;
    const show = (screen: string) => screens.show(page, screen);
    await ann.goto('/membership');
    await show('membership');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await show('incomplete');
    await order(ann, '€15');
    await expect(orderButton(page)).toBeVisible();
    await show('payment');
    await pay(page, 'Card without enough money');
    await expect(page.getByRole('alert')).toBeVisible();
    await show('declined');
    await pay(page, 'Card whose bank asks you once');
    await expect(page.getByText('Your bank asks')).toBeVisible();
    await show('bank');
    await page.getByRole('button', { name: 'Confirm at the bank' }).click();
    await expect(page.getByText('Thank you.')).toBeVisible();
    await show('paid');
    await ann.goto('/account/membership');
    await expect(page.getByText(/^Visa/).first()).toBeVisible();
    await show('own');
    await page.getByRole('button', { name: 'Cancel membership' }).click();
    await show('cancelling');
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await expect(page.getByText(/^Your membership is cancelled\. You/)).toBeVisible();
    await show('cancelled');
    await ann.goto('/donate');
    await expect(page.getByText('What is it for?')).toBeVisible();
    await show('donate');
    const ben = await person('blue', 'Ben', { ...look, member: true, camera: false });
    await joins(ben, { card: 'Bank account, debited within days' });
    await expect(ben.page.getByText('You can use your membership already.')).toBeVisible();
    await screens.show(ben.page, 'settling');
    await screens.sheet(stage.red);
  });
