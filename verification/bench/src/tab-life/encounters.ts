import type { BrowserContext } from '@playwright/test';
import { launchWithPicture } from '@unspoken/e2e/browsers';
import { briefDurations, encounter, giveUp, ways } from '@unspoken/e2e/encounter-ways';
import { trackLive } from '@unspoken/e2e/live';
import { Person } from '@unspoken/e2e/person';
import { startServer } from '@unspoken/e2e/server';
import { added, type Held, heldBy, print, progress, table } from './tab.ts';

/** Encounters after which everything has been loaded once. */
const warm = 2 * ways.length;
/** How many encounters may break off on a busy machine before the figures mean nothing. */
const mostFailures = 5;

/**
 * Encounters of all ways, one after the other in the same two tabs: what each tab holds after the first twelve, and after more of them. One of the two
 * has the portrait window, the other the bare picture. Returns what was held, for each tab.
 */
export async function manyEncounters(total: number): Promise<Map<string, (readonly [name: string, held: Held])[]>> {
  const server = await startServer(briefDurations);
  const browsers = [await launchWithPicture('red'), await launchWithPicture('blue')] as const;
  try {
    const people = await Promise.all(
      (['window', 'bare'] as const).map((picture, i) => {
        const prepare = async (context: BrowserContext) => {
          await trackLive(context);
          await context.addInitScript(
            (choice) => localStorage.setItem('unspoken.window.strangers', choice),
            picture === 'window' ? 'on' : 'off',
          );
        };
        return Person.arrive(browsers[i as 0 | 1], server.origin, `Tab${picture}`, { member: true, prepare });
      }),
    );
    const couple = people as [Person, Person];
    const sessions = await Promise.all(people.map(({ context, page }) => context.newCDPSession(page)));
    const rows = new Map<string, (readonly [string, Held])[]>(people.map(({ name }) => [name, []]));
    const marks = new Set([warm, ...[1 / 4, 1 / 2, 3 / 4, 1].map((share) => warm + Math.round(share * total))]);
    const note = async (name: string) => {
      // Timers of what has just ended may still run out.
      await couple[0].page.waitForTimeout(5_000);
      for (const [i, { page, name: person }] of people.entries()) {
        const held = await heldBy(page, sessions[i] as (typeof sessions)[number]);
        progress(`${person} ${name}`, held);
        rows.get(person)?.push([name, held]);
      }
    };
    await note('before the first');
    let failures = 0;
    for (let met = 1; met <= warm + total; ) {
      try {
        await encounter(couple, ways[met % ways.length] as (typeof ways)[number]);
      } catch (error) {
        // The tabs stay the same: a reload would forget what is measured.
        if (++failures > mostFailures) throw error;
        print(`encounter ${met} broke off: ${(error as Error).message.split('\n').slice(0, 4).join(' ')}`);
        for (const each of couple) {
          const state = await each.page.locator('body').getAttribute('data-user-state');
          print(
            `${each.name} is ${state} at ${each.page.url()}: ${(await each.page.locator('h1, h2').allInnerTexts()).join(', ')}`,
          );
        }
        await giveUp(couple);
        continue;
      }
      if (marks.has(met)) await note(`after ${met}`);
      met++;
    }
    return rows;
  } finally {
    for (const browser of browsers) await browser.close();
    await server.stop();
  }
}

/** Prints what two tabs held, and what was added between the warm tab and the last look. */
export function printEncounters(rows: Awaited<ReturnType<typeof manyEncounters>>, total: number): void {
  for (const [name, held] of rows) {
    print(`\n${name}: ${total} encounters after the first ${warm}`);
    for (const line of table(held)) print(line);
    const [, [, before] = [], ...later] = held;
    const last = later.at(-1)?.[1];
    if (!before || !last) continue;
    print(
      `heap: ${((last.heap - before.heap) / 1e6).toFixed(2)} MB more, ${Math.round((last.heap - before.heap) / total)} bytes for each encounter`,
    );
    const more = added(before, last);
    print(more.length === 0 ? 'nothing is live that was not live before' : more.join('\n'));
  }
}
