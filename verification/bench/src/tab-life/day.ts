import type { BrowserContext } from '@playwright/test';
import { shippedDurations } from '@unspoken/contract/durations';
import { launchWithoutCamera } from '@unspoken/e2e/browsers';
import { trackLive } from '@unspoken/e2e/live';
import { Person } from '@unspoken/e2e/person';
import { startServer } from '@unspoken/e2e/server';
import { added, type Held, heldBy, print, progress, table } from './tab.ts';

/** How far the clock of the page moves with one order, ms. */
const step = 60_000;
const hour = 3_600_000;

interface Arriving {
  /** How often the server pings, and sends a count, ms. */
  readonly every: number;
  /** How often a member who is here does something, ms. */
  readonly active: number;
}

/** Lets arrive in the page, in its own time, what the server would send, and what a member would do. */
function arrive({ every, active }: Arriving): void {
  const sockets: WebSocket[] = [];
  const Real = window.WebSocket;
  Object.assign(window, {
    sockets,
    WebSocket: class extends Real {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        sockets.push(this);
        this.addEventListener('close', () => sockets.splice(sockets.indexOf(this), 1));
      }
    },
  });
  let arrived = 0;
  setInterval(() => {
    const counts = { general: ++arrived % 5, 'oneminute:general': arrived % 3 };
    for (const socket of sockets)
      for (const data of ['2', `42["newPeopleCount",${JSON.stringify(counts)}]`])
        socket.dispatchEvent(new MessageEvent('message', { data }));
  }, every);
  setInterval(() => {
    if (new Date().getHours() % 2 === 0) dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }));
  }, active);
}

/**
 * A day in the lobby, in the time of the page: its timers, its clock and its frames pass as fast as they run. The server is real and lives in the time of
 * the wall, so pings and the counts of people, which it would send in a day, are put into the page's socket: a ping and a new count every
 * four seconds. In every second hour the member does something now and then; in the others they are absent. Returns what the tab held.
 */
export async function dayOfPresence(hours: number): Promise<(readonly [name: string, held: Held])[]> {
  const server = await startServer({});
  const browser = await launchWithoutCamera();
  try {
    const prepare = async (context: BrowserContext) => {
      await context.clock.install({ time: Date.now() });
      // Before the counting begins: its own timers are not those of the product.
      await context.addInitScript(arrive, { every: shippedDurations.socketPing, active: shippedDurations.presenceTimeout / 2 });
      await trackLive(context);
    };
    const ann = await Person.arrive(browser, server.origin, 'Day', { member: true, prepare });
    const { page } = ann;
    const session = await ann.context.newCDPSession(page);
    const now = () => page.evaluate(() => Date.now());
    const begun = await now();
    const rows: (readonly [string, Held])[] = [];
    for (const until of [1, hours / 4, hours / 2, (hours * 3) / 4, hours]) {
      while ((await now()) < begun + until * hour) await page.clock.runFor(step);
      // What was asked of the server is answered in its own time.
      await new Promise((resume) => setTimeout(resume, 500));
      const states = ['present', 'absent'].map((state) => `body[data-user-state="${state}"]`);
      const name = `after ${until} h`;
      if ((await page.locator(states.join()).count()) !== 1) throw new Error(`${name} the member is not in the lobby`);
      const sockets = await page.evaluate(() => (window as unknown as { sockets: WebSocket[] }).sockets.length);
      if (sockets !== 1) throw new Error(`${name} the page has ${sockets} sockets`);
      const held = await heldBy(page, session);
      progress(name, held);
      rows.push([name, held]);
    }
    return rows;
  } finally {
    await browser.close();
    await server.stop();
  }
}

export function printDay(rows: Awaited<ReturnType<typeof dayOfPresence>>): void {
  print('\na day in the lobby, in the time of the page');
  for (const line of table(rows)) print(line);
  const [before, last] = [rows[0]?.[1], rows.at(-1)?.[1]];
  if (!before || !last) return;
  print(`heap: ${((last.heap - before.heap) / 1e6).toFixed(2)} MB more`);
  const more = added(before, last);
  print(more.length === 0 ? 'nothing is live that was not live before' : more.join('\n'));
}
