import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { languages } from '@unspoken/contract/languages';
import { expect, test } from 'vitest';
import { cueTimeOf, inLines } from './cues.ts';
import { levelled, peakLimit, targetLoudness } from './levels.ts';
import { integratedLoudness, levelBetween, peakLevel } from './loudness.ts';
import { decodeMp3 } from './mp3.ts';
import { notification, scores } from './scores.ts';
import { sampleRate, samplesOf } from './synthesis.ts';

const brand = resolve(import.meta.dirname, '../../brand');
const shipped = async (path: string) => decodeMp3(readFileSync(join(brand, path)));

const sine = (level: number, frequency: number, rate: number, seconds = 5) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => 10 ** (level / 20) * Math.sin((2 * Math.PI * frequency * i) / rate));

// EBU Tech 3341, case 1, for one channel instead of two: 3 dB less.
test.each([24_000, 48_000])('a sine of 1 kHz at -23 dB has a loudness of -26 LUFS at %i samples/s', (rate) => {
  expect(integratedLoudness(sine(-23, 1_000, rate), rate)).toBeCloseTo(-26, 1);
});

test('silence has no loudness, and what is far below the rest does not count', () => {
  expect(integratedLoudness(new Float32Array(48_000), 24_000)).toBe(Number.NEGATIVE_INFINITY);
  const loud = sine(-23, 1_000, 24_000, 20);
  const withPause = Float32Array.from([...loud, ...sine(-60, 1_000, 24_000, 20)]);
  expect(integratedLoudness(withPause, 24_000)).toBeCloseTo(integratedLoudness(loud, 24_000), 1);
});

test('a sound is brought to its loudness, or as near to it as its peaks allow', () => {
  expect(integratedLoudness(levelled(sine(-40, 1_000, 24_000), 24_000), 24_000)).toBeCloseTo(targetLoudness, 1);
  const click = Float32Array.from({ length: 24_000 * 5 }, (_, i) => (i % 24_000 === 0 ? 1 : 0.001 * Math.sin(i)));
  expect(peakLevel(levelled(click, 24_000))).toBeCloseTo(peakLimit - 0.5, 3);
});

test.each([...scores.map((score) => ({ ...score, folder: 'experiences/sounds' })), { ...notification, folder: 'sounds' }])(
  '$name sounds as its score says: loud enough, never cut off, at its times, and silent between them',
  async ({ folder, ...score }) => {
    const { samples, sampleRate: rate } = await shipped(`${folder}/${score.name}.mp3`);
    expect(rate).toBe(sampleRate);
    expect(samples.length / rate).toBeGreaterThan(score.length / 1_000 - 0.01);
    expect(samples.length / rate).toBeLessThan(score.length / 1_000 + 0.15);
    expect(peakLevel(samples)).toBeLessThanOrEqual(peakLimit);
    const loudness = integratedLoudness(samples, rate);
    expect(loudness).toBeGreaterThan(targetLoudness - 4);
    expect(loudness).toBeLessThan(targetLoudness + 0.5);
    const { bells = [], breath } = score;
    for (const [i, { at }] of bells.entries()) {
      expect(levelBetween(samples, rate, at + 100, at + 1_100)).toBeGreaterThan(-32);
      const before = bells[i - 1]?.at ?? Number.NEGATIVE_INFINITY;
      if (at - before > 20_000 && at > 0) expect(levelBetween(samples, rate, at - 1_000, at - 50)).toBeLessThan(-60);
    }
    if (breath) {
      // Loudest where it turns, hardly to be heard where one breath ends and the next begins.
      for (let at = breath.from; at + 10_000 <= breath.to; at += 50_000) {
        expect(levelBetween(samples, rate, at + 3_500, at + 4_500)).toBeGreaterThan(-25);
        expect(levelBetween(samples, rate, at, at + 100)).toBeLessThan(-30);
      }
      expect(levelBetween(samples, rate, breath.to + 500, score.length)).toBeLessThan(-60);
    }
  },
);

interface Spoken {
  readonly length: number;
  readonly lines: readonly { readonly at: number }[];
}
test.each(languages)('A Guided Rest is heard in %s within its subtitles, and silent outside of them', async (language) => {
  const { samples, sampleRate: rate } = await shipped(`experiences/aguidedrest/voice-${language}.mp3`);
  const { script } = JSON.parse(readFileSync(join(brand, 'experiences/aguidedrest/experience.json'), 'utf8'));
  const { cues } = script.mainAudio.files[language] as { cues: readonly { from: number; to: number }[] };
  const { lines } = JSON.parse(readFileSync(join(brand, 'experiences/aguidedrest/spoken.json'), 'utf8')) as Spoken;
  expect(cues.map(({ from }) => from)).toEqual(lines.map(({ at }) => at));
  expect(peakLevel(samples)).toBeLessThanOrEqual(peakLimit);
  // The consonants of the machine's voice are high peaks.
  expect(integratedLoudness(samples, rate)).toBeGreaterThan(targetLoudness - 6);
  for (const [i, { from, to }] of cues.entries()) {
    expect(levelBetween(samples, rate, from, to)).toBeGreaterThan(-35);
    const next = cues[i + 1]?.from ?? script.mainAudio.start + (samples.length / rate) * 1_000;
    if (next - to > 400) expect(levelBetween(samples, rate, to + 100, next - 150)).toBeLessThan(-60);
  }
});

test('all files together are small enough to be committed', () => {
  const sizes = readdirSync(brand, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mp3'))
    .map((name) => statSync(join(brand, name)).size);
  expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(6 * 1_024 * 1_024);
});

test('a subtitle is shown while its words are heard, and long enough to be read', () => {
  expect(cueTimeOf('Breathe.', 3_010)).toBe(3_700);
  expect(cueTimeOf('a'.repeat(75), 1_000)).toBe(5_000);
});

test('a long subtitle is broken into two lines of about the same length', () => {
  expect(inLines('Let your jaw soften.')).toBe('Let your jaw soften.');
  const lines = inLines('Look at the other person as you would look at a landscape.').split('\n');
  expect(lines).toEqual(['Look at the other person as', 'you would look at a landscape.']);
});

test('a number of samples is a time', () => {
  expect(samplesOf(1_500)).toBe(1.5 * sampleRate);
});
