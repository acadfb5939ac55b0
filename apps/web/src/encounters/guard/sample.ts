/** A small picture of a frame of the partner, as the guard sees it. It never leaves the device, and is forgotten with the minute. */
export interface Sample {
  /** When the frame was shown, by the page's clock, ms. */
  readonly at: number;
  /** The number of the frame among all that were shown: two that follow one another differ by 1. */
  readonly frame: number;
  /** Brightness, 0 to 255, of `sampleSize` pixels, row by row. */
  readonly picture: Uint8Array;
}

export const sampleSize = { width: 32, height: 24 } as const;

/** What the guard asks about. `model`: a detector of the operator. */
export type Kind = 'nothing' | 'frozen' | 'loop' | 'cadence' | 'cuts' | 'model';

/** Beyond which distance of two samples the picture has been interrupted, ms: what was seen before it counts no longer. */
export const interruption = 1_000;
/** Between two samples, ms. */
export const sampleEvery = 200;
/** How much earlier than expected a sample may come, ms: frames do not come at the instants at which one is wanted. */
export const early = 20;

/** In every minute's quarter the first seconds are looked at frame by frame, for their cadence, ms. */
const burst = { every: 15_000, length: 3_000 } as const;

/** Whether a frame is looked at, given when the looking began and when the last frame was looked at, by one clock, ms. */
export const isDue = (at: number, { began, last }: { readonly began: number; readonly last: number }): boolean =>
  (at - began) % burst.every < burst.length || at - last >= sampleEvery - early;
