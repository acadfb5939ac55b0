import { longestMedia } from '@unspoken/contract/uploads';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { Checked } from './checked.ts';
import { fourCharacters } from './format.ts';
import { pictureOnly } from './h264.ts';
import { decoding, Refused } from './refused.ts';

/** The boxes that a file consists of (ISO/IEC 14496-12, table 1); `wide` is Apple's. */
const boxes = new Set('ftyp moov mdat free skip wide uuid moof mfra sidx ssix styp meta udta pdin prft emsg'.split(' '));
/** The longest side of a picture, px. */
const longestSide = 4_096;
/**
 * What describes a file and its fragments, and the packets of a track: of three minutes at 120 pictures/s a fraction of it. More would
 * only fill the memory.
 */
const [longestDescription, mostFragments, mostPackets] = [8_000_000, 20_000, 50_000];
/** A last picture or sound may end a little after the video does, ms. */
const grace = 500;

/**
 * Writes the pictures and the sound of an MP4 file into a new one, as they are, and nothing else of it. Throws `Refused`.
 */
export async function checkVideo(bytes: Uint8Array): Promise<Checked> {
  checkBoxes(bytes);
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  return decoding(() => readVideo(input)).finally(() => input.dispose());
}

async function readVideo(input: Input): Promise<Checked> {
  const [videos, sounds] = [await input.getVideoTracks(), await input.getAudioTracks()];
  const [video, sound] = [videos[0], sounds[0]];
  if (!video || videos.length > 1 || sounds.length > 1) throw new Refused('unsupported_codec');
  if ((await video.getCodec()) !== 'avc' || (sound && (await sound.getCodec()) !== 'aac')) throw new Refused('unsupported_codec');
  const durationMs = Math.round((await input.computeDuration()) * 1_000);
  if (!(durationMs > 0)) throw new Refused('damaged');
  if (durationMs > longestMedia.video + grace) throw new Refused('too_long');
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (!(Math.min(width, height) > 0)) throw new Refused('damaged');
  if (Math.max(width, height) > longestSide) throw new Refused('too_large');
  const remuxed = await remux(input, video, sound);
  return { format: 'mp4', files: [{ suffix: '', bytes: remuxed }], durationMs, width, height };
}

/** The file consists of whole boxes, and of such as a file has. */
function checkBoxes(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Set<string>();
  let fragments = 0;
  for (let at = 0; at < bytes.length; ) {
    const name = at + 8 <= bytes.length ? fourCharacters(bytes, at + 4) : '';
    if (!boxes.has(name)) throw new Refused(found.has('moov') && found.has('mdat') ? 'foreign_bytes' : 'truncated');
    const [short, isLong] = [view.getUint32(at), view.getUint32(at) === 1];
    if (isLong && at + 16 > bytes.length) throw new Refused('truncated');
    // 0 stands for the rest of the file.
    const length = isLong ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short;
    if (length < (isLong ? 16 : 8)) throw new Refused('damaged');
    if (at + length > bytes.length) throw new Refused('truncated');
    if (name === 'moof') fragments += 1;
    if ((name === 'moov' && length > longestDescription) || fragments > mostFragments) throw new Refused('too_complex');
    found.add(name);
    at += length;
  }
  if (!found.has('moov') || !found.has('mdat')) throw new Refused('truncated');
}

async function remux(input: Input, video: InputVideoTrack, sound: InputAudioTrack | undefined): Promise<Uint8Array> {
  const pictures = new EncodedVideoPacketSource('avc');
  const voices = sound && new EncodedAudioPacketSource('aac');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  output.addVideoTrack(pictures, { rotation: await video.getRotation() });
  if (voices) output.addAudioTrack(voices);
  await output.start();
  const [picture, voice] = [await video.getDecoderConfig(), sound && (await sound.getDecoderConfig())];
  if (!picture || (sound && !voice)) throw new Refused('damaged');
  // Nothing begins before the file does: what an edit list puts there moves with the rest.
  const begin = Math.min(0, await input.getFirstTimestamp());
  const { lengthSize, description } = pictureConfiguration(picture.description);
  let isFirst = true;
  let packets = 0;
  const count = () => {
    packets += 1;
    if (packets > mostPackets) throw new Refused('too_complex');
  };
  for await (const { data, type, timestamp, duration } of new EncodedPacketSink(video).packets()) {
    count();
    const packet = new EncodedPacket(pictureOnly(data, lengthSize), type, timestamp - begin, duration);
    await pictures.add(packet, isFirst ? { decoderConfig: { ...picture, description } } : undefined);
    isFirst = false;
  }
  if (isFirst) throw new Refused('damaged');
  isFirst = true;
  packets = 0;
  if (sound && voices && voice)
    for await (const { data, type, timestamp, duration } of new EncodedPacketSink(sound).packets()) {
      count();
      const packet = new EncodedPacket(data, type, timestamp - begin, duration);
      await voices.add(packet, isFirst ? { decoderConfig: voice } : undefined);
      isFirst = false;
    }
  await output.finalize();
  if (!target.buffer) throw new Refused('damaged');
  return new Uint8Array(target.buffer);
}

/**
 * The configuration of the decoder (ISO/IEC 14496-15, 5.3.3.1.2) without what may follow it, and how many bytes give the length of a unit.
 * Throws `Refused`.
 */
function pictureConfiguration(given: ArrayBufferLike | ArrayBufferView | undefined): {
  readonly lengthSize: number;
  readonly description: Uint8Array;
} {
  if (!given) throw new Refused('damaged');
  const bytes = ArrayBuffer.isView(given)
    ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
    : new Uint8Array(given);
  if (bytes[0] !== 1 || bytes.length < 7) throw new Refused('damaged');
  let at = 5;
  /** Skips as many parameter sets as its first byte says. */
  const skip = (mask: number) => {
    const count = (bytes[at] ?? 0) & mask;
    at += 1;
    for (let i = 0; i < count; i++) at += 2 + 256 * (bytes[at] ?? 0) + (bytes[at + 1] ?? 0);
    if (at > bytes.length) throw new Refused('damaged');
  };
  skip(0x1f);
  skip(0xff);
  // The higher profiles have three bytes and further sets behind them, which some encoders leave out.
  if (at + 4 <= bytes.length && highProfiles.has(bytes[1] as number)) {
    at += 3;
    skip(0xff);
  }
  return { lengthSize: ((bytes[4] as number) & 3) + 1, description: bytes.slice(0, at) };
}

const highProfiles = new Set([100, 110, 122, 144]);
