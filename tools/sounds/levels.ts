import { integratedLoudness, peakLevel } from './loudness.ts';

/** Every sound of the catalogue is as loud as every other, and none is cut off at its peaks. Source: requirements/studio 4.1. */
export const wantedLoudness = -18;
export const highestPeak = -1;

/** Brings a sound to the wanted loudness, or as near to it as its peaks allow. */
export function levelled(samples: Float32Array, rate: number): Float32Array {
  // The encoder moves peaks a little: half a decibel is left for it.
  const gain = Math.min(wantedLoudness - integratedLoudness(samples, rate), highestPeak - 0.5 - peakLevel(samples));
  return samples.map((each) => each * 10 ** (gain / 20));
}
