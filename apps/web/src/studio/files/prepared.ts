import { largestUpload, type Upload } from '@unspoken/contract/uploads';
import { decodedSound } from '../../encounters/sound-files.ts';
import { wavFile } from './wav.ts';

/** The file cannot be read by this browser. */
class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** The rate of a sound that is turned into WAV, Hz. Source: requirements/studio 4.4. */
const sampleRate = 32_000;
/** What an image that is too large to be uploaded is reduced to: wider than the widest that is kept. */
const [reducedSide, reducedQuality] = [2_560, 0.9];

/** A file in a form that the service accepts: other sounds become WAV, images that are too large smaller. Throws `Unreadable`. */
export async function prepared(file: Blob, kind: Upload['kind']): Promise<Blob> {
  // What is too large is refused as it is: decoding it would need many times its size.
  if (kind === 'sound') return file.size > largestUpload.sound || (await isMp3OrWav(file)) ? file : asWav(file);
  if (kind === 'image' && file.size > largestUpload.image) return reduced(file);
  return file;
}

/** By its first bytes: the names and types of files are what somebody has called them. */
async function isMp3OrWav(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const word = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  const [first = 0, second = 0] = bytes;
  // A frame of layer III begins with eleven bits that are set (ISO/IEC 11172-3, 2.4.1.3).
  return word(0, 3) === 'ID3' || (word(0, 4) === 'RIFF' && word(8, 4) === 'WAVE') || (first === 0xff && (second & 0xe6) === 0xe2);
}

async function asWav(file: Blob): Promise<Blob> {
  try {
    const sound = await decodedSound(await file.arrayBuffer(), sampleRate);
    return wavFile(sound.getChannelData(0), sampleRate);
  } catch {
    throw new Unreadable();
  }
}

async function reduced(file: Blob): Promise<Blob> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, reducedSide / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', reducedQuality));
    if (!blob) throw new Unreadable();
    return blob;
  } catch {
    throw new Unreadable();
  }
}
