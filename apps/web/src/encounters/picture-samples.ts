import type { Pixels } from './picture-quality.ts';

interface Sampling {
  /** Of the small pictures, px. */
  readonly width: number;
  readonly height: number;
  /** Between two of them, ms. */
  readonly every: number;
}

/**
 * Hands out small pictures of a stream; `isNew`: it is another frame than the one before. Undefined while there is none. Nothing of them leaves the
 * page. Returns the function that ends it.
 */
export function samplePicture(
  stream: MediaStream | undefined,
  { width, height, every }: Sampling,
  take: (pixels: Pixels | undefined, isNew: boolean) => void,
): () => void {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream ?? null;
  if (stream) void video.play().catch(() => {});
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
  let seenAt = -1;
  const look = () => {
    const isNew = video.currentTime !== seenAt;
    seenAt = video.currentTime;
    if (!pen || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return take(undefined, isNew);
    pen.drawImage(video, 0, 0, width, height);
    return take(pen.getImageData(0, 0, width, height), isNew);
  };
  const timer = setInterval(look, every);
  return () => {
    clearInterval(timer);
    video.srcObject = null;
  };
}
