import { addBell, addBreath, fadeOut, samplesOf } from './synthesis.ts';

/** A bell at an instant, ms, and how strong it is struck. */
interface Stroke {
  readonly at: number;
  readonly strength?: number;
  /** Hz; that of all bells of the catalogue if absent. */
  readonly frequency?: number;
}

/** A sound of the catalogue: its length and what is in it. Times in ms from its beginning. */
export interface Score {
  readonly name: string;
  readonly length: number;
  readonly bells?: readonly Stroke[];
  /** A tone that rises and falls again and again, over this time. */
  readonly breath?: { readonly from: number; readonly to: number };
}

/** D4, and its neighbours for the other moments. */
const ownFrequency = 293.66;
const breathing = { low: 146.83, high: 220, rise: 4_000, fall: 6_000 } as const;

const strokes = (...times: number[]): readonly Stroke[] => times.map((at) => ({ at }));
const minutes = (count: number): readonly Stroke[] =>
  Array.from({ length: count }, (_, i) => ({ at: (i + 1) * 60_000, strength: 0.6 }));

/** The times are those of the scripts in brand/experiences. */
export const scores: readonly Score[] = [
  { name: 'bell', length: 8_000, bells: strokes(0) },
  { name: 'fivequietminutes', length: 299_000, bells: [...minutes(4), ...strokes(286_000, 290_000)] },
  { name: 'breathingtogether', length: 236_000, breath: { from: 0, to: 230_000 } },
  { name: 'themirror', length: 230_000, bells: strokes(118_000, 218_000) },
  { name: 'drawingwithoutlooking', length: 226_000, bells: strokes(28_000, 198_000, 214_000) },
  { name: 'threequestions', length: 344_000, bells: strokes(0, 66_000, 132_000, 198_000, 264_000, 330_000) },
  { name: 'justlistening', length: 334_000, bells: strokes(160_000, 322_000) },
  { name: 'onethinginoticed', length: 188_000, bells: strokes(120_000, 175_000) },
  { name: 'thankyoualoud', length: 222_000, bells: strokes(28_000, 118_000, 210_000) },
];

/** What an open page plays when a member is called, brand/sounds/notification.mp3: a falling fourth, twice. */
export const notification: Score = {
  name: 'notification',
  length: 4_500,
  bells: [
    { at: 0, frequency: 587.33 },
    { at: 300, frequency: 440 },
    { at: 1_100, frequency: 587.33, strength: 0.7 },
    { at: 1_400, frequency: 440, strength: 0.7 },
  ],
};

/** The samples of a score, before they are brought to their loudness. */
export function play({ length, bells = [], breath }: Score): Float32Array {
  const sound = new Float32Array(samplesOf(length));
  for (const { at, strength = 1, frequency = ownFrequency } of bells) addBell(sound, at, { frequency, strength });
  if (breath)
    for (let at = breath.from; at + breathing.rise + breathing.fall <= breath.to; at += breathing.rise + breathing.fall)
      addBreath(sound, at, breathing);
  fadeOut(sound, 1_500);
  return sound;
}
