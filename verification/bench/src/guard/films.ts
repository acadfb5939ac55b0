import { isDue, type Kind, type Sample, sampleSize } from '../../../../apps/web/src/encounters/guard/sample.ts';
import type { SeededRandom } from '../../../simulation/src/seeded-random.ts';
import { drawn, filmLength, person, type Scene } from './people.ts';

/** A film of the bench: what a partner's picture may look like for a minute. */
export interface Film {
  readonly name: string;
  /** What the guard should ask about; undefined: nothing. */
  readonly wrong?: Kind;
  readonly samples: (random: SeededRandom) => Sample[];
}

interface Filming {
  /** Frames a second. */
  readonly rate: number;
  /** Standard deviation of a camera's noise in one pixel of what is drawn. */
  readonly noise: number;
  /** Change of brightness that the codec leaves out. */
  readonly coarse: number;
  /** Given the number of a frame and its instant, the instant that it shows. */
  readonly shows?: (frame: number, at: number) => number;
  /** Whether the noise of a frame is drawn by the instant that it shows: it belongs to the film. */
  readonly isBaked?: boolean;
}

const ordinary: Filming = { rate: 30, noise: 3, coarse: 1 };

/** Gaussian, by Box and Muller. */
const gaussian = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

/** Makes a table of noise once: drawing it for each pixel would take most of the time. */
const noiseTable = (random: SeededRandom): Float32Array => Float32Array.from({ length: 65_536 }, () => gaussian(random));

/** Films a scene: noise, the codec, and the small picture that the guard is given. */
function filmed(scene: Scene, random: SeededRandom, { rate, noise, coarse, shows, isBaked }: Filming = ordinary): Sample[] {
  const samples: Sample[] = [];
  const { width, height } = sampleSize;
  const table = noiseTable(random);
  const decoded = new Float32Array(drawn.width * drawn.height).fill(-1_000);
  const sampled: { began: number; last: number } = { began: 0, last: Number.NEGATIVE_INFINITY };
  for (let frame = 0; frame * (1_000 / rate) < filmLength; frame++) {
    const at = frame * (1_000 / rate);
    if (!isDue(at, sampled)) continue;
    sampled.last = at;
    const shown = shows ? shows(frame, at) : at;
    const raw = scene(shown);
    let place = isBaked ? (Math.round(shown) * 7_919) % table.length : Math.floor(random.next() * table.length);
    for (let i = 0; i < raw.length; i++) {
      place = (place + 1) % table.length;
      const value = Math.min(255, Math.max(0, (raw[i] as number) + noise * (table[place] as number)));
      if (Math.abs(value - (decoded[i] as number)) >= coarse) decoded[i] = value;
    }
    const picture = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [2 * (i % width), 2 * Math.floor(i / width)];
      const at = (dx: number, dy: number) => decoded[(y + dy) * drawn.width + x + dx] as number;
      return (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
    });
    samples.push({ at, frame, picture });
  }
  return samples;
}

const changed =
  (scene: Scene, change: (value: number, i: number, at: number) => number): Scene =>
  (at) =>
    scene(at).map((value, i) => change(value, i, at));
const blurred =
  (scene: Scene): Scene =>
  (at) => {
    const picture = scene(at);
    return picture.map((_, i) => {
      let [sum, count] = [0, 0];
      for (const dy of [-1, 0, 1])
        for (const dx of [-1, 0, 1]) {
          const value = picture[i + dy * drawn.width + dx];
          if (value !== undefined) [sum, count] = [sum + value, count + 1];
        }
      return sum / count;
    });
  };

const moderate = { movement: 0.02 };
const good = (name: string, samples: Film['samples']): Film => ({ name, samples });
const bad = (name: string, wrong: Kind, samples: Film['samples']): Film => ({ name, wrong, samples });

/** People in front of a camera: the guard should not ask. */
const goodFilms: readonly Film[] = [
  good('sits still', (random) => filmed(person(random, { movement: 0.004 }), random)),
  good('moves a little', (random) => filmed(person(random, moderate), random)),
  good('is lively', (random) => filmed(person(random, { movement: 0.06 }), random)),
  good('rocks', (random) =>
    filmed(person(random, { ...moderate, rocking: { period: random.between(2_200, 6_000), far: 0.08 } }), random),
  ),
  good('rocks steadily', (random) =>
    filmed(person(random, { movement: 0.004, rocking: { period: random.between(2_200, 6_000), far: 0.08 } }), random),
  ),
  good('nods faster than 2 s', (random) =>
    filmed(person(random, { movement: 0.01, rocking: { period: random.between(700, 1_900), far: 0.05 } }), random),
  ),
  good('portrait window', (random) => filmed(person(random, { ...moderate, size: 1.5 }), random)),
  good('a dark room', (random) =>
    filmed(
      changed(person(random, moderate), (value) => 8 + value * 0.12),
      random,
      { ...ordinary, noise: 5 },
    ),
  ),
  good('a dark room, still, on a narrow line', (random) =>
    filmed(
      changed(person(random, { movement: 0.004 }), (value) => 8 + value * 0.12),
      random,
      { rate: 8, noise: 2, coarse: 5 },
    ),
  ),
  good('a lamp is switched on', (random) => {
    const on = random.between(10_000, 50_000);
    const warm = Float32Array.from({ length: drawn.width * drawn.height }, (_, i) => 20 + 1.2 * (i % drawn.width));
    return filmed(
      changed(person(random, moderate), (value, i, at) => (at < on ? value * 0.3 : value * 0.8 + (warm[i] as number))),
      random,
    );
  }),
  good('a television lights the face', (random) => {
    const lights = Array.from({ length: 61 }, () => random.between(0.5, 1.2));
    return filmed(
      changed(person(random, moderate), (value, _, at) => value * (lights[Math.floor(at / 1_000)] as number)),
      random,
    );
  }),
  good('a hand-held telephone', (random) => {
    const [one, other] = [person(random, { movement: 0.08 }), random.between(3, 5)];
    return filmed((at) => {
      const picture = one(at);
      const by = Math.round(other * Math.sin(at / 400) * Math.sin(at / 3_100));
      return picture.map((_, i) => picture[i + by] ?? 0);
    }, random);
  }),
  good('narrow line: 12/s', (random) => filmed(person(random, moderate), random, { rate: 12, noise: 2, coarse: 4 })),
  good('narrow line: 8/s, sits still', (random) =>
    filmed(person(random, { movement: 0.004 }), random, { rate: 8, noise: 2, coarse: 6 }),
  ),
  good('soft pictures', (random) =>
    filmed(blurred(blurred(person(random, moderate))), random, { rate: 30, noise: 0.5, coarse: 2 }),
  ),
  good('soft pictures, sits still', (random) =>
    filmed(blurred(blurred(person(random, { movement: 0.004 }))), random, { rate: 12, noise: 0.5, coarse: 4 }),
  ),
  good('turns the camera twice', (random) => {
    const places = [person(random, moderate), person(random, moderate), person(random, moderate)];
    return filmed((at) => {
      const [which, turning] = [Math.floor(at / 20_000), (at % 20_000) / 1_500];
      const now = (places[which] as Scene)(at);
      if (turning >= 1 || which === 0) return now;
      const before = (places[which - 1] as Scene)(at);
      const gone = Math.floor(turning * drawn.width);
      return now.map((_, i) => {
        const x = (i % drawn.width) + gone;
        return x < drawn.width ? (before[i + gone] as number) : (now[i + gone - drawn.width] as number);
      });
    }, random);
  }),
  good('covers the lens for 3 s', (random) =>
    filmed(
      changed(person(random, moderate), (value, _, at) => (at > 20_000 && at < 23_000 ? 6 : value)),
      random,
    ),
  ),
];

const level =
  (value: (i: number) => number): Scene =>
  () =>
    Float32Array.from({ length: drawn.width * drawn.height }, (_, i) => value(i));

/** One period of a film that runs in a loop. */
const looped = (random: SeededRandom, movement: number, recompressed: boolean) => {
  const period = random.between(6_200, 20_000);
  const scene = person(random, { movement });
  return filmed(scene, random, {
    ...ordinary,
    ...(recompressed ? { noise: 3, coarse: 3 } : { isBaked: true }),
    shows: (_, at) => at % period,
  });
};

/** A film of 24 or 25 pictures a second, played at 30. */
const pulledDown = (random: SeededRandom, movement: number, pattern: 5 | 6) =>
  filmed(person(random, { movement }), random, {
    ...ordinary,
    coarse: 2,
    isBaked: true,
    shows: (frame) => Math.floor((frame * (pattern - 1)) / pattern) * (1_000 / (30 * (1 - 1 / pattern))),
  });

/** Pictures that are none of a person in front of a camera, and what the guard should say. */
const badFilms: readonly Film[] = [
  bad('black', 'nothing', (random) =>
    filmed(
      level(() => 16),
      random,
      { ...ordinary, noise: 0 },
    ),
  ),
  bad('a covered lens, with noise', 'nothing', (random) =>
    filmed(
      level(() => 12),
      random,
      { ...ordinary, noise: 6 },
    ),
  ),
  bad('one colour', 'nothing', (random) =>
    filmed(
      level(() => random.between(140, 141)),
      random,
    ),
  ),
  bad('a finger on the lens, lit from a side', 'nothing', (random) =>
    filmed(
      level((i) => 40 + 0.8 * (i % drawn.width)),
      random,
    ),
  ),
  bad('one picture', 'frozen', (random) =>
    filmed(person(random, moderate), random, { ...ordinary, noise: 3, isBaked: true, shows: () => 1_000 }),
  ),
  bad('one picture after 20 s', 'frozen', (random) =>
    filmed(person(random, moderate), random, { ...ordinary, isBaked: true, shows: (_, at) => Math.min(at, 20_000) }),
  ),
  bad('loop of a lively person', 'loop', (random) => looped(random, 0.06, false)),
  bad('loop of a lively person, new noise', 'loop', (random) => looped(random, 0.06, true)),
  bad('loop of a person who moves a little', 'loop', (random) => looped(random, 0.02, false)),
  bad('loop of a person who moves a little, new noise', 'loop', (random) => looped(random, 0.02, true)),
  bad('loop of a person who sits still', 'loop', (random) => looped(random, 0.004, true)),
  bad('24 pictures at 30, lively', 'cadence', (random) => pulledDown(random, 0.06, 5)),
  bad('24 pictures at 30, moves a little', 'cadence', (random) => pulledDown(random, 0.02, 5)),
  bad('25 pictures at 30, lively', 'cadence', (random) => pulledDown(random, 0.06, 6)),
  bad('cuts every 1.5 to 4 s', 'cuts', (random) => {
    const shots: { readonly from: number; readonly scene: Scene }[] = [];
    const scenes = Array.from({ length: 8 }, () => person(random, { movement: 0.03, size: random.between(0.6, 2) }));
    for (let from = 0; from < filmLength; from += random.between(1_500, 4_000)) shots.push({ from, scene: random.pick(scenes) });
    return filmed((at) => (shots.findLast(({ from }) => from <= at) as (typeof shots)[number]).scene(at), random);
  }),
];

export const films: readonly Film[] = [...goodFilms, ...badFilms];
