import { promisedMinutes, type WaitPromise } from '@unspoken/contract/waits';

/** How many waits began within the hour around this time of day, lately: their length, whole seconds, and whether they led to a meeting. */
export interface WaitsOfLength {
  /** Rounded down. 0: the person was paired as soon as they connected, or left at once. */
  readonly seconds: number;
  readonly met: boolean;
  /** Whether they began yesterday. */
  readonly yesterday: boolean;
  readonly count: number;
}

/** Fewer waits than this say nothing about the next one, nor do fewer that lasted as long as the estimate. */
const leastWaits = 10;
const longest = Math.max(...promisedMinutes) * 60;

/**
 * The time, s, by which half of those who find nobody waiting have met somebody; undefined if fewer than half meet within ten minutes,
 * or too few came. The product-limit estimate: who gave up is counted as long as they waited, because nobody knows whom they would have
 * met. Where few came, the estimates that are low by chance are those that would be said: half must have met even if the estimate is too
 * high by its standard error (Greenwood's formula). Source: E. L. Kaplan and P. Meier, "Nonparametric Estimation from Incomplete
 * Observations", JASA 53 (1958); requirements/waits 3.1, 3.5.
 */
export function medianWait(waits: readonly WaitsOfLength[]): number | undefined {
  // Who is paired at once found somebody waiting, and reads so beforehand; the estimate is read by the others.
  const alone = waits.filter(({ seconds }) => seconds >= 1).toSorted((one, other) => one.seconds - other.seconds);
  let atRisk = alone.reduce((sum, { count }) => sum + count, 0);
  if (atRisk < leastWaits) return undefined;
  let [survival, greenwood] = [1, 0];
  for (let i = 0; i < alone.length; ) {
    const { seconds } = alone[i] as WaitsOfLength;
    if (seconds >= longest) return undefined;
    let [met, ended] = [0, 0];
    for (; alone[i]?.seconds === seconds; i++) {
      const { count, met: hasMet } = alone[i] as WaitsOfLength;
      ended += count;
      if (hasMet) met += count;
    }
    if (atRisk < leastWaits) return undefined;
    survival *= 1 - met / atRisk;
    // Everybody who was left has met somebody: there is nothing to be uncertain about.
    if (met < atRisk) greenwood += met / (atRisk * (atRisk - met));
    // A wait of so many whole seconds has ended before the next one.
    if (survival * (1 + Math.sqrt(greenwood)) <= 0.5) return seconds + 1;
    atRisk -= ended;
  }
  return undefined;
}

/** What is said of a pool in which nobody waits. Source: requirements/waits 3.2, 3.3. */
export function promiseOf(waits: readonly WaitsOfLength[]): WaitPromise {
  const median = medianWait(waits);
  const minutes = median === undefined ? undefined : promisedMinutes.find((each) => median <= each * 60);
  if (minutes !== undefined) return { kind: 'minutes', minutes };
  return { kind: waits.some(({ yesterday }) => yesterday) ? 'few' : 'nobody' };
}
