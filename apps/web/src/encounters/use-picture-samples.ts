import { useEffect, useRef } from 'react';
import type { Pixels } from './picture-quality.ts';
import { samplePicture } from './picture-samples.ts';

const sampling = { width: 48, height: 36, every: 500 } as const;

/** Hands out small pictures of a stream, two a second, while it is shown. */
export function usePictureSamples(stream: MediaStream | undefined, take: (pixels: Pixels, now: number) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!stream) return undefined;
    return samplePicture(stream, sampling, (pixels) => pixels && latest.current(pixels, performance.now()));
  }, [stream]);
}
