import { expect, test } from 'vitest';
import { Loop } from './loop.ts';
import { sampleSize } from './sample.ts';

const { width, height } = sampleSize;

/** A disc that wanders, so far; where it is depends on two waves that have no common period. */
function scene(at: number, far: number): Uint8Array {
  const [x0, y0] = [16 + 9 * far * Math.sin(at / 977), 12 + 7 * far * Math.sin(at / 1_531)];
  return Uint8Array.from({ length: width * height }, (_, i) =>
    Math.hypot((i % width) - x0, Math.floor(i / width) - y0) < 6 ? 180 : 60 + 2 * (i % width),
  );
}

/** Looks at a sample every 200 ms for a minute; returns when it is a loop first, s. */
function loopAt(shows: (at: number) => number, isThere: (at: number) => boolean = () => true, far = 1): number | undefined {
  const loop = new Loop();
  for (let at = 1_000; at <= 61_000; at += 200)
    if (isThere(at) && loop.look({ at, frame: at, picture: scene(shows(at), far) })) return (at - 1_000) / 1_000;
  return undefined;
}

test.each([6_300, 7_300, 12_000, 19_900])('[WEB-245] a film of %i ms that is repeated is a loop, after two periods', (period) => {
  const found = loopAt((at) => at % period);
  expect(found).toBeGreaterThan((2 * period) / 1_000 - 1);
  expect(found).toBeLessThan(45);
});

test('[WEB-245] what never comes back, comes back in less than 6 s, or later than after 20 s, is none', () => {
  expect(loopAt((at) => at)).toBeUndefined();
  for (const period of [1_500, 2_200, 4_000, 5_800]) expect(loopAt((at) => at % period)).toBeUndefined();
  expect(loopAt((at) => at % 22_000)).toBeUndefined();
});

test('[WEB-245] a picture that is still does not repeat itself', () => {
  expect(loopAt(() => 5_000)).toBeUndefined();
  // What repeats is no more than a breath.
  expect(
    loopAt(
      (at) => at % 7_300,
      () => true,
      0.06,
    ),
  ).toBeUndefined();
  // It moved before, and is still now.
  expect(loopAt((at) => Math.min(at, 15_000))).toBeUndefined();
});

test('[WEB-245] a person who rocks is none, however steadily', () => {
  for (const period of [2_200, 3_100, 5_600])
    expect(loopAt((at) => 1_500 * Math.sin((2 * Math.PI * at) / period))).toBeUndefined();
});

test('[WEB-245] samples that are missing do not hide a loop; of a time without a picture nothing is known', () => {
  const repeated = (at: number) => at % 7_300;
  expect(loopAt(repeated, (at) => at % 2_000 !== 600)).toBeLessThan(45);
  expect(loopAt(repeated, (at) => at % 2_000 < 1_000)).toBeUndefined();
  expect(loopAt(repeated, (at) => at < 5_000 || at >= 30_000)).toBeGreaterThan(29 + 20);
});
