/** Readings of the two clocks that are kept; their median is free of the jitter of single ones. */
const readings = 9;

/**
 * When a sample is heard, in the time of an `AudioContext`, for an instant of this machine's clock. Source: Web Audio API,
 * `getOutputTimestamp`: the pair of instants at which the same sample leaves the device.
 */
export class SoundClock {
  readonly #context: Pick<AudioContext, 'currentTime' | 'outputLatency' | 'baseLatency'> &
    Partial<Pick<AudioContext, 'getOutputTimestamp'>>;
  readonly #now: () => number;
  #offsets: number[] = [];
  #isEstimated = false;

  /** `now`: the page's time, ms. */
  constructor(context: AudioContext, now = () => performance.now()) {
    this.#context = context;
    this.#now = now;
  }

  /** Reads the two clocks. Called from time to time while the context runs. */
  read(): void {
    const measured = this.#measured();
    // Until the device has played its first samples the browser knows no such pair. An estimate made then can be far off.
    if (this.#isEstimated || measured === undefined) this.reset();
    this.#isEstimated = measured === undefined;
    this.#offsets = [...this.#offsets, measured ?? this.#estimated()].slice(-readings);
  }

  /** What was read before the context was interrupted no longer holds. */
  reset(): void {
    this.#offsets = [];
  }

  /** The context's time, s, at which what is to be heard at this instant, ms, has to be played. */
  timeOf(instant: number): number {
    if (this.#offsets.length === 0) this.read();
    const sorted = [...this.#offsets].sort((a, b) => a - b);
    return (instant - performance.timeOrigin) / 1_000 + (sorted[Math.floor(sorted.length / 2)] ?? 0);
  }

  /** The context's time at the output minus the page's time, s, once the device plays. */
  #measured(): number | undefined {
    const { contextTime = 0, performanceTime = 0 } = this.#context.getOutputTimestamp?.() ?? {};
    return contextTime > 0 && performanceTime > 0 ? contextTime - performanceTime / 1_000 : undefined;
  }

  #estimated(): number {
    const latency = this.#context.outputLatency || this.#context.baseLatency || 0;
    return this.#context.currentTime - latency - this.#now() / 1_000;
  }
}
