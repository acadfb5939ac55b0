import { MPEGDecoder } from 'mpg123-decoder';
import { createMp3Encoder } from 'wasm-media-encoders';

/** LAME's variable quality for our files, from 0 (best) to 9 (smallest): silence costs next to nothing. */
const quality = 6;

/** Encodes mono samples as MP3, with a variable bit rate. */
export async function encodeMp3(samples: Float32Array, sampleRate: number): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sampleRate as 24_000, channels: 1, vbrQuality: quality });
  const parts: Uint8Array[] = [];
  const chunk = 1 << 16;
  // The encoder reuses its buffer: each part is copied.
  for (let i = 0; i < samples.length; i += chunk) parts.push(encoder.encode([samples.subarray(i, i + chunk)]).slice());
  parts.push(encoder.finalize().slice());
  return Buffer.concat(parts);
}

/** Decodes an MP3 file; of a stereo file, its first channel. */
export async function decodeMp3(bytes: Uint8Array): Promise<{ readonly samples: Float32Array; readonly sampleRate: number }> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, sampleRate } = decoder.decode(bytes);
    return { samples: channelData[0] ?? new Float32Array(), sampleRate };
  } finally {
    decoder.free();
  }
}
