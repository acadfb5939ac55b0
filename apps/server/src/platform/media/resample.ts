/** Zero crossings of the sinc on each side, and points of its table between two of them. */
const [crossings, resolution] = [16, 512];

/** Half of a windowed sinc: crossing by crossing, `resolution` points each. */
const table = Float64Array.from({ length: crossings * resolution + 2 }, (_, i) => {
  const x = i / resolution;
  if (x === 0) return 1;
  if (x >= crossings) return 0;
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (2 * crossings)) ** 2;
});

/** Samples of the result at a time. */
const block = 1 << 15;

/**
 * Brings sound to another rate by band-limited interpolation. `read` gives so many of its `length` samples from an index on: they are never
 * in memory all at once.
 */
export function resampled(
  read: (from: number, count: number) => Float32Array,
  length: number,
  { from, to }: { readonly from: number; readonly to: number },
): Float32Array {
  const result = new Float32Array(Math.max(1, Math.floor((length * to) / from)));
  // Of what the lower rate cannot hold nothing is left.
  const cutoff = Math.min(1, to / from);
  const half = crossings / cutoff;
  for (let begin = 0; begin < result.length; begin += block) {
    const end = Math.min(begin + block, result.length);
    const least = Math.max(0, Math.ceil((begin * from) / to - half));
    const most = Math.min(length - 1, Math.floor(((end - 1) * from) / to + half));
    const samples = read(least, most - least + 1);
    for (let i = begin; i < end; i++) {
      const centre = (i * from) / to;
      const [first, last] = [Math.max(least, Math.ceil(centre - half)), Math.min(most, Math.floor(centre + half))];
      let value = 0;
      for (let k = first; k <= last; k++) {
        const place = Math.abs(centre - k) * cutoff * resolution;
        const point = Math.floor(place);
        const [before, after] = [table[point] as number, table[point + 1] as number];
        value += (samples[k - least] as number) * (before + (after - before) * (place - point));
      }
      result[i] = value * cutoff;
    }
  }
  return result;
}
