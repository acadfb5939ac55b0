import { createHash } from 'node:crypto';
import { picture } from '@unspoken/testing/media/pictures';
import { sine, wavOf } from '@unspoken/testing/media/sounds';
import { video } from '@unspoken/testing/media/videos';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeMp3, encodeMp3 } from '../../../../../tools/sounds/mp3.ts';
import { systemClock } from '../clock.ts';
import type { MediaOrder } from './checked.ts';
import { MediaChecks } from './media-checks.ts';
import { readFrames } from './mp3-frames.ts';

const faults: unknown[] = [];
const checks = new MediaChecks({ clock: systemClock, fault: (error) => void faults.push(error) });
afterAll(() => checks.close());

/** Numbers below 1 that are the same in every run. Source: mulberry32, Tommy Ettinger, public domain. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Changes, removes, repeats, moves or inserts some bytes, near the beginning more often than elsewhere: there the headers are. */
function mutated(bytes: Uint8Array, next: () => number): Buffer {
  let result: Buffer = Buffer.from(bytes);
  const below = (limit: number) => Math.floor(next() * limit);
  for (let change = 0; change <= below(4); change++) {
    const at = below(next() < 0.6 ? Math.min(400, result.length) : result.length);
    const length = 1 + below(next() < 0.8 ? 8 : 400);
    const part = result.subarray(at, at + length);
    const [before, after] = [result.subarray(0, at), result.subarray(at + part.length)];
    const noise = Buffer.from(Array.from({ length }, () => below(256)));
    const extreme = Buffer.alloc(length, next() < 0.5 ? 0xff : 0);
    const kinds = [
      () => Buffer.concat([before, noise.subarray(0, part.length), after]),
      () => Buffer.concat([before, extreme.subarray(0, part.length), after]),
      () => Buffer.concat([before, Buffer.from([(part[0] ?? 0) ^ (1 << below(8))]), result.subarray(at + 1)]),
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, part, part, after]),
      () => Buffer.concat([before, noise, part, after]),
      () => before,
      () => Buffer.concat([after, before]),
    ];
    result = (kinds[below(kinds.length)] as () => Buffer)();
  }
  return result;
}

const kindOf = { mp3: 'sound', wav: 'sound', jpeg: 'image', png: 'image', webp: 'image', mp4: 'video' } as const;
type Format = keyof typeof kindOf;
const originals = new Map<Format, Buffer>();
beforeAll(async () => {
  const rate = 16_000;
  const samples = Float32Array.from({ length: rate / 4 }, (_, i) => sine(0.3)(i / rate));
  originals.set('mp3', Buffer.from(await encodeMp3(samples, rate)));
  originals.set('wav', wavOf(sine(0.3), { seconds: 0.25, rate }));
  for (const format of ['jpeg', 'png', 'webp'] as const) originals.set(format, await picture(format));
  originals.set('mp4', await video({ seconds: 0.2, pictures: 2 }));
});

const decodes: Readonly<Record<MediaOrder['kind'], (bytes: Uint8Array) => Promise<unknown>>> = {
  async sound(bytes) {
    readFrames(bytes);
    const { samples } = await decodeMp3(bytes);
    expect(samples.every(Number.isFinite)).toBe(true);
  },
  image: (bytes) => sharp(bytes, { failOn: 'warning' }).stats(),
  async video(bytes) {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    for (const track of await input.getTracks())
      for await (const packet of new EncodedPacketSink(track).packets()) expect(packet.data.length).toBeGreaterThan(0);
  },
};

/** Checks this many mutations of each format; how many of them were accepted. */
async function survive(count: number, seed: number): Promise<number> {
  let accepted = 0;
  for (const [format, bytes] of originals) {
    const kind = kindOf[format];
    const next = numbersFrom(seed + bytes.length);
    const sent = Array.from({ length: count }, () => mutated(bytes, next));
    // All at once: they wait for the same worker, which each of them could harm.
    const outcomes = await Promise.all(
      sent.map((each) =>
        checks.check({ kind, sha256: createHash('sha256').update(each).digest('hex'), bytes: Uint8Array.from(each) }),
      ),
    );
    for (const [i, outcome] of outcomes.entries()) {
      // As a worker that has died, or hung, would be answered.
      expect(outcome, `${format} ${i}`).not.toEqual({ refused: 'too_complex' });
      if (!('checked' in outcome)) continue;
      accepted += 1;
      for (const file of outcome.checked.files) {
        expect(Buffer.compare(file.bytes, sent[i] as Buffer), `${format} ${i} is kept as it was`).not.toBe(0);
        await expect(decodes[kind](file.bytes), `${format} ${i}`).resolves.not.toThrow();
      }
    }
  }
  // An error that no check expects.
  expect(faults).toEqual([]);
  return accepted;
}

test('[STU-10] [STU-14] of 240 mutated files each is refused, or comes out in another form and can be decoded', async () => {
  // Those that are accepted are among them too, or nothing would have been decoded.
  expect(await survive(40, 2)).toBeGreaterThan(12);
});

test('[STU-10] [STU-14] the same for 1,002 files', { tags: ['long'], timeout: 600_000 }, async () => {
  expect(await survive(167, 2)).toBeGreaterThan(50);
});
