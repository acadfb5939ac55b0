/** A straight line through measured points, and how far they are from one. */
export interface Line {
  /** What one more piece of work costs. */
  readonly slope: number;
  /** What is used up without any work, in the time of one measurement. */
  readonly fixed: number;
  /** The largest distance of a point from the line, as a share of the point. */
  readonly residual: number;
  /**
   * The slope through the upper half of the points, divided by that through the lower half: above 1 the cost grows faster than the work. NaN
   * where the lower half has the same work in each.
   */
  readonly bend: number;
  /** The most work of a single measurement. */
  readonly most: number;
  readonly points: number;
}

type XY = readonly [x: number, y: number];

/** The line with the least sum of squared distances. Of points with the same x it is level. */
function through(points: readonly XY[]): { readonly slope: number; readonly fixed: number } {
  const mean = (of: (point: XY) => number) => points.reduce((sum, each) => sum + of(each), 0) / points.length;
  const [x, y] = [mean((each) => each[0]), mean((each) => each[1])];
  const spread = mean((each) => (each[0] - x) ** 2);
  const slope = spread === 0 ? 0 : mean((each) => (each[0] - x) * (each[1] - y)) / spread;
  return { slope, fixed: y - slope * x };
}

/** Fits a line to points; undefined for fewer than three, through which any line would seem to fit. */
export function lineThrough(points: readonly XY[]): Line | undefined {
  if (points.length < 3) return undefined;
  const sorted = points.toSorted((one, other) => one[0] - other[0]);
  const { slope, fixed } = through(sorted);
  const half = Math.ceil(sorted.length / 2);
  const [lower, upper] = [through(sorted.slice(0, half)), through(sorted.slice(-half))];
  const isOneSize = sorted[0]?.[0] === sorted[half - 1]?.[0];
  const distances = sorted.map(([x, y]) => (y === 0 ? 0 : Math.abs(y - fixed - slope * x) / Math.abs(y)));
  return {
    ...{ slope, fixed, residual: Math.max(...distances), bend: isOneSize ? Number.NaN : upper.slope / lower.slope },
    ...{ most: sorted.at(-1)?.[0] ?? 0, points: sorted.length },
  };
}

/** Why the slope should not be trusted beyond the measured points; undefined if nothing speaks against it. */
export function warningOf({ residual, bend, slope }: Line): string | undefined {
  if (!(slope > 0)) return 'no slope: lost in the noise of this measurement';
  if (bend > 1.5) return `not linear: the upper half of the points is ${bend.toFixed(1)} times as steep as the lower half`;
  if (bend < 0.67) return `flatter with size: the upper half has ${bend.toFixed(2)} times the slope of the lower half`;
  if (residual > 0.25) return `scattered: a point is ${(residual * 100).toFixed(0)} % off the line`;
  return undefined;
}
