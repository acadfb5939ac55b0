import { asStored, windowIn } from './geometry.ts';

/**
 * Cuts the window out of a camera's frames, apart from the page: they go on when the page is busy. What is sent of a frame is
 * its visible rectangle, the window; the pixels around it stay in the memory of this browser. Source: W3C mediacapture-transform, WebCodecs
 */
export type WindowOrder =
  /** The frames of a camera, and where the cut ones go. */
  | { readonly type: 'cut'; readable: ReadableStream<VideoFrame>; writable: WritableStream<VideoFrame> }
  /** A camera whose frames are read here; the track with the cut ones is returned. */
  | { readonly type: 'cut track'; track: MediaStreamTrack }
  /** The page answers: a person can press what hides them. Repeated; without it no frame passes. */
  | { readonly type: 'alive' }
  /** Says `tick` so often, ms, also while the page is hidden. */
  | { readonly type: 'tick'; readonly every: number };

export type WindowAnswer =
  | { readonly type: 'cut' }
  | { readonly type: 'track'; track: MediaStreamTrack }
  | { readonly type: 'tick' }
  | { readonly type: 'failed' };

/** What browsers have that the libraries of the compiler do not know yet. */
declare const MediaStreamTrackProcessor: new (options: {
  track: MediaStreamTrack;
  maxBufferSize: number;
}) => { readable: ReadableStream<VideoFrame> };
declare const VideoTrackGenerator: new () => { writable: WritableStream<VideoFrame>; track: MediaStreamTrack };

/** For how long the page may be silent, ms: longer than between the timers of a hidden page, which fire once a second. */
const longestSilence = 2_500;
let aliveAt = performance.now();

const answer = (what: WindowAnswer, transfer: Transferable[] = []) => self.postMessage(what, { transfer });

function cut(frame: VideoFrame): VideoFrame {
  const { rotation = 0 } = frame as { rotation?: number };
  const stored = frame.visibleRect as DOMRectReadOnly;
  const isAcross = rotation % 180 === 90;
  const shown = isAcross ? { width: stored.height, height: stored.width } : { width: stored.width, height: stored.height };
  const { x, y, width, height } = asStored(windowIn(shown), shown, rotation);
  return new VideoFrame(frame, { visibleRect: { x: stored.x + x, y: stored.y + y, width, height } });
}

async function pass(readable: ReadableStream<VideoFrame>, writable: WritableStream<VideoFrame>): Promise<void> {
  let isFirst = true;
  const window = new TransformStream<VideoFrame, VideoFrame>({
    transform(frame, controller) {
      try {
        // A user whose page stalls can neither drop the veil nor end the minute.
        if (performance.now() - aliveAt <= longestSilence) controller.enqueue(cut(frame));
      } finally {
        frame.close();
      }
      if (isFirst) answer({ type: 'cut' });
      isFirst = false;
    },
  });
  await readable.pipeThrough(window).pipeTo(writable);
}

function obey(order: WindowOrder): void {
  if (order.type === 'alive') {
    aliveAt = performance.now();
    return;
  }
  if (order.type === 'tick') {
    setInterval(() => answer({ type: 'tick' }), order.every);
    return;
  }
  const failed = () => answer({ type: 'failed' });
  if (order.type === 'cut') {
    void pass(order.readable, order.writable).catch(failed);
    return;
  }
  const generator = new VideoTrackGenerator();
  const { readable } = new MediaStreamTrackProcessor({ track: order.track, maxBufferSize: 1 });
  answer({ type: 'track', track: generator.track }, [generator.track as unknown as Transferable]);
  void pass(readable, generator.writable).catch(failed);
}

self.onmessage = ({ data }: MessageEvent<WindowOrder>) => {
  try {
    obey(data);
  } catch {
    answer({ type: 'failed' });
  }
};
