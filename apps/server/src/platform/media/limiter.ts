import { peakFrom } from './levels.ts';

/** How long before a peak the gain begins to fall, and how long after it it rises, ms. */
const attack = 5;

/**
 * Multiplies the samples by `gain` in place, and lowers the gain around the points that would be higher than `ceiling`: to the least that
 * any point within the next `attack` needs, averaged over the same time, so that no point is missed and the gain has no edges.
 */
export function amplify(samples: Float32Array, rate: number, gain: number, ceiling: number): void {
  const width = Math.max(16, Math.round((attack * rate) / 1_000));
  const threshold = ceiling / gain;
  /** The gain that each point needs, and the least of the next `width` ones, by their index modulo the length. */
  const needed = new Float64Array(2 * width).fill(1);
  const least = new Float64Array(width).fill(1);
  let [sum, peakBefore] = [width, 0];
  // The candidates for the least, as indices whose needed gains rise.
  const queue: number[] = [];
  let head = 0;
  for (let ahead = 0; ahead < samples.length + width; ahead++) {
    const peak = ahead < samples.length ? peakFrom(samples, ahead, threshold) : threshold;
    const need = threshold / Math.max(peak, peakBefore);
    peakBefore = peak;
    needed[ahead % needed.length] = need;
    while (queue.length > head && (needed[(queue.at(-1) as number) % needed.length] as number) >= need) queue.pop();
    queue.push(ahead);
    const at = ahead - width;
    if ((queue[head] as number) < at) head += 1;
    if (head > 4_096) {
      queue.splice(0, head);
      head = 0;
    }
    // From before the first sample on: its gain has to be low already.
    const slot = ahead % width;
    const lowest = needed[(queue[head] as number) % needed.length] as number;
    sum += lowest - (least[slot] as number);
    least[slot] = lowest;
    if (at >= 0) samples[at] = (samples[at] as number) * gain * Math.min(1, sum / width);
  }
}
