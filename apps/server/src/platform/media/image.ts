import { imageWidths, mostPixels } from '@unspoken/contract/uploads';
import sharp from 'sharp';
import type { Checked } from './checked.ts';
import type { AcceptedFormat } from './format.ts';
import { checkStructure } from './image-structure.ts';
import { decoding, Refused } from './refused.ts';

// The process has other things to do on its cores, and the next image is another one.
sharp.concurrency(1);
sharp.cache(false);

/** The longest side of a WebP image, px (RFC 9649, 2.6). */
const longestSide = 16_383;
const quality = 82;

/**
 * Encodes an image as WebP in the widths that it has, upright and without its metadata. The first file is the largest. Throws `Refused`.
 */
export async function checkImage(bytes: Uint8Array, format: AcceptedFormat): Promise<Checked> {
  checkStructure(bytes, format);
  const open = (limitInputPixels: number | false) => sharp(bytes, { failOn: 'warning', limitInputPixels, sequentialRead: true });
  // Read without a limit: the header says how large an image is, and a larger one is not decoded.
  const { width: stored, height: tall, autoOrient } = await decoding(() => open(false).metadata());
  if (stored * tall > mostPixels) throw new Refused('too_large');
  const { width, height } = autoOrient;
  const largest = imageWidths.at(-1) as number;
  const widths = [Math.min(width, largest), ...imageWidths.filter((each) => each < Math.min(width, largest))];
  if (height * Math.min(1, largest / width) > longestSide) throw new Refused('too_large');
  return decoding(async () => {
    // Decoded once, and without metadata from here on.
    const { data, info } = await open(mostPixels)
      .autoOrient()
      .toColourspace('srgb')
      .resize({ width: widths[0] as number, withoutEnlargement: true })
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files = [];
    for (const each of widths) {
      const encoded = await sharp(data, { raw, limitInputPixels: mostPixels })
        .resize({ width: each })
        .webp({ quality })
        .toBuffer();
      files.push({
        suffix: each === widths[0] ? '' : `w${each}`, // The library's own memory cannot be handed over to another thread.
        bytes: Uint8Array.from(encoded),
      });
    }
    return { format: 'webp', files, width: info.width, height: info.height };
  });
}
