import { repeat } from '../../platform/repeat.ts';
import { windowIn } from './geometry.ts';
import type { WindowAnswer, WindowOrder } from './window-worker.ts';
import address from './window-worker.ts?worker&url';

/** A picture that is cut on this device, before anything is shown or sent. */
export interface OpenWindow {
  readonly track: MediaStreamTrack;
  stop(): void;
}

/** How long a way to cut a picture may take until its first frame, ms; a camera that has just been opened is slow. */
const patience = 3_000;
/** How often the worker hears that this page is not stalled, ms. */
const aliveEvery = 250;
/** Between two frames that are drawn, ms. */
const drawEvery = 33;

/** What browsers have that the libraries of the compiler do not know yet. Source: W3C mediacapture-transform, and its predecessor in Chromium */
interface TrackStreams {
  readonly MediaStreamTrackProcessor?: new (options: {
    track: MediaStreamTrack;
    maxBufferSize: number;
  }) => { readonly readable: ReadableStream<VideoFrame> };
  readonly MediaStreamTrackGenerator?: new (options: {
    kind: 'video';
  }) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL(url: string): string };
  };
}
const here = globalThis as unknown as TrackStreams;

const policies = new Map<string, { createScriptURL(url: string): string } | undefined>();

/** Starts a worker of the build. `name`: of its policy of trusted types, which the server has to allow; each allows one address. */
export function startWorker(name: string, address: string): Worker {
  if (!policies.has(name)) policies.set(name, here.trustedTypes?.createPolicy(name, { createScriptURL: () => address }));
  return new Worker(policies.get(name)?.createScriptURL(address) ?? address, { type: 'module' });
}

/** Waits for the first answer of the worker that is of use, and calls `failed` with its end after that. */
function begun(worker: Worker, wanted: WindowAnswer['type'], failed: () => void): Promise<WindowAnswer> {
  const answer = new Promise<WindowAnswer>((resolve, reject) => {
    let hasBegun = false;
    const timer = setTimeout(() => reject(new Error('no frame was cut in time')), patience);
    const end = () => {
      clearTimeout(timer);
      if (hasBegun) failed();
      else reject(new Error('the worker has failed'));
    };
    worker.addEventListener('error', end);
    worker.addEventListener('message', ({ data }: MessageEvent<WindowAnswer>) => {
      if (data.type === 'failed') end();
      if (data.type !== wanted || hasBegun) return;
      hasBegun = true;
      clearTimeout(timer);
      resolve(data);
    });
  });
  // What is ordered may fail at once; then nobody waits for it.
  answer.catch(() => {});
  return answer;
}

function inTime(what: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('there is no frame')), patience);
  });
  return Promise.race([what, late]).finally(() => clearTimeout(timer));
}

type Way = (camera: MediaStreamTrack, worker: Worker, failed: () => void) => Promise<OpenWindow>;
const order = (worker: Worker, what: WindowOrder, transfer: Transferable[] = []) => worker.postMessage(what, transfer);

/** Chromium reads and makes frames in the page, and lets a worker have both ends: the frames do not pass the page. */
const byStreams: Way = async (camera, worker, failed) => {
  const { MediaStreamTrackProcessor: Processor, MediaStreamTrackGenerator: Generator } = here;
  if (!Processor || !Generator) throw new Error('there are no streams of frames');
  const track = new Generator({ kind: 'video' });
  const { readable } = new Processor({ track: camera, maxBufferSize: 1 });
  const { writable } = track;
  const first = begun(worker, 'cut', failed);
  try {
    order(worker, { type: 'cut', readable, writable }, [readable, writable]);
    await first;
  } catch (error) {
    track.stop();
    throw error;
  }
  return { track, stop: () => track.stop() };
};

/** Safari reads and makes frames in a worker only. The worker has a track of its own, because a track that is given away ends here. */
const byTrack: Way = async (camera, worker, failed) => {
  const given = camera.clone();
  const first = begun(worker, 'cut', failed);
  const made = begun(worker, 'track', () => {});
  try {
    order(worker, { type: 'cut track', track: given }, [given as unknown as Transferable]);
    const [answer] = await Promise.all([made, first]);
    if (answer.type !== 'track') throw new Error('there is no track');
    return { track: answer.track, stop: () => answer.track.stop() };
  } catch (error) {
    given.stop();
    throw error;
  }
};

/** All others draw the window. The worker is the clock: timers of a hidden page are too slow. */
const byDrawing: Way = async (camera, worker, failed) => {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([camera]);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { alpha: false });
  try {
    // It does not play before there is a frame.
    await inTime(video.play());
  } catch (error) {
    video.srcObject = null;
    throw error;
  }
  if (!pen) throw new Error('nothing can be drawn');
  const draw = () => {
    if (video.videoWidth === 0) return;
    const { x, y, width, height } = windowIn({ width: video.videoWidth, height: video.videoHeight });
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.drawImage(video, x, y, width, height, 0, 0, width, height);
  };
  draw();
  const [track] = canvas.captureStream(30).getVideoTracks();
  if (!track) throw new Error('what is drawn cannot be sent');
  const stop = () => {
    track.stop();
    video.srcObject = null;
  };
  const first = begun(worker, 'tick', failed);
  worker.addEventListener('message', draw);
  try {
    order(worker, { type: 'tick', every: drawEvery });
    await first;
  } catch (error) {
    stop();
    throw error;
  }
  return { track, stop };
};

/**
 * Cuts the window out of a camera's picture. `lost`: called when that ends by itself; nothing is shown in its place. Undefined where
 * the browser has no way that works.
 */
export async function openWindow(camera: MediaStreamTrack, lost: () => void): Promise<OpenWindow | undefined> {
  for (const way of [byStreams, byTrack, byDrawing]) {
    let worker: Worker | undefined;
    let stopSaying = () => {};
    try {
      const own = startWorker('window-worker', address);
      worker = own;
      let isOpen = true;
      stopSaying = repeat(() => order(own, { type: 'alive' }), aliveEvery);
      const { track, stop } = await way(camera, own, () => isOpen && lost());
      return {
        track,
        stop() {
          isOpen = false;
          stopSaying();
          own.terminate();
          stop();
        },
      };
    } catch {
      stopSaying();
      worker?.terminate();
    }
  }
  return undefined;
}
