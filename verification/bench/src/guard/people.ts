import type { SeededRandom } from '../../../simulation/src/seeded-random.ts';

/** The size of a drawn picture, px: twice that of what the guard sees. */
export const drawn = { width: 64, height: 48 } as const;
/** How long a film is, ms: the minute. */
export const filmLength = 60_000;

/** The brightness, 0 to 255, of a drawn picture at an instant, ms. */
export type Scene = (at: number) => Float32Array;

export interface Bearing {
  /** How far the head wanders, as a share of the picture's width. */
  readonly movement: number;
  /** A movement to and fro: its period, ms, and how far it goes, as the movement. */
  readonly rocking?: { readonly period: number; readonly far: number };
  /** The size of the head: 1 in a whole picture, more in a portrait window. */
  readonly size?: number;
}

/** A way that wanders around 0 without haste, one value for every 50 ms; its standard deviation is 1. */
function wandering(random: SeededRandom, slowness: number): (at: number) => number {
  const keep = Math.exp(-50 / slowness);
  const values: number[] = [];
  let [value, goal] = [0, 0];
  for (let at = 0; at <= filmLength + 1_000; at += 50) {
    goal = keep * goal + Math.sqrt(1 - keep * keep) * (random.next() + random.next() + random.next() - 1.5) * 2;
    value += (goal - value) * 0.25;
    values.push(value);
  }
  return (at) => {
    const place = at / 50;
    const [before, after] = [values[Math.floor(place)] ?? 0, values[Math.ceil(place)] ?? 0];
    return before + (after - before) * (place % 1);
  };
}

/** The phase of a person's rhythm, in turns: no two periods take the same time. */
function rhythm(random: SeededRandom, period: number): (at: number) => number {
  const begins = [0];
  while ((begins.at(-1) as number) < filmLength + 2 * period)
    begins.push((begins.at(-1) as number) + period * random.between(0.95, 1.05));
  return (at) => {
    const after = begins.findIndex((begin) => begin > at);
    const [from, to] = [begins[after - 1] as number, begins[after] as number];
    return (at - from) / (to - from);
  };
}

/** A room behind a person: shelves, a window or a lamp, each with edges that stay. */
function roomOf(random: SeededRandom): Float32Array {
  const { width, height } = drawn;
  const [level, slope] = [random.between(60, 150), random.between(-0.8, 0.8)];
  const room = Float32Array.from({ length: width * height }, (_, i) => level + slope * ((i % width) - width / 2));
  for (let thing = 0; thing < 6; thing++) {
    const [left, top, wide, high] = [
      random.between(0, width),
      random.between(0, height),
      random.between(4, 22),
      random.between(3, 20),
    ];
    const change = random.between(-50, 60);
    for (let y = Math.floor(top); y < Math.min(height, top + high); y++)
      for (let x = Math.floor(left); x < Math.min(width, left + wide); x++)
        room[y * width + x] = (room[y * width + x] as number) + change;
  }
  return room;
}

/** Somebody in a room: they breathe, blink, look elsewhere, and move as they do. Heads are ellipses; no face is drawn that could be recognised. */
export function person(random: SeededRandom, { movement, rocking, size = 1 }: Bearing): Scene {
  const { width, height } = drawn;
  const room = roomOf(random);
  const [skin, hair, cloth] = [random.between(50, 210), random.between(20, 190), random.between(30, 200)];
  const [toSide, up, posture] = [wandering(random, 2_500), wandering(random, 3_500), wandering(random, 15_000)];
  const [breath, rock] = [rhythm(random, random.between(3_000, 5_500)), rhythm(random, rocking?.period ?? 4_000)];
  const gaze = wandering(random, 1_500);
  const blinks: number[] = [];
  for (let at = random.around(3_500); at < filmLength; at += 300 + random.around(3_500)) blinks.push(at);
  return (at) => {
    const sway = rocking ? rocking.far * Math.sin(2 * Math.PI * rock(at)) : 0;
    const x0 = width / 2 + width * (movement * (toSide(at) + 0.7 * posture(at)) + sway);
    const lift = 0.4 * Math.sin(2 * Math.PI * breath(at));
    const y0 = height * 0.45 + height * movement * 0.6 * up(at) + 0.4 * lift;
    const isBlinking = blinks.some((blink) => at >= blink && at < blink + 160);
    const [wide, high] = [9 * size, 12 * size];
    const picture = Float32Array.from(room);
    // Edges are soft by a pixel, so that small movements show.
    const paint = (cx: number, cy: number, rx: number, ry: number, value: (x: number) => number) => {
      for (let y = Math.max(0, Math.floor(cy - ry - 1)); y < Math.min(height, cy + ry + 1); y++)
        for (let x = Math.max(0, Math.floor(cx - rx - 1)); x < Math.min(width, cx + rx + 1); x++) {
          const [i, far] = [y * width + x, Math.sqrt(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2)];
          const share = Math.min(1, Math.max(0, (1 - far) * Math.min(rx, ry) + 0.5));
          picture[i] = (picture[i] as number) * (1 - share) + value(x) * share;
        }
    };
    paint(x0, y0 + 2.2 * high + lift, 2 * wide, 1.25 * high, (x) => cloth + 10 * Math.sin(x / 3));
    paint(x0, y0 - 0.25 * high, 1.1 * wide, high, () => hair);
    paint(x0, y0, wide * 0.88, high * 0.9, (x) => skin + 1.2 * (x - x0));
    for (const side of [-1, 1])
      paint(
        x0 + side * 0.4 * wide + 0.3 * gaze(at),
        y0 - 0.15 * high,
        1.7 * size,
        isBlinking ? 0.4 : 1.1 * size,
        () => 0.4 * skin,
      );
    paint(x0, y0 + 0.45 * high, 3 * size, 0.9 * size, () => 0.65 * skin);
    return picture;
  };
}
