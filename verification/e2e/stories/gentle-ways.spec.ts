import type { BrowserContext } from '@playwright/test';
import { long } from '../src/long.ts';
import { axeFinds } from '../src/obstacles.ts';
import { meet, type Person } from '../src/person.ts';
import { shortDurations } from '../src/server.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith({ ...shortDurations, connectionDuration: 40_000, peerNotReadyTimeout: 20_000 });

/** Opens the choices of preparing, and makes these. */
async function choose(person: Person, ...labels: string[]): Promise<void> {
  await person.page.getByText('More choices').click();
  for (const label of labels) await person.page.getByLabel(label).check();
}

/** Brings two people into the minute, with what they do before Start. */
async function meetAfter(first: Person, second: Person, before: () => Promise<void>): Promise<void> {
  await first.connect();
  await first.is('waiting');
  await second.connect();
  await Promise.all([first.is('preparing', 20_000), second.is('preparing', 20_000)]);
  await before();
  await Promise.all([first.start(), second.start()]);
  await Promise.all([first.is('connected'), second.is('connected')]);
}

const lines = async (person: Person): Promise<number> => (await person.sizeOf('partner'))[1];

story('[WEB-227] soft pictures arrive with few lines, until both have asked to see clearly', async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await meetAfter(ann, ben, async () => {
    await choose(ann, 'Begin softly');
    await expect(ann.page.getByTestId('self')).toHaveCSS('filter', /blur/);
  });
  for (const each of [ann, ben]) {
    await expect(each.page.getByText('You see each other a little blurred.')).toBeVisible();
    await expect(each.page.getByTestId('partner')).toHaveCSS('filter', /blur/);
    await expect.poll(() => lines(each)).toBeLessThanOrEqual(90);
  }
  await ben.press('See clearly');
  await expect(ann.page.getByText('The other person would like to see clearly.')).toBeVisible();
  await expect(ben.page.getByText('The other person has not yet.')).toBeVisible();
  await ann.page.waitForTimeout(1_500);
  for (const each of [ann, ben]) expect(await lines(each)).toBeLessThanOrEqual(90);
  // A request survives the reload of its page, which learns again what the other wishes.
  await ben.page.reload();
  await ben.is('connected');
  await ben.sees('red');
  await expect(ben.page.getByText('The other person has not yet.')).toBeVisible();
  expect(await lines(ben)).toBeLessThanOrEqual(90);
  await ann.page.reload();
  await ann.is('connected');
  await ann.sees('blue');
  await expect(ann.page.getByText('The other person would like to see clearly.')).toBeVisible();
  expect(await lines(ben)).toBeLessThanOrEqual(90);
  await ann.press('See clearly');
  for (const each of [ann, ben]) {
    await expect.poll(() => lines(each)).toBeGreaterThan(90);
    await expect(each.page.getByTestId('partner')).toHaveCSS('filter', 'none');
    await expect(each.page.getByRole('button', { name: 'See clearly' })).toBeHidden();
  }
  await ann.press('End connection');
});

story(
  '[WEB-228] users can say that it is their first minute, or that they do not see, and hide their own picture',
  async ({ person }) => {
    const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
    for (const each of [ann, ben]) await each.enter();
    await meetAfter(ann, ben, async () => {
      await choose(ann, 'Say that it is my first minute', 'Say that I cannot see', 'Hide my own picture');
      await expect(ann.page.getByTestId('self')).toBeVisible();
      expect(await axeFinds(ann.page)).toEqual([]);
    });
    for (const words of ['This is my first minute.', 'I do not see you; I hear that you are there.']) {
      const sign = `The other person says: “${words}”`;
      await expect(ben.page.getByText(sign)).toBeVisible();
      await expect(ann.page.getByText(sign)).toBeHidden();
    }
    await expect(ann.page.getByTestId('self')).toBeHidden();
    await expect(ben.page.getByTestId('self')).toBeVisible();
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    await ben.page.reload();
    await ben.is('connected');
    await expect(ben.page.getByText('This is my first minute.')).toBeVisible();
    await ann.press('End connection');
  },
);

story('[WEB-228] nothing is said about users who wish nothing', long, async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  await meet(ann, ben);
  await Promise.all([ann.sees('blue'), ben.sees('red')]);
  for (const each of [ann, ben]) {
    await expect(each.page.getByText('The other person says:')).toBeHidden();
    // A place for words that is empty shows nothing.
    const empty = await each.page.locator('main p:empty').evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(empty.every((height) => height === 0)).toBe(true);
    expect(await lines(each)).toBeGreaterThan(90);
  }
  await ann.press('End connection');
});

interface Played {
  readonly tones: { readonly frequency: number; readonly at: number }[];
  readonly vibrations: number[][];
  /** The gains to which the texture was set. */
  readonly texture: number[];
}

/** Notes what a page plays, and how it vibrates. */
const noting = async (context: BrowserContext) => {
  await context.addInitScript(() => {
    const played: Played = { tones: [], vibrations: [], texture: [] };
    Object.assign(window, { played });
    navigator.vibrate = (pattern) => played.vibrations.push([pattern].flat() as number[]) > 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (this: OscillatorNode, at?: number) {
      played.tones.push({ frequency: this.frequency.value, at: Date.now() });
      return start.call(this, at);
    };
    const { setTargetAtTime } = AudioParam.prototype;
    AudioParam.prototype.setTargetAtTime = function (this: AudioParam, value: number, at: number, constant: number) {
      played.texture.push(value);
      return setTargetAtTime.call(this, value, at, constant);
    };
  });
};
const playedIn = (person: Person) => person.page.evaluate(() => (window as unknown as { played: Played }).played);

story('[WEB-229] users who wish it hear and feel the minute; all others hear nothing', long, async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann', { prepare: noting }), await person('blue', 'Ben', { prepare: noting })];
  for (const each of [ann, ben]) await each.enter();
  await meetAfter(ann, ben, () => choose(ann, 'Hear and feel the minute'));
  const before = (await playedIn(ben)).tones.length;
  // The drawn face moves.
  await expect.poll(async () => Math.max(...(await playedIn(ann)).texture)).toBeGreaterThan(0.01);
  await ann.press('Veil');
  await expect(ann.page.getByTestId('veil')).toBeVisible();
  await expect.poll(async () => (await playedIn(ann)).texture.slice(-3)).toEqual([0, 0, 0]);
  for (const each of [ann, ben]) await each.press('Lift');
  await expect.poll(async () => (await playedIn(ann)).texture.at(-1)).toBeGreaterThan(0);
  await Promise.all([ann.is('digesting', 60_000), ben.is('digesting', 60_000)]);
  const { tones, vibrations } = await playedIn(ann);
  // The rising fifth before them is that of the pairing.
  expect(tones.slice(-8).map(({ frequency }) => Math.round(frequency))).toEqual([392, 523, 440, 440, 440, 440, 523, 392]);
  // Before them, that of the pairing.
  expect(vibrations.slice(1)).toEqual([[120], [60, 120, 60], [40, 100, 40, 100, 40], [400]]);
  const at = [0, 2, 3, 6].map((i) => tones.slice(-8)[i]?.at ?? 0);
  const since = at.map((each) => each - (at[0] ?? 0));
  for (const [i, due] of [0, 20_000, 30_000, 40_000].entries()) expect(Math.abs((since[i] ?? 0) - due)).toBeLessThan(1_000);
  expect((await playedIn(ben)).tones.length).toBe(before);
  expect((await playedIn(ben)).vibrations).toHaveLength(1);
});

story('[WEB-231] users who do not see are helped into the picture; nobody else is', long, async ({ person }) => {
  const [ann, ben] = [await person('red', 'Ann'), await person('blue', 'Ben')];
  for (const each of [ann, ben]) await each.enter();
  const help = (each: Person) =>
    each.page.getByText(/You are well placed in the picture|Move a little to your|The light is behind you/);
  await meetAfter(ann, ben, async () => {
    await choose(ann, 'Say that I cannot see');
    await expect(help(ann)).toBeVisible({ timeout: 10_000 });
    expect(await help(ben).count()).toBe(0);
    await ann.page.getByLabel('Hear and feel the minute').uncheck();
    await expect(ann.page.getByLabel('Say that I cannot see')).not.toBeChecked();
    await expect(help(ann)).toBeHidden();
  });
  await ann.press('End connection');
});
