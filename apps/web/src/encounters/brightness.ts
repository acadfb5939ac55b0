/** The brightness of each pixel of RGBA data, 0 to 255. Source: ITU-R BT.601. */
export function brightnessOf(data: Uint8ClampedArray): Float32Array {
  const all = new Float32Array(data.length / 4);
  for (let i = 0; i < all.length; i++)
    all[i] = 0.299 * (data[4 * i] ?? 0) + 0.587 * (data[4 * i + 1] ?? 0) + 0.114 * (data[4 * i + 2] ?? 0);
  return all;
}
