import { expect, test } from 'vitest';
import { wavFile } from './wav.ts';

test('a WAV file says how long it is, and has the samples, the highest and the lowest among them', async () => {
  const view = new DataView(await wavFile(Float32Array.of(0, 1, -1, 0.5, 2), 32_000).arrayBuffer());
  const word = (at: number) => String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
  expect([word(0), word(8), word(12), word(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
  expect([view.byteLength, view.getUint32(4, true), view.getUint32(40, true)]).toEqual([54, 46, 10]);
  const format = [20, 22].map((at) => view.getUint16(at, true));
  expect([
    ...format,
    view.getUint32(24, true),
    view.getUint32(28, true),
    view.getUint16(32, true),
    view.getUint16(34, true),
  ]).toEqual([1, 1, 32_000, 64_000, 2, 16]);
  expect([0, 1, 2, 3, 4].map((i) => view.getInt16(44 + 2 * i, true))).toEqual([0, 32_767, -32_767, 16_384, 32_767]);
});
