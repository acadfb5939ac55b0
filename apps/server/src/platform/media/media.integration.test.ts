import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { largestUpload, mostPixels } from '@unspoken/contract/uploads';
import { picture } from '@unspoken/testing/media/pictures';
import { type Signal, sine, syllables, truePeak, wavOf } from '@unspoken/testing/media/sounds';
import { video } from '@unspoken/testing/media/videos';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createMp3Encoder } from 'wasm-media-encoders';
import { integratedLoudness } from '../../../../../tools/sounds/loudness.ts';
import { decodeMp3, encodeMp3 } from '../../../../../tools/sounds/mp3.ts';
import { systemClock } from '../clock.ts';
import type { Checked, MediaOrder, MediaOutcome } from './checked.ts';
import { MediaChecks, resourceLimits } from './media-checks.ts';
import { readFrames } from './mp3-frames.ts';

type Kind = MediaOrder['kind'];
const faults: unknown[] = [];
const options = { clock: systemClock, fault: (error: unknown) => void faults.push(error) };
const checks = new MediaChecks(options);
afterAll(() => checks.close());

const check = (kind: Kind, bytes: Uint8Array, by = checks): Promise<MediaOutcome> =>
  by.check({ kind, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: Uint8Array.from(bytes) });
const accepted = async (kind: Kind, bytes: Uint8Array): Promise<Checked> => {
  const outcome = await check(kind, bytes);
  if (!('checked' in outcome)) throw new Error(outcome.refused);
  return outcome.checked;
};
const only = ({ files: [file] }: Checked): Buffer => Buffer.from(file?.bytes as Uint8Array);

const mp3 = (seconds: number, signal: Signal = sine(0.2), rate = 32_000) =>
  encodeMp3(
    Float32Array.from({ length: seconds * rate }, (_, i) => signal(i / rate)),
    rate,
  ).then((bytes) => Buffer.from(bytes));
const zip = Buffer.from(`PK\x03\x04${'a script'.repeat(40)}PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
const after = (bytes: Uint8Array) => Buffer.concat([bytes, zip]);
const before = (bytes: Uint8Array) => Buffer.concat([zip, bytes]);
const cut = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length * 0.6));

/** A frame header of MPEG 1, layer III, 32 kbit/s at 32 kHz, with an empty body: 36 ms of silence in 144 bytes. */
const silentFrame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x18, 0xc4]), Buffer.alloc(140)]);

/** A PNG whose header says these sides, and whose pixels are not there. */
async function claiming(width: number, height: number): Promise<Buffer> {
  const whole = Buffer.from(await picture('png'));
  whole.writeUInt32BE(width, 16);
  whole.writeUInt32BE(height, 20);
  return whole;
}

describe('refusals', () => {
  const cases: readonly (readonly [what: string, kind: Kind, refused: string, bytes: () => Promise<Uint8Array> | Uint8Array])[] =
    [
      ['SVG', 'image', 'unknown_format', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
      [
        'GIF',
        'image',
        'unknown_format',
        async () =>
          sharp(await picture('png'))
            .gif()
            .toBuffer(),
      ],
      [
        'AVIF',
        'image',
        'unknown_format',
        async () =>
          sharp(await picture('png'))
            .avif()
            .toBuffer(),
      ],
      ['a page', 'sound', 'unknown_format', () => Buffer.from('<!doctype html><script>1</script>')],
      ['a single byte', 'video', 'unknown_format', () => Buffer.from([0])],
      ['an image as a sound', 'sound', 'mislabelled', () => picture('png')],
      ['a sound as an image', 'image', 'mislabelled', () => mp3(1)],
      ['a WAV as a video', 'video', 'mislabelled', () => wavOf(sine(0.1), { seconds: 1 })],
      ['a video as a sound', 'sound', 'mislabelled', () => video()],
      ['an archive behind an MP3', 'sound', 'foreign_bytes', async () => after(await mp3(1))],
      ['an archive behind a WAV', 'sound', 'foreign_bytes', () => after(wavOf(sine(0.1), { seconds: 1 }))],
      ['an archive behind a PNG', 'image', 'foreign_bytes', async () => after(await picture('png'))],
      ['an archive behind a JPEG', 'image', 'foreign_bytes', async () => after(await picture('jpeg'))],
      ['an archive behind a WebP', 'image', 'foreign_bytes', async () => after(await picture('webp'))],
      ['an archive behind an MP4', 'video', 'foreign_bytes', async () => after(await video())],
      ['an archive before an MP3', 'sound', 'unknown_format', async () => before(await mp3(1))],
      ['an archive before a PNG', 'image', 'unknown_format', async () => before(await picture('png'))],
      ['an archive before an MP4', 'video', 'unknown_format', async () => before(await video())],
      ['an MP3 that ends too early', 'sound', 'truncated', async () => (await mp3(1)).subarray(0, -7)],
      ['a WAV that ends too early', 'sound', 'truncated', () => cut(wavOf(sine(0.1), { seconds: 1 }))],
      ['a PNG that ends too early', 'image', 'truncated', async () => cut(await picture('png'))],
      ['a JPEG that ends too early', 'image', 'truncated', async () => cut(await picture('jpeg'))],
      ['a WebP that ends too early', 'image', 'truncated', async () => cut(await picture('webp'))],
      ['an MP4 that ends too early', 'video', 'truncated', async () => cut(await video())],
      ['12 minutes and a little in an MP3', 'sound', 'too_long', () => Buffer.concat(Array(20_001).fill(silentFrame))],
      ['12 minutes and a little in a WAV', 'sound', 'too_long', () => wavOf(() => 0, { seconds: 720.01, rate: 8_000, bits: 8 })],
      ['3 minutes and a second of video', 'video', 'too_long', () => video({ seconds: 181, sound: false })],
      ['a PNG that claims more than 40 MP', 'image', 'too_large', () => claiming(8_001, 5_000)],
      ['a PNG that claims four thousand million pixels', 'image', 'too_large', () => claiming(65_000, 65_000)],
      ['a picture that is too tall', 'image', 'too_large', () => picture('png', { width: 8, height: 17_000 })],
      ['more than 5 MB of image', 'image', 'too_large', () => Buffer.alloc(largestUpload.image + 1)],
      ['pixels that are not there', 'image', 'damaged', () => claiming(200, 200)],
      ['another codec of sound', 'sound', 'unsupported_codec', () => adpcm()],
      ['another codec of video', 'video', 'unsupported_codec', () => video({ codec: 'vp9' })],
      ['a description that would fill the memory', 'video', 'too_complex', async () => swollen(await video())],
      ['samples that are no numbers', 'sound', 'damaged', () => wavOf(() => Number.NaN, { seconds: 1, bits: 'float' })],
      ['a broken frame', 'sound', 'damaged', async () => broken(await mp3(1))],
    ];
  /** An MP4 whose description has a box of 9 MB more. */
  const swollen = (bytes: Buffer) => {
    const at = bytes.indexOf('moov') - 4;
    const end = at + bytes.readUInt32BE(at);
    const more = Buffer.alloc(9_000_000);
    more.writeUInt32BE(more.length);
    more.write('free', 4, 'latin1');
    bytes.writeUInt32BE(end - at + more.length, at);
    return Buffer.concat([bytes.subarray(0, end), more, bytes.subarray(end)]);
  };
  const adpcm = () => {
    const bytes = wavOf(sine(0.1), { seconds: 1 });
    bytes.writeUInt16LE(2, 20);
    return bytes;
  };
  const broken = (bytes: Buffer) => {
    // The header of a frame in the middle.
    const at = bytes.indexOf(bytes.subarray(0, 2), bytes.length / 2);
    bytes[at] = 0;
    return bytes;
  };

  test.each(cases)('[STU-10] %s, sent as %s, is refused as %s', async (_, kind, refused, bytes) => {
    expect(await check(kind, await bytes())).toEqual({ refused });
  });

  test('[STU-9] other bytes than those announced are refused', async () => {
    const bytes = Uint8Array.from(await picture('png'));
    expect(await checks.check({ kind: 'image', sha256: '0'.repeat(64), bytes })).toEqual({ refused: 'checksum' });
  });

  test('[STU-10] what is just within the limits is accepted', { tags: ['long'] }, async () => {
    expect((await accepted('sound', wavOf(sine(0.1), { seconds: 720, rate: 16_000, bits: 8 }))).durationMs).toBeGreaterThan(
      719_990,
    );
    expect((await accepted('video', await video({ seconds: 180, sound: false }))).durationMs).toBe(180_000);
    const flat = { width: 8_000, height: 5_000, channels: 3, background: 'teal' } as const;
    expect(flat.width * flat.height).toBe(mostPixels);
    expect((await accepted('image', await sharp({ create: flat }).png().toBuffer())).width).toBe(1_920);
    // Tall, and within the height of WebP once it is as wide as is kept.
    const tall = { width: 2_200, height: 17_000, channels: 3, background: 'teal' } as const;
    expect((await accepted('image', await sharp({ create: tall }).png().toBuffer())).height).toBe(14_836);
  });
});

const notes = [['LIST', Buffer.from('INFOIART\x0e\0\0\0a secret place', 'latin1')]] as const;

describe('sounds', () => {
  const inputs: readonly (readonly [what: string, bytes: () => Promise<Uint8Array> | Uint8Array])[] = [
    ['a quiet MP3 with tags', async () => Buffer.concat([tag, await mp3(3, sine(0.01)), oldTag])],
    ['a stereo WAV at 48 kHz and 24 bits', () => wavOf(sine(0.8), { seconds: 3, rate: 48_000, channels: 2, bits: 24, notes })],
    ['a WAV at 44.1 kHz and 8 bits', () => wavOf(sine(0.3), { seconds: 3, rate: 44_100, bits: 8 })],
    ['a WAV at 8 kHz', () => wavOf(sine(0.3), { seconds: 3, rate: 8_000 })],
    ['a WAV at 96 kHz, 32 bits', () => wavOf(sine(0.3), { seconds: 3, rate: 96_000, bits: 32 })],
    ['floating-point samples', () => wavOf(sine(0.05), { seconds: 3, bits: 'float' })],
    ['a clipped square wave', () => wavOf((time) => Math.sign(sine(1, 150)(time)), { seconds: 3, rate: 44_100 })],
    ['syllables with high peaks', () => wavOf(syllables, { seconds: 6, rate: 48_000 })],
    ['a bell of 300 ms', () => wavOf((time) => 0.7 * Math.exp(-12 * time) * Math.sin(6_000 * time), { seconds: 0.3 })],
  ];
  const tag = Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, 14]), Buffer.from('a secret place')]);
  const oldTag = Buffer.concat([Buffer.from('TAGa secret place'), Buffer.alloc(111)]);

  const common = ['a quiet MP3 with tags', 'a stereo WAV at 48 kHz and 24 bits', 'syllables with high peaks', 'a bell of 300 ms'];
  for (const [what, bytes] of inputs)
    test(`[STU-10] ${what} becomes mono MP3 of 96 kbit/s at -18 LUFS without its tags`, {
      tags: common.includes(what) ? [] : ['long'],
    }, async () => {
      const checked = await accepted('sound', await bytes());
      const file = only(checked);
      // Measured by other code than that which has set the levels.
      const { samples, sampleRate } = await decodeMp3(file);
      const measured = samples.length < 0.4 * sampleRate ? checked.loudness : integratedLoudness(samples, sampleRate);
      expect(Math.abs((measured as number) + 18)).toBeLessThan(0.5);
      expect(checked.loudness).toBeCloseTo(measured as number, 1);
      expect(truePeak(samples)).toBeLessThanOrEqual(-1 + 0.1);
      const seconds = readFrames(file).duration / 1_000;
      expect(checked.durationMs).toBe(Math.round(seconds * 1_000));
      expect((file.length * 8) / seconds / 1_000).toBeCloseTo(96, 0);
      // The mode of the first frame is mono (ISO/IEC 11172-3, 2.4.2.3).
      expect((file[3] as number) >> 6).toBe(3);
      expect(file.includes('ID3') || file.includes('TAG') || file.includes('secret')).toBe(false);
    });

  /** Three seconds, each with a tone of its own. */
  const tones = [400, 900, 1_500] as const;
  const melody: Signal = (time) => sine(0.4, tones[Math.min(2, Math.floor(time))])(time);
  /** How much of the sound around an instant (s) is a tone of this frequency: 1 if it is nothing else (Goertzel, 1958). */
  const shareOf = ({ samples, sampleRate }: Awaited<ReturnType<typeof decodeMp3>>, at: number, frequency: number): number => {
    const part = samples.subarray((at - 0.3) * sampleRate, (at + 0.3) * sampleRate);
    const sums = part.reduce(
      ([real, imaginary, all], each, i) => {
        const phase = (2 * Math.PI * frequency * i) / sampleRate;
        return [real + each * Math.cos(phase), imaginary + each * Math.sin(phase), all + each * each] as const;
      },
      [0, 0, 0] as readonly [number, number, number],
    );
    return (2 * (sums[0] ** 2 + sums[1] ** 2)) / (part.length * sums[2]);
  };

  for (const bits of [8, 16, 24, 32, 'float'] as const)
    test(`[STU-10] of a WAV with ${bits} bits the same is heard`, {
      tags: bits === 8 || bits === 'float' ? [] : ['long'],
    }, async () => {
      for (const rate of [32_000, 12_000]) {
        const heard = await decodeMp3(only(await accepted('sound', wavOf(melody, { seconds: 3, rate, bits }))));
        for (const [i, tone] of tones.entries()) expect(shareOf(heard, i + 0.5, tone)).toBeGreaterThan(0.95);
      }
    });

  test('[STU-10] both channels are heard, of WAV and of MP3', async () => {
    const [left, right] = [sine(0.4, 400), sine(0.4, 900)];
    const wav = wavOf(left, { seconds: 3, rate: 44_100, channels: 2, second: right });
    const encoder = await createMp3Encoder();
    encoder.configure({ sampleRate: 44_100, channels: 2, bitrate: 128 });
    const channels = [left, right].map((signal) => Float32Array.from({ length: 3 * 44_100 }, (_, i) => signal(i / 44_100)));
    const stereo = Buffer.concat([encoder.encode(channels as [Float32Array, Float32Array]).slice(), encoder.finalize().slice()]);
    for (const file of [wav, stereo]) {
      const heard = await decodeMp3(only(await accepted('sound', file)));
      for (const tone of [400, 900]) expect(shareOf(heard, 1.5, tone)).toBeGreaterThan(0.4);
    }
  });

  test('[STU-10] clicks in silence stay quieter rather than too high, and silence stays silence', async () => {
    const clicks = only(
      await accepted(
        'sound',
        wavOf((time) => (time % 0.5 < 0.001 ? 0.9 : 0), { seconds: 3, rate: 48_000 }),
      ),
    );
    expect(truePeak((await decodeMp3(clicks)).samples)).toBeLessThanOrEqual(-1 + 0.1);
    const silence = await accepted(
      'sound',
      wavOf(() => 0, { seconds: 2 }),
    );
    expect(silence.loudness).toBe(Number.NEGATIVE_INFINITY);
    expect((await decodeMp3(only(silence))).samples.every((each) => each === 0)).toBe(true);
  });
});

describe('images', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    '[STU-10] a %s becomes WebP in the widths it has, without its metadata',
    async (format) => {
      const large = await accepted('image', await picture(format, { width: 2_400, height: 600 }));
      expect(large).toMatchObject({ format: 'webp', width: 1_920, height: 480 });
      const widths = [];
      for (const { suffix, bytes } of large.files) {
        const { width, height, exif, icc, xmp, iptc, format: stored } = await sharp(bytes).metadata();
        widths.push([suffix, stored, width, height]);
        expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
        expect(Buffer.from(bytes).includes('secret')).toBe(false);
      }
      expect(widths).toEqual([
        ['', 'webp', 1_920, 480],
        ['w480', 'webp', 480, 120],
        ['w960', 'webp', 960, 240],
      ]);
      const small = await accepted('image', await picture(format, { width: 480, height: 60 }));
      expect(small.files.map(({ suffix }) => suffix)).toEqual(['']);
      expect([small.width, small.height]).toEqual([480, 60]);
      const middle = await accepted('image', await picture(format, { width: 700, height: 70 }));
      expect(middle.files.map(({ suffix }) => suffix)).toEqual(['', 'w480']);
    },
  );

  test('[STU-10] a turned photograph is stored upright, and one with further images behind it is accepted', async () => {
    const turned = await picture('jpeg', { width: 600, height: 300, orientation: 6 });
    expect(await accepted('image', turned)).toMatchObject({ width: 300, height: 600 });
    expect(await accepted('image', Buffer.concat([turned, await picture('jpeg')]))).toMatchObject({ width: 300, height: 600 });
  });
});

describe('videos', () => {
  const packetsOf = async (bytes: Uint8Array) => {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const all = [];
    for (const track of await input.getTracks())
      for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
        all.push({ type: track.type, timestamp, data: Buffer.from(data) });
    return { all, tags: await input.getMetadataTags() };
  };

  test.each([true, false])('[STU-10] a video (with sound: %s) keeps its pictures and loses its metadata', async (sound) => {
    const original = await video({ sound });
    expect(original.includes('secret') && original.includes('udta')).toBe(true);
    const checked = await accepted('video', original);
    expect(checked).toMatchObject({ format: 'mp4', width: 32, height: 32 });
    expect(Math.abs((checked.durationMs as number) - 1_000)).toBeLessThan(30);
    const file = only(checked);
    for (const trace of ['udta', 'meta', 'uuid', 'secret', 'ilst']) expect(file.includes(trace), trace).toBe(false);
    const [was, is] = [await packetsOf(original), await packetsOf(file)];
    expect(is.tags).toEqual({});
    expect(is.all.map(({ type, timestamp }) => [type, timestamp.toFixed(3)])).toEqual(
      was.all.map(({ type, timestamp }) => [type, timestamp.toFixed(3)]),
    );
    // The pictures are the same, but for the note before each of them.
    for (const [i, { data }] of is.all.entries()) expect(was.all[i]?.data.subarray(-data.length).equals(data)).toBe(true);
    // It can be checked again, and stays what it is.
    expect(only(await accepted('video', file)).length).toBe(file.length);
  });
});

describe('the worker', () => {
  const started: Worker[] = [];
  const from = (code: string) => () => {
    const worker = new Worker(code, { eval: true, resourceLimits });
    started.push(worker);
    return worker;
  };
  const onMessage = (code: string) => from(`require('node:worker_threads').parentPort.on('message', () => { ${code} })`);

  for (const [what, code, limit] of [
    ['takes too long', 'for (;;);', 1_000],
    ['ends the worker', 'process.exit(1)', 20_000],
    ['makes the worker fail', 'throw new Error()', 20_000],
    ['fills the memory', 'const all = []; for (;;) all.push({ one: { more: all.length } })', 60_000],
  ] as const)
    test(`[STU-14] a file that ${what} is refused, and the next ones are checked`, {
      tags: what === 'fills the memory' ? ['long'] : [],
    }, async () => {
      const before = started.length;
      const harmed = new MediaChecks({ clock: systemClock, fault: () => {}, limit, start: onMessage(code) });
      const one = await picture('png');
      expect(await Promise.all([check('image', one, harmed), check('image', one, harmed)])).toEqual(
        Array.from({ length: 2 }, () => ({ refused: 'too_complex' })),
      );
      expect(started.length - before).toBe(2);
      await harmed.close();
    });

  test('[STU-14] what waits when the process ends fails, and is no refusal', async () => {
    const closing = new MediaChecks({ ...options, start: onMessage('for (;;);') });
    const answers = [check('image', await picture('png'), closing), check('image', await picture('png'), closing)];
    const settled = Promise.allSettled(answers);
    await new Promise((resume) => setTimeout(resume, 100));
    await closing.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(check('image', await picture('png'), closing)).rejects.toThrow();
  });

  test('no check has failed in a way that nobody expected', () => {
    expect(faults).toEqual([]);
  });
});
