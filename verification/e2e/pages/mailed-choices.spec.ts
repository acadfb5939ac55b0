import { expect, story } from '../src/stage.ts';

story(
  '[WEB-320] an invited friend declines all further invitations without an account, and only by the button',
  async ({ person }) => {
    const ann = await person('red', 'Ann', { camera: false });
    await ann.join();
    const ben = await person('blue', 'Ben', { camera: false });
    await ann.page.getByRole('link', { name: 'Invite a friend' }).click();
    await ann.page.getByLabel("Your friend's email").fill(ben.email);
    await ann.press('Send the invitation');
    const { page } = ben;
    const link = await ben.mailed('unsubscribe/invitations');
    const posted: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname));
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Invitations to Unspoken' })).toBeVisible();
    const decline = page.getByRole('button', { name: 'No more invitations' });
    await expect(decline).toBeVisible();
    expect(posted.filter((path) => path.startsWith('/unsubscribe'))).toEqual([]);
    // The page stays as it is when the server cannot be reached, and the next attempt succeeds.
    await page.route('**/unsubscribe/invitations/**', (route) => route.abort(), { times: 1 });
    await decline.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await decline.click();
    await expect(page.getByRole('status')).toHaveText('Done. We will send no more invitations to this address.');
    await page.goto(`${new URL(link).origin}/unsubscribe/invitations/nonsense`);
    await decline.click();
    await expect(page.getByRole('alert')).toContainText('This link cannot be used to unsubscribe.');
  },
);
