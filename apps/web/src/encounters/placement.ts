import { eyesInPicture, isWindow, type Size, windowRatio } from './window/geometry.ts';

/** Where the eyes are to lie on a screen: a share of its height. */
const eyesOnScreen = 0.33;

export interface Placement {
  /** The vertical `object-position`, percent. */
  readonly position: number;
  /** Where the eyes lie on the screen, as a share of its height. */
  readonly eyes: number;
  /** How much of the width of the screen a portrait window takes; undefined for a picture that covers it. */
  readonly window?: number;
}

export const unplaced: Placement = { position: 50, eyes: eyesInPicture };

/**
 * Where a picture that covers a screen is placed, so that the eyes lie high, near the lens. Both sides use the same rule: what a
 * user sees of their own picture shows where the partner sees their eyes. A picture as high as the screen cannot be moved.
 */
export function placementOf(picture: Size, screen: Size): Placement {
  if (picture.width <= 0 || picture.height <= 0 || screen.height <= 0) return unplaced;
  // A window on a wide screen stands in its middle, whole: what covered the screen would show a part of a face.
  // A box of its own shape, as that of the picture of oneself, it fills.
  if (isWindow(picture) && screen.width > screen.height * windowRatio && !isWindow(screen))
    return { position: 50, eyes: eyesInPicture, window: (screen.height * windowRatio) / screen.width };
  const height = picture.height * Math.max(screen.width / picture.width, screen.height / picture.height);
  const spare = height - screen.height;
  if (spare < 1) return { position: 50, eyes: eyesInPicture };
  const hiddenAbove = Math.min(Math.max(height * eyesInPicture - screen.height * eyesOnScreen, 0), spare);
  return { position: (hiddenAbove / spare) * 100, eyes: (height * eyesInPicture - hiddenAbove) / screen.height };
}
