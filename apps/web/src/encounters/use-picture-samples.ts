import { useEffect, useRef } from 'react';
import type { Pixels } from './picture-quality.ts';

const checkInterval = 500;
const width = 48;
const height = 36;

/** Hands out small pictures of a stream, two a second, while it is shown. Nothing of them leaves the page. */
export function usePictureSamples(stream: MediaStream | undefined, take: (pixels: Pixels, now: number) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    if (!stream) return undefined;
    const video = document.createElement('video');
    video.muted = true;
    video.srcObject = stream;
    void video.play().catch(() => {});
    const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
    const check = () => {
      if (!pen || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      pen.drawImage(video, 0, 0, width, height);
      latest.current(pen.getImageData(0, 0, width, height), performance.now());
    };
    const timer = setInterval(check, checkInterval);
    return () => {
      clearInterval(timer);
      video.srcObject = null;
    };
  }, [stream]);
}
