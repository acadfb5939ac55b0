import { cues, minute } from './cues.ts';

/** How the drawing of the minute looks at one moment. Distances are in diameters of a circle. */
export interface Pose {
  readonly one: CirclePose;
  readonly other: CirclePose;
  /** How bright the light between them is, 0 to 1. */
  readonly glow: number;
}

export interface CirclePose {
  /** From the middle of the drawing, to the right. */
  readonly x: number;
  /** Downwards. */
  readonly y: number;
  readonly scale: number;
  readonly opacity: number;
}

/** Values at moments (s); between two of them the way begins and ends slowly. */
type Course = readonly (readonly [at: number, value: number])[];

/** How far each circle is from the middle. At 0.25 they overlap as in the mark; at 0.5 they would touch. */
const distance: Course = [
  [0, 1.5],
  [5, 1.5],
  [12.5, 0.64],
  [17, 0.66],
  [25, 0.6],
  [33, 0.57],
  [42, 0.55],
  [50.5, 0.54],
  [53.5, 0.25],
  [56, 0.26],
  [60, 1.1],
];
const glow: Course = [
  [0, 0],
  [8, 0],
  [14, 0.45],
  [42, 0.65],
  [50.5, 0.7],
  [53.5, 1],
  [56, 0.9],
  [60, 0.2],
];

const between = (from: number, to: number, at: number): number => Math.min(Math.max((at - from) / (to - from), 0), 1);
/** From 0 to 1, without a jerk at either end. */
const ease = (share: number): number => share ** 3 * (share * (share * 6 - 15) + 10);
const rise = (from: number, to: number, at: number): number => ease(between(from, to, at));
/** Up to 1 and back to 0. */
const pulse = (from: number, to: number, at: number): number => Math.sin(Math.PI * between(from, to, at)) ** 2;
const wave = (period: number, at: number): number => Math.sin((2 * Math.PI * at) / period);

function valueAt(course: Course, at: number): number {
  const next = course.findIndex(([moment], index) => index > 0 && moment >= at);
  const [from, to] = [course[next - 1], course[next]];
  if (!from || !to) return 0;
  return from[1] + (to[1] - from[1]) * rise(from[0], to[0], at);
}

/** Seconds of one breath while they are strangers; together they breathe once in ten seconds, like the mark. */
const ownBreath = { one: 4.6, other: 6.2 } as const;
const sharedBreath = 10;
/** Breaths that each is ahead of the shared count, so that the two meet it with the smallest detour. */
const ahead = { one: 4, other: 2 } as const;

function breath(who: 'one' | 'other', at: number): number {
  const shared = rise(25, 38, at);
  const phase = (at / ownBreath[who]) * (1 - shared) + (at / sharedBreath + ahead[who]) * shared;
  return 0.045 * Math.sin(2 * Math.PI * phase);
}

/** Each comes into the light when they press Connect, and leaves it a little at the end. */
const opacity = (pressed: number, at: number): number => 0.55 + 0.45 * rise(pressed, pressed + 1.6, at) - 0.25 * rise(57, 60, at);

/** How freely they move: not before they see each other, less once they have settled, and not when they part. */
const freedom = (at: number): number => rise(10, 14, at) * (1 - 0.5 * rise(30, 40, at)) * (1 - rise(48, 51, at));

/** Where everything is at this second of the minute. */
export function poseAt(at: number): Pose {
  const away = valueAt(distance, at);
  const free = freedom(at);
  // Late in the minute they sway together, as if they were one.
  const together = 0.05 * wave(9, at - 42) * rise(40, 44, at) * (1 - rise(48, 51, at));
  const one: CirclePose = {
    x: -away + 0.03 * wave(7.3, at) * free + together - 0.16 * pulse(18, 21, at),
    y: 0.035 * wave(9.1, at) * free - 0.1 * pulse(18, 21, at) + 0.07 * pulse(22.6, 24.8, at) + 0.05 * pulse(51.6, 53.4, at),
    scale: 1 + breath('one', at) - 0.12 * pulse(4.6, 5.8, at) + 0.08 * pulse(26, 29, at),
    opacity: opacity(5.2, at),
  };
  const other: CirclePose = {
    x: away + 0.028 * wave(8.2, at + 2) * free + together + 0.05 * pulse(20, 23, at),
    y: 0.03 * wave(10.3, at + 4) * free + 0.11 * pulse(20, 23, at) + 0.05 * pulse(52.4, 54.2, at),
    scale: 1 + breath('other', at) - 0.12 * pulse(6, 7.2, at) + 0.08 * pulse(27.6, 31, at),
    opacity: opacity(6.6, at),
  };
  return { one, other, glow: valueAt(glow, at) };
}

/** One still pose for each caption, with reduced motion: the moment that shows best what the caption says. */
export const stills: readonly { readonly from: number; readonly pose: Pose }[] = [0, 7.6, 14, 19.5, 28.4, 38, 46, 54, 59].map(
  (at, index) => ({ from: cues[index]?.at ?? minute, pose: poseAt(at) }),
);
