import { expect, test } from 'vitest';
import { Cadence } from './cadence.ts';
import { sampleSize } from './sample.ts';

const size = sampleSize.width * sampleSize.height;
/** Brightness that rises by `step` with each picture of the film. */
const picture = (n: number, step = 1) => new Uint8Array(size).fill(40 + ((n * step) % 200));

/** Looks at frames; returns whether their cadence is that of a film. `shows`: the picture of the film that a frame shows. */
function isFilm(frames: number, shows: (frame: number) => number, step = 1, number = (frame: number) => frame): boolean {
  const cadence = new Cadence();
  let found = false;
  for (let frame = 0; frame < frames; frame++)
    found = cadence.look({ at: frame * 33, frame: number(frame), picture: picture(shows(frame), step) }) || found;
  return found;
}
const pulled = (pattern: number) => (frame: number) => Math.floor((frame * (pattern - 1)) / pattern);

test('[WEB-247] 24 or 25 pictures a second, played at 30, have the cadence of a film after eight repetitions', () => {
  for (const pattern of [5, 6]) {
    expect(isFilm(pattern * 8 + pattern + 1, pulled(pattern))).toBe(true);
    expect(isFilm(pattern * 8, pulled(pattern))).toBe(false);
  }
});

test('[WEB-247] a camera shows another picture with every frame; one that is slow repeats others', () => {
  expect(isFilm(90, (frame) => frame)).toBe(false);
  expect(isFilm(90, (frame) => Math.floor(frame / 2))).toBe(false);
  expect(isFilm(90, pulled(4))).toBe(false);
  expect(isFilm(90, pulled(7))).toBe(false);
});

test('[WEB-247] a still picture has no cadence', () => {
  expect(isFilm(90, pulled(5), 0)).toBe(false);
});

test('[WEB-247] frames that were left out break the pattern', () => {
  expect(isFilm(90, pulled(5), 1, (frame) => frame + Math.floor(frame / 30))).toBe(false);
});
