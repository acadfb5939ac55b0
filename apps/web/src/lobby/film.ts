import { minute } from './cues.ts';
import { type CirclePose, type Pose, poseAt, stills } from './poses.ts';

/** How many times a second the movement is sampled: between two samples it is straight, which nobody sees at this pace. */
const samples = 5;
/** How long the drawing takes to fade out, and as long to fade in again, where nothing moves; s. */
const fade = 0.7;

type Part = 'one' | 'other' | 'glow' | 'drawing';

const circle = ({ x, y, scale, opacity }: CirclePose): Keyframe => ({
  transform: `translate(${(x * 100).toFixed(2)}%, ${(y * 100).toFixed(2)}%) scale(${scale.toFixed(4)})`,
  opacity: opacity.toFixed(3),
});
const light = ({ glow }: Pose): Keyframe => ({
  opacity: glow.toFixed(3),
  transform: `scale(${(0.7 + 0.3 * glow).toFixed(4)})`,
});

const looks = {
  one: ({ one }: Pose) => circle(one),
  other: ({ other }: Pose) => circle(other),
  glow: light,
} as const;

/** The minute as a movement. */
const moving = (part: keyof typeof looks): Keyframe[] =>
  Array.from({ length: minute * samples + 1 }, (_, index) => looks[part](poseAt(index / samples)));

/** The minute as one still after the other; each stays until the next caption. */
const still = (part: keyof typeof looks): Keyframe[] =>
  [...stills, ...stills.slice(-1).map(({ pose }) => ({ from: minute, pose }))].map(({ from, pose }) => ({
    ...looks[part](pose),
    offset: from / minute,
    easing: 'steps(1, end)',
  }));

/** Hides the change from one still to the next. */
const fades: Keyframe[] = [
  { offset: 0, opacity: 1 },
  ...stills.slice(1).flatMap(({ from }) =>
    [
      [-fade, 1],
      [0, 0],
      [fade, 1],
    ].map(([after = 0, opacity = 1]) => ({ offset: (from + after) / minute, opacity })),
  ),
  { offset: 1, opacity: 1 },
];

/** The film: animates the parts of one drawing together, or shows stills of it (`calm`). It loads when it is first played. */
export class Film {
  readonly #parts: readonly Animation[];

  constructor(stage: HTMLElement, calm: boolean, ended: () => void) {
    const animate = (part: Part, frames: Keyframe[]) => {
      const animation = stage.querySelector(`[data-part="${part}"]`)?.animate(frames, { duration: minute * 1_000, fill: 'both' });
      animation?.pause();
      return animation ? [animation] : [];
    };
    const frames = calm ? still : moving;
    this.#parts = [
      ...animate('one', frames('one')),
      ...animate('other', frames('other')),
      ...animate('glow', frames('glow')),
      ...(calm ? animate('drawing', fades) : []),
    ];
    this.#parts[0]?.addEventListener('finish', ended);
  }

  /** The share that has been played, 0 to 1. */
  get share(): number {
    return Number(this.#parts[0]?.currentTime ?? 0) / (minute * 1_000);
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
