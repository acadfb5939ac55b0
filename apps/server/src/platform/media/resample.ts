/** Zero crossings of the sinc on each side, and points of its table between two of them. */
const [crossings, resolution] = [16, 512];

/** Half of a windowed sinc: crossing by crossing, `resolution` points each. */
const table = Float64Array.from({ length: crossings * resolution + 2 }, (_, i) => {
  const x = i / resolution;
  if (x === 0) return 1;
  if (x >= crossings) return 0;
  return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (2 * crossings)) ** 2;
});

/** Brings samples to another rate by band-limited interpolation. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  const length = Math.max(1, Math.floor((samples.length * to) / from));
  const result = new Float32Array(length);
  // Of what the lower rate cannot hold nothing is left.
  const cutoff = Math.min(1, to / from);
  const half = crossings / cutoff;
  for (let i = 0; i < length; i++) {
    const centre = (i * from) / to;
    const [first, last] = [Math.max(0, Math.ceil(centre - half)), Math.min(samples.length - 1, Math.floor(centre + half))];
    let value = 0;
    for (let k = first; k <= last; k++) {
      const place = Math.abs(centre - k) * cutoff * resolution;
      const point = Math.floor(place);
      const [before, after] = [table[point] as number, table[point + 1] as number];
      value += (samples[k] as number) * (before + (after - before) * (place - point));
    }
    result[i] = value * cutoff;
  }
  return result;
}
