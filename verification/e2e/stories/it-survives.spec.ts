import type { BrowserContext } from '@playwright/test';
import { long, longIf } from '../src/long.ts';
import { meet, type Person, type PersonOptions } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';
import { UdpLine } from '../src/udp-line.ts';

/** A minute long enough for a fault and its recovery. */
const story = storiesWith({ ...shortDurations, connectionDuration: 20_000, frameTimeout: 15_000, reconnectAfter: 3_500 });

/** Two people whose pictures travel over a path that can be cut. */
const onPath = async (person: (browser: 'red' | 'blue', name: string, options?: PersonOptions) => Promise<Person>) => {
  const line = new UdpLine({ roundTrip: 20, loss: 0, chance: () => 1 });
  const prepare = (context: BrowserContext) => line.join(context);
  const couple = [await person('red', 'Ann', { prepare }), await person('blue', 'Ben', { prepare })] as const;
  for (const each of couple) await each.enter();
  return { line, couple };
};

const natural = (people: readonly Person[]) =>
  Promise.all(
    people.map((each) => expect(each.page.getByRole('heading', { name: 'Thank you' })).toBeVisible({ timeout: 35_000 })),
  );

for (const who of ['who waited', 'who joined'] as const)
  story(
    `[ENC-14] the page of the person ${who} is reloaded, and the minute continues`,
    longIf(who === 'who joined'),
    async ({ couple }) => {
      const [ann, ben] = couple;
      await meet(ann, ben);
      await Promise.all([ann.sees('blue'), ben.sees('red')]);
      const reloaded = who === 'who waited' ? ann : ben;
      await reloaded.page.reload();
      await reloaded.is('connected');
      await Promise.all([ann.sees('blue'), ben.sees('red')]);
      await natural(couple);
      for (const each of couple) {
        await each.is('digesting');
        expect(await each.counters()).toMatchObject({ completedMinutes: 1 });
      }
    },
  );

story('[ENC-14] a second tab of the same person does not affect the minute', long, async ({ couple }) => {
  const [ann, ben] = couple;
  await meet(ann, ben);
  const tab = await ann.context.newPage();
  await tab.goto(new URL(ann.page.url()).origin);
  await expect(tab.locator('body')).toHaveAttribute('data-user-state', 'present');
  await tab.close();
  await ann.is('connected');
  await ann.sees('blue');
  await ann.press('End connection');
});

story('[ENC-15] a socket is cut for some seconds, and neither side notices', long, async ({ person }) => {
  const ann = await person('red', 'Ann', { breakable: true });
  const ben = await person('blue', 'Ben');
  for (const each of [ann, ben]) await each.enter();
  await meet(ann, ben);
  await ann.cutSocket(3_000);
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  await natural([ann, ben]);
  for (const each of [ann, ben]) {
    await each.is('digesting');
    expect(await each.counters()).toMatchObject({ completedMinutes: 1 });
  }
});

story(
  '[ENC-16] a camera is lost during the minute: both sides see it, and the camera is reopened automatically',
  async ({ couple }) => {
    const [ann, ben] = couple;
    await meet(ann, ben);
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    const lost = ann.loseCamera(3_000);
    await expect(ann.page.getByText('Your camera was disconnected.')).toBeVisible();
    await expect(ben.page.getByText('Their camera was disconnected.')).toBeVisible();
    await lost;
    await expect(ann.page.getByText('Your camera was disconnected.')).toBeHidden({ timeout: 10_000 });
    await expect(ben.page.getByText('Their camera was disconnected.')).toBeHidden();
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await ann.press('End connection');
  },
);

story('[WEB-17] the screen stays awake during an encounter, and not in the lobby', async ({ person }) => {
  const ann = await person('red', 'Ann');
  const ben = await person('blue', 'Ben');
  await ann.page.addInitScript(() => {
    const held: string[] = [];
    Object.assign(window, { held });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async (type: string) => {
          held.push(`held ${type}`);
          return { released: false, release: async () => void held.push('released') };
        },
      },
    });
  });
  const held = () => ann.page.evaluate(() => (window as unknown as { held: string[] }).held);
  for (const each of [ann, ben]) await each.enter();
  expect(await held()).toEqual([]);
  await meet(ann, ben);
  expect(await held()).toEqual(['held screen']);
  await ann.press('End connection');
  await ann.is('digesting');
  await ann.moveOn();
  await ann.is('present');
  expect(await held()).toEqual(['held screen', 'released']);
});

story(
  '[ENC-15] the path is cut for some seconds: both sides see it, it recovers, and the clock has kept running',
  async ({ person }) => {
    const { line, couple } = await onPath(person);
    const [ann, ben] = couple;
    await meet(ann, ben);
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    line.cut = true;
    await Promise.all(couple.map((each) => expect(each.page.getByText('Their connection is interrupted')).toBeVisible()));
    await ann.page.waitForTimeout(3_500);
    line.cut = false;
    await Promise.all(couple.map((each) => expect(each.page.getByText('Their connection is interrupted')).toBeHidden()));
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await natural(couple);
    line.close();
  },
);

story('[ENC-7] [ENC-15] the path does not recover: both sides see that the connection was lost', long, async ({ person }) => {
  const { line, couple } = await onPath(person);
  await meet(...couple);
  line.cut = true;
  await Promise.all(
    couple.map((each) =>
      expect(each.page.getByRole('heading', { name: 'The connection was lost' })).toBeVisible({ timeout: 20_000 }),
    ),
  );
  for (const each of couple) {
    await each.is('present');
    expect(await each.counters()).toMatchObject({ completedMinutes: 0 });
  }
  line.close();
});
