/** Duration of the drawn minute, ms: four seconds for each of its six captions. */
const length = 24_000;

/** Positions of the two circles, at the shares of the time at which the captions change. */
const way: readonly Keyframe[] = [
  { offset: 0, transform: 'translateX(-104px)' },
  { offset: 0.17, transform: 'translateX(-104px)' },
  { offset: 0.22, transform: 'translateX(-104px) scale(0.86)' },
  { offset: 0.27, transform: 'translateX(-104px) scale(1.08)' },
  { offset: 0.32, transform: 'translateX(-100px)' },
  { offset: 0.46, transform: 'translateX(-34px)' },
  { offset: 0.54, transform: 'translate(-36px, -9px)' },
  { offset: 0.6, transform: 'translate(-33px, 7px)' },
  { offset: 0.66, transform: 'translate(-32px, 0)' },
  { offset: 0.71, transform: 'translateX(-30px) scale(1.1)' },
  { offset: 0.76, transform: 'translateX(-30px)' },
  { offset: 0.81, transform: 'translateX(-29px) scale(1.1)' },
  { offset: 0.86, transform: 'translateX(-29px)' },
  { offset: 1, transform: 'translateX(-70px)' },
];
const mirrored = (frame: Keyframe): Keyframe => ({
  ...frame,
  transform: String(frame.transform).replace(
    /translate(X?)\((-?[\d.]+)px/,
    (_, axis: string, x: string) => `translate${axis}(${-Number(x)}px`,
  ),
});

/** The film: animates the parts of one drawing together. */
export class Film {
  readonly #parts: readonly Animation[];

  constructor(drawing: SVGSVGElement, ended: () => void) {
    const options = { duration: length, fill: 'both', easing: 'linear' } as const;
    const move = (part: string, frames: readonly Keyframe[]) => {
      const moved = drawing.querySelector(`[data-part="${part}"]`)?.animate(
        frames.map((frame) => ({ easing: 'ease-in-out', ...frame })),
        options,
      );
      moved?.pause();
      return moved ? [moved] : [];
    };
    this.#parts = [
      ...move('one', way),
      ...move('other', way.map(mirrored)),
      // The minute runs from the meeting to the parting.
      ...move('ring', [
        { offset: 0, strokeDashoffset: 1 },
        { offset: 0.4, strokeDashoffset: 1, easing: 'linear' },
        { offset: 0.86, strokeDashoffset: 0 },
        { offset: 1, strokeDashoffset: 0 },
      ]),
    ];
    this.#parts[0]?.addEventListener('finish', ended);
  }

  /** The share that has been played, 0 to 1. */
  get share(): number {
    return Number(this.#parts[0]?.currentTime ?? 0) / length;
  }

  /** Continues, or starts again once it has ended. */
  play(): void {
    for (const part of this.#parts) part.play();
  }

  pause(): void {
    for (const part of this.#parts) part.pause();
  }

  close(): void {
    for (const part of this.#parts) part.cancel();
  }
}
