/** The percentile of a list; `share` is from 0 to 1. NaN for an empty list. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);
