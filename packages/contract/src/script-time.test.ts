import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bell, proven, voice } from './script-bed.ts';
import { at, audioWindows, changesIn, phases, plannedWindows, planOf, soundAhead } from './script-time.ts';
import { audioMessageShown, descriptionShown, instructionShown } from './scripts.ts';

const one = planOf(proven, 1, 'de');
const two = planOf(proven, 2, 'en');

test('each side reads its own instructions in its own language, and the other side’s are not in its plan', () => {
  expect([one.texts, two.texts]).toEqual([
    { intro: [{ time: 2_000, text: 'Sitz bequem.' }], connection: [{ time: 35_000, text: 'Du sprichst zuerst.' }] },
    { intro: [{ time: 2_000, text: 'Sit well.' }], connection: [{ time: 40_000, text: 'Listen.' }] },
  ]);
  expect(JSON.stringify(two)).not.toContain('You will speak');
});

test('what is missing in a language falls back to the language of the script', () => {
  const french = planOf(proven, 2, 'fr');
  expect([french.texts.connection, french.microphones[1]?.message, french.sounds.connection?.cues[1]?.text]).toEqual([
    [{ time: 40_000, text: 'Listen.' }],
    'Your turn',
    'Breathe.',
  ]);
  expect(one.sounds.connection?.cues).toHaveLength(1);
});

test('a sound without words serves every language, described in each', () => {
  expect(one.sounds.intro).toEqual({ media: bell, start: 1_000, cues: [], description: 'Eine Glocke' });
  expect(one.sounds.after).toBeUndefined();
});

test('a text is shown from its time on, for five seconds, on its side only', () => {
  const text = (t: number) => at(one, 'connection', t).text;
  expect([text(34_999), text(35_000), text(35_000 + instructionShown - 1), text(35_000 + instructionShown)]).toEqual([
    undefined,
    'Du sprichst zuerst.',
    'Du sprichst zuerst.',
    undefined,
  ]);
  expect(at(two, 'connection', 36_000).text).toBeUndefined();
});

test('microphones change at their times, by position, and never outside the connection', () => {
  const microphones = (t: number) => {
    const { microphone, partnerMicrophone } = at(one, 'connection', t);
    return [microphone, partnerMicrophone, at(two, 'connection', t).microphone, at(two, 'connection', t).partnerMicrophone];
  };
  expect([39_999, 40_000, 69_999, 70_000, 99_999, 100_000].map(microphones)).toEqual([
    [false, false, false, false],
    [true, false, false, true],
    [true, false, false, true],
    [false, true, true, false],
    [false, true, true, false],
    [false, false, false, false],
  ]);
  for (const phase of ['intro', 'after'] as const) expect(at(one, phase, 50_000).microphone).toBe(false);
  const fromStart = planOf({ ...proven, userAudioFromStart: true, userAudioChanges: [] }, 1, 'en');
  expect([-1, 0, 119_999, 120_000].map((t) => at(fromStart, 'connection', t).microphone)).toEqual([false, true, true, false]);
});

test('the message about the microphones is the script’s own, or says how they stand', () => {
  const message = (plan: typeof one, t: number) => at(plan, 'connection', t).message;
  expect([message(one, 40_000), message(two, 40_000), message(one, 70_000), message(two, 70_000), message(two, 100_000)]).toEqual(
    [{ standard: 'on' }, { standard: 'partner' }, { standard: 'partner' }, { words: 'Your turn' }, { standard: 'off' }],
  );
  expect([message(one, 40_000 + audioMessageShown - 1), message(one, 40_000 + audioMessageShown)]).toEqual([
    { standard: 'on' },
    undefined,
  ]);
});

test('a sound runs from its start, with its subtitles', () => {
  expect(at(two, 'connection', 1_999).sound).toBeUndefined();
  expect(at(two, 'connection', 2_000).sound).toMatchObject({ offset: 0, sound: { media: voice } });
  expect([1_999, 2_000, 5_999, 6_000, 7_000, 10_999, 11_000].map((t) => at(two, 'connection', t).caption)).toEqual([
    undefined,
    'Look at each other.',
    'Look at each other.',
    undefined,
    'Breathe.',
    'Breathe.',
    undefined,
  ]);
});

test('between two of its changes, nothing of a phase changes', () => {
  const visible = (phase: (typeof phases)[number], t: number) => {
    const { sound, ...moment } = at(two, phase, t);
    return { ...moment, sound: sound?.sound };
  };
  fc.assert(
    fc.property(fc.constantFrom(...phases), fc.integer({ min: 0, max: 119_999 }), (phase, t) => {
      fc.pre(t < two.durations[phase]);
      const before =
        changesIn(two, phase)
          .filter((time) => time <= t)
          .at(-1) ?? 0;
      expect(visible(phase, t)).toEqual(visible(phase, before));
    }),
    { numRuns: 2_000 },
  );
});

test('windows are the times in which a microphone is on', () => {
  expect([audioWindows(proven, 1), audioWindows(proven, 2)]).toEqual([
    [{ from: 40_000, to: 70_000 }],
    [{ from: 70_000, to: 100_000 }],
  ]);
  const open = { ...proven, userAudioFromStart: true, userAudioChanges: [] };
  expect(audioWindows(open, 1)).toEqual([{ from: 0, to: 120_000 }]);
  const on = { user1Audio: 'on', user2Audio: 'on' } as const;
  expect(audioWindows({ ...open, userAudioChanges: [{ time: 10_000, ...on }] }, 2)).toEqual([{ from: 0, to: 120_000 }]);
});

test('the description of a sound without words is shown for five seconds from its beginning', () => {
  const caption = (t: number) => at(two, 'intro', t).caption;
  expect([999, 1_000, 1_000 + descriptionShown - 1, 1_000 + descriptionShown].map(caption)).toEqual([
    undefined,
    'A bell',
    'A bell',
    undefined,
  ]);
  expect(changesIn(two, 'intro')).toContain(1_000 + descriptionShown);
});

test('a plan has the windows of its script, and sound may flow while one of them has yet to end', () => {
  for (const [plan, position] of [
    [one, 1],
    [two, 2],
  ] as const) {
    expect(plannedWindows(plan, 'own')).toEqual(audioWindows(proven, position));
    expect(plannedWindows(plan, 'partner')).toEqual(audioWindows(proven, position === 1 ? 2 : 1));
  }
  expect([0, 69_999, 70_000, 99_999, 100_000].map((t) => Object.values(soundAhead(one, t)))).toEqual([
    [true, true],
    [true, true],
    [false, true],
    [false, true],
    [false, false],
  ]);
});
