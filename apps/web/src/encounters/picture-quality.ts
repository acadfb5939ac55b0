import { brightnessOf } from './brightness.ts';

/** What may be wrong with a picture: there is too little light, the face is too near, or nothing in it moves. */
export type PictureProblem = 'dark' | 'near' | 'still';

/** A small picture, as `getImageData` returns it. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Mean brightness below which a face can hardly be seen, 0 to 255. */
const darkBelow = 42;
/** The share of skin in the middle and towards both sides from which a face fills the whole width. */
const skinFrom = 0.6;
/** Mean change of brightness, 0 to 255, below which a picture counts as still; the noise of a camera alone is more. */
const stillBelow = 0.08;
/** How long a problem lasts before it is shown, ms. */
const patience = { dark: 1_500, near: 1_500, still: 6_000 } as const satisfies Record<PictureProblem, number>;

/** Skin of any tone lies in a narrow range of hue (Chai and Ngan, "Face segmentation using skin-color map", IEEE TCSVT 9(4), 1999). */
function isSkin(r: number, g: number, b: number): boolean {
  const cb = 128 - 0.169 * r - 0.331 * g + 0.5 * b;
  const cr = 128 + 0.5 * r - 0.419 * g - 0.081 * b;
  return cb >= 77 && cb <= 127 && cr >= 133 && cr <= 173;
}

/** Watches small pictures of a camera, one after another, for what the user should know. Nothing of them is stored or sent. */
export class PictureQuality {
  #before: Float32Array | undefined;
  readonly #since: Partial<Record<PictureProblem, number>> = {};

  /** The most serious problem that has lasted long enough, given the picture at this instant, ms. */
  problem(pixels: Pixels, now: number): PictureProblem | undefined {
    const { brightness, movement } = this.#compare(pixels);
    const mean = brightness.reduce((sum, each) => sum + each, 0) / brightness.length;
    const isDark = mean < darkBelow;
    const found = {
      dark: isDark,
      near: !isDark && isNear(pixels),
      still: movement !== undefined && movement < stillBelow,
    } as const;
    for (const each of ['dark', 'near', 'still'] as const)
      if (found[each]) this.#since[each] ??= now;
      else delete this.#since[each];
    const lasting = (each: PictureProblem) => now - (this.#since[each] ?? now) >= patience[each];
    return (['dark', 'near', 'still'] as const).find((each) => found[each] && lasting(each));
  }

  #compare({ data }: Pixels): { brightness: Float32Array; movement: number | undefined } {
    const brightness = brightnessOf(data);
    const before = this.#before;
    this.#before = brightness;
    if (before?.length !== brightness.length) return { brightness, movement: undefined };
    let change = 0;
    for (let i = 0; i < brightness.length; i++) change += Math.abs((brightness[i] ?? 0) - (before[i] ?? 0));
    return { brightness, movement: change / brightness.length };
  }
}

/** Whether skin fills the picture from one side to the other at the height of a face. */
function isNear(pixels: Pixels): boolean {
  const { width } = pixels;
  const side = Math.max(1, Math.round(width / 6));
  const parts = [
    [0, side],
    [Math.round(width / 3), Math.round((2 * width) / 3)],
    [width - side, width],
  ] as const;
  return parts.every(([from, to]) => skinShare(pixels, from, to) > skinFrom);
}

function skinShare({ data, width, height }: Pixels, from: number, to: number): number {
  let skin = 0;
  let all = 0;
  for (let y = Math.round(height * 0.2); y < height * 0.7; y++)
    for (let x = from; x < to; x++) {
      const i = 4 * (y * width + x);
      all++;
      if (isSkin(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0)) skin++;
    }
  return skin / all;
}
