import { startWorker } from '../window/portrait-window.ts';
import type { PictureSize, SeenPicture } from './detector.ts';
import type { DetectorAnswer } from './detector-worker.ts';
import address from './detector-worker.ts?worker&url';

/** Between two pictures, ms: a model may be slow, and what is wrong for long is wrong a second later. */
const lookEvery = 1_000;
/** How long it may take to load, and to answer for one picture, ms. One that takes longer is dropped. */
const [loadLimit, lookLimit] = [20_000, 3_000];

/**
 * The operator's detector in a worker of its own: it can neither delay the minute nor what the guard itself sees. One that throws, does not load, or
 * takes too long is dropped for the rest of the minute.
 */
export class OperatorsDetector {
  readonly #worker: Worker;
  /** What a picture is drawn with, once its size is known. */
  #pen: CanvasRenderingContext2D | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => void) {
    this.#worker = startWorker('detector-worker', address);
    this.#expectAnswer(loadLimit);
    this.#worker.onerror = () => this.stop();
    this.#worker.onmessage = ({ data }: MessageEvent<DetectorAnswer>) => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      if (data.type === 'failed') this.stop();
      if (data.type === 'ready') this.#pen = penOf(data.size);
      if (data.type === 'seen' && data.isWrong) ask();
    };
  }

  /** Shows it the frame that is on screen, unless it is busy, or has just seen one. `at`: by the page's clock, ms. */
  show(video: HTMLVideoElement, at: number): void {
    if (!this.#pen || this.#timer !== undefined || at - this.#lookedAt < lookEvery) return;
    this.#lookedAt = at;
    const { width, height } = this.#pen.canvas;
    this.#pen.drawImage(video, 0, 0, width, height);
    const { data } = this.#pen.getImageData(0, 0, width, height);
    this.#worker.postMessage({ at, width, height, data } satisfies SeenPicture, [data.buffer]);
    this.#expectAnswer(lookLimit);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#pen = undefined;
    this.#worker.terminate();
  }

  #expectAnswer(limit: number): void {
    this.#timer = setTimeout(() => this.stop(), limit);
  }
}

const penOf = (size: PictureSize): CanvasRenderingContext2D | undefined =>
  Object.assign(document.createElement('canvas'), size).getContext('2d', { willReadFrequently: true }) ?? undefined;
