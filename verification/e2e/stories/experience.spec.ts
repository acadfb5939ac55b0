import {
  bell,
  connectIn,
  ending,
  experienceDurations,
  importShort,
  reads,
  script,
  subscribe,
  voices,
  windows,
} from '../src/experiences.ts';
import { arrivedEnergy, audioSections, loudness, pitch, startedSounds, tapSound } from '../src/listening.ts';
import type { Person } from '../src/person.ts';
import { expect, storiesWith } from '../src/stage.ts';

const story = storiesWith(experienceDurations);
story.beforeAll(({ stage }) => importShort(stage.server));
story.describe.configure({ timeout: 120_000 });

const here = { member: true, microphone: true } as const;
/** Half a second after a microphone is switched, its last packets may still arrive. */
const settle = 700;

story(
  '[SIDE-50] [SIDE-51] [SIDE-52] a French and a German live one script, each in their own language',
  async ({ person, stage }) => {
    const ann = await person('red', 'Ann', { ...here, language: 'fr' });
    const ben = await person('blue', 'Ben', { ...here, language: 'de' });
    for (const each of [ann, ben]) await tapSound(each.page);
    await subscribe(stage.server, ann, ben);
    for (const each of [ann, ben]) each.problems.length = 0;
    await connectIn(ann);
    await ann.is('waiting');
    await connectIn(ben);
    await Promise.all([ann.start(), ben.start()]);
    await Promise.all([hears(ann, 'Une cloche'), hears(ben, 'Eine Glocke')]);
    await Promise.all([ann, ben].map((each) => expect.poll(() => pitch(each.page), { timeout: 5_000 }).toBeCloseTo(bell, -2)));
    await Promise.all([ann.is('connected', 20_000), ben.is('connected', 20_000)]);
    const begun = Date.now();
    const until = (t: number) => ann.page.waitForTimeout(Math.max(0, begun + t - Date.now()));
    await Promise.all([ann.sees('blue'), ben.sees('red')]);
    // An output that is not fed in time plays the start late; the sound itself lasts until 2.2 s.
    const voiceOf = ({ page }: Person, hz: number) =>
      expect.poll(async () => Math.abs((await pitch(page)) - hz), { timeout: begun + 2_000 - Date.now() }).toBeLessThan(15);
    await until(500);
    await Promise.all([voiceOf(ann, voices.fr), voiceOf(ben, voices.de)]);
    await expect(ann.page.getByTestId('caption')).toHaveText('Respirez.');
    await expect(ben.page.getByTestId('caption')).toHaveText('Atmet.');
    await Promise.all([reads(ann, 'Vous parlez d’abord.'), reads(ben, 'Du hörst zuerst zu.')]);
    const first = await heardWithin(windows[0], until, ben, ann);
    expect(first).toEqual({ listenerHears: true, speakerHears: false, energy: true, back: false });
    await Promise.all([reads(ann, 'Écoutez maintenant.'), reads(ben, 'Jetzt sprich.')]);
    const second = await heardWithin(windows[1], until, ann, ben);
    expect(second).toEqual({ listenerHears: true, speakerHears: false, energy: true, back: false });
    await until(windows[1].to + settle);
    const [before, now] = [await energies(ann, ben), await laterEnergies(ann, ben, 900)];
    expect(now.map((each, i) => each - (before[i] ?? 0) < 1e-6)).toEqual([true, true]);
    for (const each of [ann, ben]) expect(await audioSections(each.page)).toEqual(['inactive']);
    await Promise.all([ann, ben].map((each) => each.is('disconnected', 10_000)));
    await Promise.all(
      [ann, ben].map((each) => expect.poll(() => pitch(each.page), { timeout: 2_500 }).toBeGreaterThan(ending - 40)),
    );
    await Promise.all([ann.is('digesting'), ben.is('digesting')]);
    const [ours, theirs] = [await startedSounds(ann.page), await startedSounds(ben.page)];
    expect([ours.length, theirs.length]).toEqual([3, 3]);
    for (const [i, { startsAt }] of ours.entries()) expect(Math.abs(startsAt - (theirs[i]?.startsAt ?? 0))).toBeLessThan(100);
    for (const each of [ann, ben]) {
      await each.moveOn();
      await each.is('present');
      expect((await each.counters()).completedMinutes).toBe(1);
      expect(each.problems).toEqual([]);
    }
    expect(script.connection).toBeGreaterThan(windows[1].to);
  },
);

/** Expects this caption on the screen of this person. */
const hears = (person: Person, caption: string) =>
  expect(person.page.getByTestId('caption')).toHaveText(caption, { timeout: 15_000 });

const energies = (...people: readonly Person[]) => Promise.all(people.map(({ page }) => arrivedEnergy(page)));
async function laterEnergies(ann: Person, ben: Person, after: number) {
  await ann.page.waitForTimeout(after);
  return energies(ann, ben);
}

/** Within a window: what the listener hears and receives, and that nothing comes back. */
async function heardWithin(
  window: { readonly from: number; readonly to: number },
  until: (t: number) => Promise<void>,
  listener: Person,
  speaker: Person,
) {
  await until(window.from + settle);
  const before = await energies(listener, speaker);
  let [heard, back] = [0, 0];
  while (heard < 1e-6) {
    heard = await loudness(listener.page);
    back = Math.max(back, await loudness(speaker.page));
    await listener.page.waitForTimeout(100);
  }
  await until(window.to - 600);
  const after = await energies(listener, speaker);
  return {
    listenerHears: heard > 1e-6,
    speakerHears: back > 1e-6,
    energy: (after[0] ?? 0) - (before[0] ?? 0) > 1e-5,
    back: (after[1] ?? 0) - (before[1] ?? 0) > 1e-6,
  };
}
