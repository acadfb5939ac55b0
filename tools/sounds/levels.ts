import { integratedLoudness, peakLevel } from './loudness.ts';

/** Target integrated loudness (LUFS) and peak limit (dB) of every sound. Source: requirements/studio 4.1. */
export const targetLoudness = -18;
export const peakLimit = -1;

/** Brings a sound to the target loudness, or as near to it as its peaks allow. */
export function levelled(samples: Float32Array, rate: number): Float32Array {
  // The encoder moves peaks a little: half a decibel is left for it.
  const gain = Math.min(targetLoudness - integratedLoudness(samples, rate), peakLimit - 0.5 - peakLevel(samples));
  return samples.map((each) => each * 10 ** (gain / 20));
}
