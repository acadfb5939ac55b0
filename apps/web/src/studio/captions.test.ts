import { newDraft } from '@unspoken/contract/drafts';
import { proveScript } from '@unspoken/contract/script-proof';
import type { Cue } from '@unspoken/contract/scripts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCue, captionsFrom } from './captions.ts';

const rest = 'Let your shoulders sink. Look at the eyes in front of you, and at nothing else, for as long as you like.\nBreathe.';

test('a text becomes subtitles of two lines at most, sentence by sentence, in the order of the sound', () => {
  expect(captionsFrom(rest, 12_000)).toEqual([
    { from: 0, to: 2_500, text: 'Let your shoulders sink.' },
    { from: 2_500, to: 11_100, text: 'Look at the eyes in front of you, and at\nnothing else, for as long as you like.' },
    { from: 11_100, to: 12_000, text: 'Breathe.' },
  ]);
});

test('whatever is pasted: no letter is lost, and every subtitle that the voice leaves time for keeps the rules', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 600, unit: 'grapheme' }),
      fc.integer({ min: 100, max: 700_000 }),
      (text, duration) => {
        const cues = captionsFrom(text, duration);
        expect(
          cues
            .map((cue) => cue.text)
            .join('')
            .replaceAll(/\s/g, ''),
        ).toBe(text.replaceAll(/\s/g, ''));
        for (const { from, to, text: words } of cues) {
          expect(to).toBeGreaterThan(from);
          expect(words.split('\n').length).toBeLessThanOrEqual(2);
          for (const line of words.split('\n')) expect([...line].length).toBeLessThanOrEqual(42);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('the guess satisfies the proof where the words are spoken slowly enough', () => {
  const media = 'a'.repeat(32);
  const [duration, connectionDuration] = [30_000, 120_000];
  const script = (cues: readonly Cue[]) => ({
    ...newDraft({ name: 'Rest', language: 'en' }),
    ...{ connectionDuration, mainAudio: { start: 0, files: { en: { media, cues: [...cues] } } } },
  });
  const files = new Map([[media, { kind: 'sound', isReady: true, isOwn: true, duration }]] as const);
  const captionFindings = (cues: readonly Cue[]) => proveScript(script(cues), files).filter(({ rule }) => rule === 'SCR-7');
  expect(captionFindings(captionsFrom(rest, duration))).toEqual([]);
  expect(captionFindings(captionsFrom(rest.repeat(9), duration))).not.toEqual([]);
});

test('a subtitle is added where the sound is, behind the last one, and within the sound', () => {
  const first = addCue([], 1_234, 10_000);
  expect(first).toEqual([{ from: 1_200, to: 4_200, text: '' }]);
  expect(addCue(first, 2_000, 10_000).at(-1)).toEqual({ from: 4_200, to: 7_200, text: '' });
  expect(addCue(first, 9_000, 10_050).at(-1)).toEqual({ from: 9_000, to: 10_000, text: '' });
  expect(addCue(first, 10_050, 10_050).at(-1)).toEqual({ from: 9_900, to: 10_000, text: '' });
});

test('a line is as long as it may be, counted in characters that are seen', () => {
  for (const letter of ['a', '🙂']) {
    expect(captionsFrom(`${letter.repeat(20)} ${letter.repeat(21)}`, 9_000)[0]?.text.split('\n')).toHaveLength(1);
    expect(captionsFrom(`${letter.repeat(20)} ${letter.repeat(22)}`, 9_000)[0]?.text.split('\n')).toHaveLength(2);
  }
});

test('a sentence ends where a space follows its mark; very many short ones share their subtitles, and none overlap', () => {
  expect(captionsFrom('Breathe for 3.5 seconds. “Really?” Yes…', 9_000).map(({ text }) => text)).toEqual([
    'Breathe for 3.5 seconds.',
    '“Really?”',
    'Yes…',
  ]);
  const many = captionsFrom('Yes. '.repeat(500), 600_000);
  expect(many.length).toBeLessThanOrEqual(400);
  expect(many.map(({ text }) => text.replaceAll(/\s/g, '')).join('')).toBe('Yes.'.repeat(500));
  const short = captionsFrom('One. Two. Three. Four. Five.', 300);
  for (const [i, { from }] of short.entries()) expect(from).toBeGreaterThanOrEqual(short[i - 1]?.to ?? 0);
});
