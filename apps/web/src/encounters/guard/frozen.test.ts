import { expect, test } from 'vitest';
import { Frozen } from './frozen.ts';
import { sampleSize } from './sample.ts';

const { width, height } = sampleSize;
/** Stripes, one pixel of which is brighter by so much. */
const scene = (blink = 0) =>
  Uint8Array.from({ length: width * height }, (_, i) => 60 + 80 * (Math.floor(i / 8) % 2) + (i === 300 ? blink : 0));

/** Looks at a sample every 200 ms until `end`, ms; returns when it is frozen first. */
function frozenAt(end: number, picture: (at: number) => Uint8Array | undefined): number | undefined {
  const frozen = new Frozen();
  for (let at = 0; at <= end; at += 200) {
    const seen = picture(at);
    if (seen && frozen.look({ at, frame: at, picture: seen })) return at;
  }
  return undefined;
}

test('[WEB-244] frames that all show the same are frozen after 8 s, also with the noise of a codec', () => {
  expect(frozenAt(7_800, () => scene())).toBeUndefined();
  expect(frozenAt(20_000, () => scene())).toBe(8_000);
  expect(frozenAt(20_000, (at) => scene(at % 400 === 0 ? 2 : 0))).toBe(8_000);
});

test('[WEB-244] a blink in one pixel is life', () => {
  expect(frozenAt(60_000, (at) => scene(at % 6_000 === 0 ? 3 : 0))).toBeUndefined();
});

test('[WEB-244] frames that do not arrive are not frozen', () => {
  expect(frozenAt(20_000, (at) => (at < 5_000 || at > 6_000 ? scene() : undefined))).toBe(14_200);
  expect(frozenAt(20_000, (at) => (at < 5_000 || at >= 6_000 ? scene() : undefined))).toBe(14_000);
  // One interval less is no interruption.
  expect(frozenAt(20_000, (at) => (at < 5_000 || at >= 5_800 ? scene() : undefined))).toBe(8_000);
});

test('[WEB-244] an even picture is nothing to see, and not frozen as well', () => {
  expect(frozenAt(20_000, () => new Uint8Array(width * height).fill(16))).toBeUndefined();
});
