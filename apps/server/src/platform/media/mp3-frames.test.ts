import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeMp3 } from '../../../../../tools/sounds/mp3.ts';
import { mp3Duration } from './mp3-frames.ts';

const noise = (seconds: number, rate: number) =>
  Float32Array.from({ length: seconds * rate }, (_, i) => (i > rate ? 0.3 * Math.sin(i * 0.05 + 5 * Math.sin(i / 3_000)) : 0));
/** What encoders add before and after the samples, ms. */
const padding = 150;

test.each([16_000, 24_000, 32_000, 44_100, 48_000])(
  'the duration is exact at %i samples/s, with a variable bit rate',
  async (rate) => {
    const duration = mp3Duration(await encodeMp3(noise(7, rate), rate)) as number;
    expect(duration).toBeGreaterThanOrEqual(7_000);
    expect(duration).toBeLessThan(7_000 + padding);
  },
);

test('ID3 tags before and after the frames do not add to the duration', async () => {
  const plain = await encodeMp3(noise(2, 24_000), 24_000);
  const tag = Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 2, 1]), Buffer.alloc(257)]);
  const old = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
  expect(mp3Duration(Buffer.concat([tag, plain, old]))).toBe(mp3Duration(plain));
});

test('a truncated file, one with foreign bytes before or after the frames, and an empty one are rejected', async () => {
  const whole = await encodeMp3(noise(2, 24_000), 24_000);
  expect(mp3Duration(whole.subarray(0, whole.length - 1))).toBeUndefined();
  expect(mp3Duration(Buffer.concat([whole, Buffer.from('<script>')]))).toBeUndefined();
  expect(mp3Duration(Buffer.concat([Buffer.from('<svg>'), whole]))).toBeUndefined();
  expect(mp3Duration(new Uint8Array())).toBeUndefined();
});

test('arbitrary bytes never make it throw or hang', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4_000 }), (bytes) => {
      mp3Duration(bytes);
      mp3Duration(Uint8Array.from([0xff, 0xf3, 0x14, 0xc4, ...bytes]));
    }),
    { numRuns: 1_000 },
  );
});
