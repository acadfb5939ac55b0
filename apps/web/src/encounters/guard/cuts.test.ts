import { expect, test } from 'vitest';
import { Cuts } from './cuts.ts';
import { sampleSize } from './sample.ts';

const { width, height } = sampleSize;
/** Scenes that have nothing to do with one another. */
const scene = (n: number, light = 1) =>
  Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return light * (70 + 60 * Math.sin(((n % 5) + 1) * (x / 5) + 2 * n) * Math.cos((((n * 3) % 4) + 1) * (y / 6) + n));
  });

/** Looks every 200 ms for half a minute; returns when there are cuts first, ms. */
function cutsAt(picture: (at: number) => Uint8Array, every = 200): number | undefined {
  const cuts = new Cuts();
  for (let at = 0; at <= 30_000; at += every) if (cuts.look({ at, frame: at, picture: picture(at) })) return at;
  return undefined;
}

test('[WEB-246] three hard cuts within 10 s are those of a film', () => {
  // Cuts at 4, 8 and 12 s; each is known a sample later.
  expect(cutsAt((at) => scene(Math.floor(at / 4_000)))).toBe(12_200);
  expect(cutsAt((at) => scene(Math.floor(at / 5_000)))).toBeUndefined();
  expect(cutsAt((at) => scene(Math.min(2, Math.floor(at / 3_000))))).toBeUndefined();
});

test('[WEB-246] light that changes is no cut, however often', () => {
  expect(cutsAt((at) => scene(1, at % 2_000 < 1_000 ? 0.3 : 1.4))).toBeUndefined();
});

test('[WEB-246] a picture that changes all the time is a moving camera, and no film', () => {
  expect(cutsAt((at) => scene(at / 200))).toBeUndefined();
});

test('[WEB-246] pictures with an interruption between them are not compared', () => {
  expect(cutsAt((at) => scene(Math.floor(at / 4_000)), 1_001)).toBeUndefined();
});
