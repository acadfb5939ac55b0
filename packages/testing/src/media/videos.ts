import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';

/** Bits of H.264, the highest first. */
class Bits {
  readonly #bits: number[] = [];

  u(value: number, count: number): this {
    for (let i = count - 1; i >= 0; i--) this.#bits.push((value >> i) & 1);
    return this;
  }

  /** Exponential-Golomb code (ITU-T H.264, 9.1). */
  ue(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.u(0, length).u(value + 1, length + 1);
  }

  align(): this {
    while (this.#bits.length % 8 !== 0) this.#bits.push(0);
    return this;
  }

  bytes(values: Uint8Array): this {
    for (const each of values) this.u(each, 8);
    return this;
  }

  /** A unit: the stop bit, and 3 wherever two zeros would look like the beginning of another unit (7.4.1). */
  unit(header: number): Buffer {
    this.u(1, 1).align();
    const unit = [header];
    let zeros = 0;
    for (let i = 0; i < this.#bits.length; i += 8) {
      const byte = this.#bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0);
      if (zeros >= 2 && byte <= 3) {
        unit.push(3);
        zeros = 0;
      }
      unit.push(byte);
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    return Buffer.from(unit);
  }
}

/** Macroblocks of 16 pixels in each direction. */
const [across, down] = [2, 2];
/** Baseline, level 1.0, without reordering. */
const sequence = new Bits()
  .u(66, 8)
  .u(0xc0, 8)
  .u(10, 8)
  .ue(0)
  .ue(0)
  .ue(2)
  .ue(1)
  .u(0, 1)
  .ue(across - 1)
  .ue(down - 1)
  .u(0b1100, 4)
  .unit(0x67);
const parameters = new Bits().ue(0).ue(0).u(0, 2).ue(0).ue(0).ue(0).u(0, 3).ue(0).ue(0).ue(0).u(0b000, 3).unit(0x68);

/** One picture of uncompressed macroblocks, which any decoder can show (7.3.5, I_PCM). */
function pictureUnit(index: number): Buffer {
  const bits = new Bits()
    .ue(0)
    .ue(7)
    .ue(0)
    .u(0, 4)
    .ue(index % 2)
    .u(0, 2)
    .ue(0);
  // The difference of the quantiser, and no filter follows from the parameters.
  for (let block = 0; block < across * down; block++)
    bits
      .ue(25)
      .align()
      .bytes(Uint8Array.from({ length: 384 }, (_, i) => 16 + ((i + 20 * index + 50 * block) % 200)));
  return bits.unit(0x65);
}

const withLength = (unit: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit.length);
  return Buffer.concat([length, unit]);
};
/** Additional information with a text, as encoders add it (D.1.7). */
const note = Buffer.concat([
  Buffer.from([0x06, 5, 16 + 14]),
  Buffer.alloc(16, 1),
  Buffer.from('a secret place'),
  Buffer.from([0x80]),
]);
/** A frame of silence (AAC-LC, mono). */
const silence = Uint8Array.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]);

interface VideoOptions {
  readonly seconds?: number;
  readonly pictures?: number;
  readonly sound?: boolean;
  readonly codec?: 'avc' | 'vp9';
}

/** An MP4 file of 32 × 32 pixels, with names, tags and notes in it. */
export async function video({ seconds = 1, pictures = 5, sound = true, codec = 'avc' }: VideoOptions = {}): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  output.setMetadataTags({ title: 'a secret place', comment: 'a secret place' });
  const [seen, heard] = [new EncodedVideoPacketSource(codec), new EncodedAudioPacketSource('aac')];
  output.addVideoTrack(seen, { name: 'a secret place' });
  if (sound) output.addAudioTrack(heard);
  await output.start();
  const length = (unit: Buffer) => [unit.length >> 8, unit.length & 0xff];
  const description = Uint8Array.from([
    ...[1, 66, 0xc0, 10, 0xff, 0xe1, ...length(sequence), ...sequence, 1, ...length(parameters), ...parameters],
  ]);
  const size = { codedWidth: 16 * across, codedHeight: 16 * down };
  const decoderConfig = codec === 'avc' ? { codec: 'avc1.42c00a', ...size, description } : { codec: 'vp09.00.10.08', ...size };
  const colorSpace = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false } as const;
  const duration = seconds / pictures;
  for (let i = 0; i < pictures; i++) {
    const data =
      codec === 'avc' ? Buffer.concat([withLength(note), withLength(pictureUnit(i))]) : Buffer.from([0x82, 0x49, 0x83]);
    const packet = new EncodedPacket(data, 'key', i * duration, duration);
    await seen.add(packet, { decoderConfig: { ...decoderConfig, colorSpace } });
  }
  const frame = 1_024 / 44_100;
  for (let i = 0; sound && i < Math.floor(seconds / frame); i++)
    await heard.add(new EncodedPacket(silence, 'key', i * frame, frame), {
      decoderConfig: { codec: 'mp4a.40.2', sampleRate: 44_100, numberOfChannels: 1, description: Uint8Array.from([0x12, 0x08]) },
    });
  await output.finalize();
  return Buffer.from(target.buffer as ArrayBuffer);
}
