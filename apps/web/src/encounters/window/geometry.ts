export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Where the eyes of somebody who fits into the outline lie in their picture: a share of its height. */
export const eyesInPicture = 0.36;

/** Width by height of a portrait window: head and shoulders, as painters frame them. */
export const windowRatio = 3 / 4;

/** Chroma is sampled for two by two pixels in the formats of cameras: a rectangle between them could not be cut without copying. */
const even = (value: number): number => 2 * Math.round(value / 2);

/**
 * The window in a picture, pixels: as large as it fits, in the middle, and where it is less high than the picture, with the eyes of somebody who
 * fits into the outline as high in the window as in the picture.
 */
export function windowIn({ width, height }: Size): Rect {
  if (width >= height * windowRatio) {
    const own = Math.min(even(height * windowRatio), width - (width % 2));
    return { x: even((width - own) / 2), y: 0, width: own, height };
  }
  const own = Math.min(even(width / windowRatio), height - (height % 2));
  return { x: 0, y: Math.min(even((height - own) * eyesInPicture), height - own), width, height: own };
}

/**
 * Where a rectangle of the picture as it is shown lies in the picture as it is stored, which is shown turned clockwise by so many degrees.
 * `shown`: the size as it is shown. Source: WebCodecs, VideoFrame.rotation
 */
export function asStored({ x, y, width, height }: Rect, shown: Size, rotation: number): Rect {
  switch (rotation) {
    case 90:
      return { x: y, y: shown.width - x - width, width: height, height: width };
    case 180:
      return { x: shown.width - x - width, y: shown.height - y - height, width, height };
    case 270:
      return { x: shown.height - y - height, y: x, width: height, height: width };
    default:
      return { x, y, width, height };
  }
}

/** Whether a picture has the shape of a window. Where it is encoded smaller, its sides are rounded. */
export const isWindow = ({ width, height }: Size): boolean => height > 0 && Math.abs(width / height - windowRatio) < 0.02;
