import { expect, test } from 'vitest';
import { PictureQuality, type Pixels } from './picture-quality.ts';

const [width, height] = [24, 18];
type Colour = readonly [number, number, number];

function picture(colourAt: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set([...colourAt(x, y), 255], 4 * (y * width + x));
  return { data, width, height };
}
const plain = (colour: Colour) => picture(() => colour);
const wall: Colour = [90, 120, 150];
/** Skin of several tones, from light to dark. */
const skins: readonly Colour[] = [
  [236, 188, 160],
  [198, 134, 96],
  [141, 85, 54],
  [92, 54, 36],
];

/** What is shown while a camera delivers these pictures in turn, every 500 ms, at the given instant. */
function shownAt(ms: number, ...pictures: readonly Pixels[]) {
  const quality = new PictureQuality();
  let shown: ReturnType<PictureQuality['problem']>;
  for (let now = 0, i = 0; now <= ms; now += 500, i++) shown = quality.problem(pictures[i % pictures.length] as Pixels, now);
  return shown;
}
const moving = (one: Colour): readonly Pixels[] => [plain(one), plain(one.map((each) => each + 6) as never)];

test('[WEB-99] too little light is reported once it has lasted', () => {
  expect(shownAt(1_000, ...moving([30, 30, 30]))).toBeUndefined();
  expect(shownAt(1_500, ...moving([30, 30, 30]))).toBe('dark');
  expect(shownAt(5_000, ...moving([40, 40, 40]))).toBeUndefined();
  expect(shownAt(5_000, plain([41, 41, 41]), plain([42, 42, 42]))).toBeUndefined();
});

test('[WEB-99] a face of any tone that fills the whole width is too near; one with a wall beside it is not', () => {
  for (const skin of skins) {
    const blush = skin.map((each) => each + 4) as unknown as Colour;
    const face = (colour: Colour) => picture((x) => (x > 5 && x < 18 ? colour : wall));
    expect(shownAt(1_500, plain(skin), plain(blush)), `${skin}`).toBe('near');
    expect(shownAt(5_000, face(skin), face(blush)), `${skin}`).toBeUndefined();
  }
});

test('[WEB-99] a wall in the colour of skin with somebody before it is not a face', () => {
  const shirt: Colour = [40, 60, 120];
  const scene = (colour: Colour) => picture((x) => (x > 7 && x < 16 ? colour : [198, 134, 96]));
  expect(shownAt(5_000, scene(shirt), scene([44, 64, 124]))).toBeUndefined();
});

test('[WEB-99] a picture in which nothing moves is reported after six seconds, and the noise of a camera is movement', () => {
  expect(shownAt(6_000, plain(wall))).toBeUndefined();
  expect(shownAt(6_500, plain(wall))).toBe('still');
  const noise = picture((x, y) => ((x + y) % 4 === 0 ? [91, 121, 151] : wall));
  expect(shownAt(20_000, plain(wall), noise)).toBeUndefined();
});

test('[WEB-99] a problem that ends is shown no longer', () => {
  const quality = new PictureQuality();
  for (let now = 0; now <= 3_000; now += 500) quality.problem(plain([10, 10, 10]), now);
  expect(quality.problem(plain(wall), 3_500)).toBeUndefined();
  expect(quality.problem(plain([10, 10, 10]), 4_000)).toBeUndefined();
});
