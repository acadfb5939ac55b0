import { brightnessOf } from '../brightness.ts';
import { startWorker } from '../window/portrait-window.ts';
import type { GuardAnswer } from './guard-worker.ts';
import address from './guard-worker.ts?worker&url';
import { OperatorsDetector } from './operators-detector.ts';
import { isDue, type Kind, type Sample, sampleSize } from './sample.ts';

/**
 * Watches the picture of the partner in a worker, and calls `ask` as long as there is something to ask about. Without a worker, or in a browser that does
 * not say which frames it shows, nothing is watched. Returns the function that ends it. `hasDetector`: the operator has a detector as well.
 */
export function watchPicture(stream: MediaStream, hasDetector: boolean, ask: (kind: Kind) => void): () => void {
  const video = document.createElement('video');
  const { width, height } = sampleSize;
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', { willReadFrequently: true });
  if (!pen || typeof video.requestVideoFrameCallback !== 'function') return () => {};
  pen.imageSmoothingQuality = 'high';
  const watching = startWatching(hasDetector, ask);
  if (!watching) return () => {};
  const { worker, detector } = watching;
  video.muted = true;
  video.srcObject = stream;
  void video.play().catch(() => {});
  const watched = { began: performance.now(), last: Number.NEGATIVE_INFINITY };
  const look = (at: number, { presentedFrames: frame }: VideoFrameCallbackMetadata) => {
    next = video.requestVideoFrameCallback(look);
    if (!isDue(at, watched)) return;
    watched.last = at;
    pen.drawImage(video, 0, 0, width, height);
    const picture = Uint8Array.from(brightnessOf(pen.getImageData(0, 0, width, height).data));
    worker.postMessage({ at, frame, picture } satisfies Sample, [picture.buffer]);
    detector?.show(video, at);
  };
  let next = video.requestVideoFrameCallback(look);
  return () => {
    video.cancelVideoFrameCallback(next);
    worker.terminate();
    detector?.stop();
    video.srcObject = null;
  };
}

/** The workers that look at samples; undefined in a browser that starts none: the minute goes on without a guard. */
function startWatching(hasDetector: boolean, ask: (kind: Kind) => void) {
  try {
    const worker = startWorker('guard-worker', address);
    worker.onmessage = ({ data }: MessageEvent<GuardAnswer>) => ask(data.ask);
    return { worker, detector: hasDetector ? new OperatorsDetector(() => ask('model')) : undefined };
  } catch {
    return undefined;
  }
}
