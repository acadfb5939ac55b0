import type { BrowserContext, Page } from '@playwright/test';
import { accessibilityFindings } from '../src/obstacles.ts';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, connectionDuration: 40_000, frameTimeout: 15_000, veilLimit: 20_000 });

/** Keeps the peer connections of a page, to ask what they send, and its sockets, which lead nowhere while it is `offline`. */
const counting = {
  member: true,
  prepare: async (context: BrowserContext) => {
    await context.addInitScript(() => {
      const connections: RTCPeerConnection[] = [];
      const sockets: WebSocket[] = [];
      const Real = window.RTCPeerConnection;
      Object.assign(window, {
        connections,
        RTCPeerConnection: class extends Real {
          constructor(configuration?: RTCConfiguration) {
            super(configuration);
            connections.push(this);
          }
        },
        sockets,
        WebSocket: class extends WebSocket {
          constructor(url: string | URL, protocols?: string | string[]) {
            super((window as unknown as { offline?: boolean }).offline ? 'ws://127.0.0.1:1/' : url, protocols);
            sockets.push(this);
          }
        },
      });
    });
  },
} as const;

/** How many frames this page has sent over all of its connections, and how many it has received. */
const frames = (page: Page) =>
  page.evaluate(async () => {
    const sum = { sent: 0, received: 0 };
    for (const connection of (window as unknown as { connections: RTCPeerConnection[] }).connections)
      for (const stats of (await connection.getStats()).values()) {
        if (stats.type === 'outbound-rtp') sum.sent += stats.framesSent ?? 0;
        if (stats.type === 'inbound-rtp') sum.received += stats.framesReceived ?? 0;
      }
    return sum;
  });

/** Asserts that nothing is sent from this page for a while, after the frame that was under way. */
async function sendsNothing({ page }: Person): Promise<void> {
  await page.waitForTimeout(200);
  const before = await frames(page);
  await page.waitForTimeout(1_200);
  expect((await frames(page)).sent).toBe(before.sent);
}

async function sendsAgain({ page }: Person): Promise<void> {
  const { sent } = await frames(page);
  await expect.poll(async () => (await frames(page)).sent).toBeGreaterThan(sent + 5);
}

/** Asserts that both pictures are covered on this screen. */
async function isCovered({ page }: Person): Promise<void> {
  await expect(page.getByTestId('veil')).toBeVisible();
  await expect(page.getByTestId('partner')).toBeHidden();
  await expect(page.getByTestId('self')).toBeHidden();
}

const pair = async (person: (browser: 'red' | 'blue', name: string, options: typeof counting) => Promise<Person>) => {
  const couple = await Promise.all([person('red', 'Ann', counting), person('blue', 'Ben', counting)]);
  // Registering beforehand asks for a session that is not there yet.
  for (const each of couple) each.problems.length = 0;
  await meet(...couple);
  await Promise.all([couple[0].sees('blue'), couple[1].sees('red')]);
  return couple;
};

story(
  '[WEB-223] one key veils both pictures within one frame; both have to lift, and then both are seen again',
  async ({ person }) => {
    const [ann, ben] = await pair(person);
    // Counted from within the task of the key itself, as the page goes on.
    await ann.page.evaluate(() => {
      const [connection] = (window as unknown as { connections: RTCPeerConnection[] }).connections.slice(-1);
      addEventListener('keydown', () => {
        const sent = async () => {
          for (const stats of ((await connection?.getStats()) ?? new Map()).values())
            if (stats.type === 'outbound-rtp') return Number(stats.framesSent);
          return Number.NaN;
        };
        void sent().then((atKey) =>
          setTimeout(() => void sent().then((later) => Object.assign(window, { after: later - atKey })), 1_000),
        );
      });
    });
    await ann.page.keyboard.press('Space');
    await isCovered(ann);
    await expect(ann.page.getByRole('heading', { name: 'The veil is down' })).toBeFocused();
    await isCovered(ben);
    await expect(ben.page.getByRole('heading', { name: 'A moment, please' })).toBeFocused();
    await expect.poll(() => ann.page.evaluate(() => (window as unknown as { after?: number }).after)).toBeLessThanOrEqual(1);
    await Promise.all([sendsNothing(ann), sendsNothing(ben)]);
    for (const each of [ann, ben]) expect(await accessibilityFindings(each.page)).toEqual([]);

    await ben.press('Lift');
    await expect(ben.page.getByText('You have pressed Lift.')).toBeVisible();
    await Promise.all([isCovered(ann), isCovered(ben)]);
    await sendsNothing(ben);
    await ann.press('Lift');
    for (const each of [ann, ben]) await expect(each.page.getByTestId('veil')).toBeHidden();
    await expect(ann.page.getByRole('heading', { name: 'Your minute together' })).toBeFocused();
    await Promise.all([sendsAgain(ann), sendsAgain(ben)]);
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await Promise.all([ann.is('connected'), ben.is('connected')]);

    // Report is under the veil, too, and opens the form; it does not end anything by itself.
    await ben.page.getByRole('button', { name: 'Veil', exact: true }).click();
    await isCovered(ann);
    await ann.press('Report');
    await expect(ann.page.getByRole('dialog')).toBeVisible();
    await ann.page.keyboard.press('Escape');
    await ann.is('connected');
    await ann.press('End connection');
    await Promise.all([ann.is('disconnected'), ben.is('disconnected')]);
    expect([...ann.problems, ...ben.problems]).toEqual([]);
  },
);

story(
  '[WEB-224] a reload comes back veiled on either side, and a veil that stays down ends the minute by whoever dropped it',
  async ({ person }) => {
    const [ann, ben] = await pair(person);
    await ann.page.keyboard.press('ArrowDown');
    await isCovered(ben);
    await Promise.all([ann.page.reload(), ben.page.reload()]);
    await Promise.all([isCovered(ann), isCovered(ben)]);
    await Promise.all([sendsNothing(ann), sendsNothing(ben)]);
    expect((await frames(ann.page)).sent + (await frames(ben.page)).sent).toBe(0);
    await Promise.all([ann.is('disconnected', 25_000), ben.is('disconnected', 25_000)]);
    await expect(ben.page.getByText('They ended it.')).toBeVisible();
    await expect(ann.page.getByText('They ended it.')).toHaveCount(0);
  },
);

story(
  '[WEB-225] without a connection to the server the veil covers and stops this side at once, and the other hears of it later',
  async ({ person }) => {
    const [ann, ben] = await pair(person);
    const isOffline = (value: boolean) =>
      ann.page.evaluate((offline) => {
        const here = window as unknown as { offline: boolean; sockets: WebSocket[] };
        here.offline = offline;
        for (const socket of here.sockets.splice(0)) socket.close();
      }, value);
    await isOffline(true);
    await ann.page.getByRole('button', { name: 'Veil', exact: true }).click();
    await isCovered(ann);
    await sendsNothing(ann);
    await expect(ben.page.getByTestId('veil')).toHaveCount(0);
    await isOffline(false);
    await isCovered(ben);
    await Promise.all([sendsNothing(ann), sendsNothing(ben)]);
  },
);

story('[WEB-226] a page whose partner has an older version offers no veil', async ({ person }) => {
  const older = {
    member: true,
    prepare: async (context: BrowserContext) => {
      await context.addInitScript(() => {
        const real = WebSocket.prototype.send;
        WebSocket.prototype.send = function (data) {
          real.call(this, typeof data === 'string' ? data.replace(/,"additions":\[[^\]]*\]/, '') : data);
        };
      });
    },
  };
  const [ann, ben] = await Promise.all([person('red', 'Ann', counting), person('blue', 'Ben', older)]);
  await meet(ann, ben);
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  for (const each of [ann, ben]) {
    await expect(each.page.getByRole('button', { name: 'Veil', exact: true })).toHaveCount(0);
    await each.page.keyboard.press('Space');
  }
  await sendsAgain(ann);
  await ann.sees('blue');
});

story('[WEB-230] a page that stalls is no longer seen, and is seen again when it runs', async ({ person }) => {
  const [ann, ben] = await pair(person);
  const stalled = ann.page.evaluate(() => {
    const until = performance.now() + 6_000;
    while (performance.now() < until);
  });
  // Shorter than the page may be silent: a busy page is seen.
  await ben.page.waitForTimeout(1_000);
  const atFirst = await frames(ben.page);
  await ben.page.waitForTimeout(500);
  expect((await frames(ben.page)).received).toBeGreaterThan(atFirst.received);
  await ben.page.waitForTimeout(2_000);
  const { received } = await frames(ben.page);
  await ben.page.waitForTimeout(1_500);
  expect((await frames(ben.page)).received).toBe(received);
  await stalled;
  await sendsAgain(ann);
  await ben.sees('red');
  await ann.press('End connection');
});
