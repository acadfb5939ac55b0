/** The size of a picture, px. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** What a detector of the operator is given: a picture of the partner, RGBA, row by row. */
export interface SeenPicture extends PictureSize {
  /** When it was shown, by the page's clock, ms. */
  readonly at: number;
  readonly data: Uint8ClampedArray;
}

/** What `createDetector` of `/guard/detector.js` returns. Source: requirements/looking 3.3, brand/guard/README.md */
export interface Detector {
  /** How large a picture it wants; 160 x 120 unless set, 320 px at most on either side. */
  readonly size?: PictureSize;
  /** Whether the user is to be asked. */
  look(picture: SeenPicture): boolean | Promise<boolean>;
}

const largest = 320;
const isSide = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= largest;

export const isPictureSize = (size: PictureSize): boolean => isSide(size.width) && isSide(size.height);
