import type { Page } from '@playwright/test';
import { launchWithPicture } from './browsers.ts';
import { Person } from './person.ts';

/**
 * `npm run demo`: a rehearsal partner for a developer who works alone. A headless browser with a drawn, moving picture signs
 * up on the running server, presses Connect, presses Start, says thank you, and waits for the next minute.
 */
const origin = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? '3000'}`;
const print = (line: string) => process.stdout.write(`  ${line}\n`);

const state = (page: Page) => page.locator('body').getAttribute('data-user-state');

/** What the partner does in these states; in all others it waits. */
async function act(partner: Person, now: string | null): Promise<void> {
  const { page } = partner;
  const press = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .click({ timeout: 5_000 })
      .catch(() => {});
  if (now === 'present' || now === 'absent') await press('Connect');
  else if (now === 'firstTimeGuidance') await press('I understand, continue');
  else if (now === 'preparing') await press('Start');
  else if (now === 'digesting') {
    await press('Say thank you');
    await page.waitForTimeout(2_000);
    await press('Move on');
    // After an end before its time there is no thanking.
    if ((await state(page)) === 'digesting') await press('Not now');
  } else if (now === null) await page.reload();
}

async function main(): Promise<void> {
  const answer = await fetch(`${origin}/api/v1/configuration`).catch(() => undefined);
  if (!answer?.ok) throw new Error(`there is no Unspoken at ${origin}: run npm start in another terminal first`);
  const { mailbox } = (await answer.json()) as { mailbox: boolean };
  if (!mailbox)
    throw new Error('the rehearsal partner reads its mail in the development mailbox, which this server does not have');
  const browser = await launchWithPicture('blue');
  const end = () => void browser.close().then(() => process.exit(0));
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  const partner = await Person.arrive(browser, origin, `Rehearsal-${Date.now().toString(36)}`);
  await partner.join();
  print(`A rehearsal partner is at ${origin} and waits. Sign in there yourself and press Connect. Ctrl-C ends it.`);
  let before: string | null = '';
  for (;;) {
    const now = await state(partner.page);
    if (now === 'connected' && before !== 'connected') print('You are looking at each other.');
    if (now === 'digesting' && before === 'disconnected') print('That was a minute. It waits for the next one.');
    before = now;
    await act(partner, now);
    await partner.page.waitForTimeout(500);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
});
