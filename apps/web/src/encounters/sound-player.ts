import type { SoundClock } from './sound-clock.ts';

/** How much the rate is changed at most to correct a deviation: nobody hears 0.2 %. */
const mostCorrection = 0.002;
/** Deviations, s: from the first on the rate is corrected, from the second on the file is entered again. */
const least = 0.003;
const tooMuch = 0.25;
/** Over how long a deviation is corrected, s. */
const correctedOver = 10;
/** How far ahead of now a file is entered late, s: the browser needs a moment to start it. */
const lead = 0.05;

/** Plays one file so that its beginning is heard at an instant, and keeps it there. */
export class SoundPlayer {
  readonly #context: AudioContext;
  readonly #clock: SoundClock;
  readonly #buffer: AudioBuffer;
  readonly #output: AudioNode;
  #startsAt: number;
  #source: AudioBufferSourceNode | undefined;
  /** At this time of the context, s, the file is at this offset, s, and goes on at this rate. */
  #known = { time: 0, offset: 0, rate: 1 };

  /** `startsAt`: by this machine's clock, ms. */
  constructor(
    { context, clock, output }: { context: AudioContext; clock: SoundClock; output: AudioNode },
    buffer: AudioBuffer,
    startsAt: number,
  ) {
    this.#context = context;
    this.#clock = clock;
    this.#output = output;
    this.#buffer = buffer;
    this.#startsAt = startsAt;
    this.#begin();
  }

  /** Schedules the start again if it has moved, unless it is so near that a new one would be late. Does nothing once it has begun. */
  schedule(): void {
    const now = this.#context.currentTime;
    const { time, offset } = this.#known;
    if (!this.#source || now >= time) return;
    const begins = this.#clock.timeOf(this.#startsAt);
    const moved = Math.abs(begins - (time - offset));
    const isNear = Math.min(begins, time) <= now + lead;
    if (moved > (isNear ? tooMuch : least)) this.#begin();
  }

  /** Compares what plays with the instant at which it began, which may be known better by now. */
  correct(startsAt = this.#startsAt): void {
    this.#startsAt = startsAt;
    if (!this.#source) return;
    const now = this.#context.currentTime;
    const { time, offset, rate } = this.#known;
    if (now < time) {
      this.schedule();
      return;
    }
    const begins = this.#clock.timeOf(startsAt);
    const position = offset + (now - time) * rate;
    const deviation = now - begins - position;
    if (Math.abs(deviation) > tooMuch) {
      this.#begin();
      return;
    }
    const change = Math.abs(deviation) < least ? 0 : deviation / correctedOver;
    const next = 1 + Math.min(mostCorrection, Math.max(-mostCorrection, change));
    this.#known = { time: now, offset: position, rate: next };
    this.#source.playbackRate.value = next;
  }

  stop(): void {
    this.#source?.stop();
    this.#source?.disconnect();
    this.#source = undefined;
  }

  #begin(): void {
    this.stop();
    const begins = this.#clock.timeOf(this.#startsAt);
    const soon = this.#context.currentTime + lead;
    const [time, offset] = begins >= soon ? [begins, 0] : [soon, soon - begins];
    if (offset >= this.#buffer.duration) return;
    const source = this.#context.createBufferSource();
    source.buffer = this.#buffer;
    source.connect(this.#output);
    source.start(time, offset);
    this.#source = source;
    this.#known = { time, offset, rate: 1 };
  }
}
