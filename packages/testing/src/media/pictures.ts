import sharp from 'sharp';

interface PictureOptions {
  readonly width?: number;
  readonly height?: number;
  /** As EXIF names it: 6 is turned by a quarter. */
  readonly orientation?: number;
}

/** An image with a gradient and a text in its EXIF data. */
export function picture(format: 'jpeg' | 'png' | 'webp', { width = 64, height = 48, orientation = 1 }: PictureOptions = {}) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    pixels[3 * i] = ((i % width) * 255) / width;
    pixels[3 * i + 1] = (Math.floor(i / width) * 255) / height;
    pixels[3 * i + 2] = (i * 7) % 256;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'a secret place', Orientation: String(orientation) } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}
