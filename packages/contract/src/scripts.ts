import * as z from 'zod/mini';
import { type Language, languages } from './languages.ts';

/**
 * The script of an experience: what two people hear, read and may say, on one clock. Times are whole milliseconds in steps of 100;
 * texts and sounds are keyed by language. `script-proof.ts` says what a script must keep beyond its shape, `script-time.ts` what holds
 * at an instant of it. Source: requirements/experiences 5.
 */

/** The smallest step between two times of a script, ms. */
export const timeStep = 100;

/** How long a text instruction, and a message about the microphone, is shown, ms. Source: requirements/experiences 8. */
export const instructionShown = 5_000;
export const audioMessageShown = 4_000;

/** How long the description of a sound without words is shown, ms. */
export const descriptionShown = 5_000;

/** A type is part of a pool's name and of URLs, and never changes. `oneminute` is code, not a script. */
export const experienceTypePattern = /^[a-z0-9]{3,40}$/;
export const experienceType = z.string('invalid').check(z.regex(experienceTypePattern, 'invalid'));

/** A file of the media store: 128 bits, in hexadecimal. */
export const mediaID = z.string('invalid').check(z.regex(/^[0-9a-f]{32}$/, 'invalid'));

const storable = (value: string): boolean => value.isWellFormed() && !/\p{Cc}/u.test(value.replaceAll('\n', ''));
const time = z.int('invalid').check(z.gte(0, 'invalid'), z.multipleOf(timeStep, 'invalid'));
const length = z.int('invalid').check(z.gt(0, 'invalid'), z.multipleOf(timeStep, 'invalid'));
export const language = z.enum(languages, 'invalid');
export const perLanguage = <Value extends z.ZodMiniType>(value: Value) => z.partialRecord(language, value);
const onOrOff = z.enum(['on', 'off'], 'invalid');
const many = 300;
/** How many subtitles a file may have. */
export const mostCues = 400;

/** A script whose texts have at least so many characters. */
const shape = (least: 0 | 1) => {
  const words = (maximum: number) =>
    z.string('invalid').check(z.minLength(least, 'invalid'), z.maxLength(maximum, 'invalid'), z.refine(storable, 'invalid'));
  const singleLine = (maximum: number) => words(maximum).check(z.refine((value) => !value.includes('\n'), 'invalid'));

  /** A subtitle; `from` and `to` count from the beginning of the file, ms. */
  const cue = z.object({ from: time, to: time, text: words(200) });

  const cues = z.array(cue).check(z.maxLength(mostCues, 'invalid'));

  const soundFile = z.object({
    media: mediaID,
    /** Empty for a file without words. */
    cues,
  });

  const sound = z.object({
    /** From the start of its phase. */
    start: time,
    /** By language. One file without words serves all of them. */
    files: perLanguage(soundFile),
    /** What is heard, for a sound without words: it has no subtitles. */
    description: z.optional(perLanguage(singleLine(120))),
  });

  const instruction = z.nullable(perLanguage(singleLine(200)));
  const textInstruction = z.object({ time, user1Instruction: instruction, user2Instruction: instruction });

  const audioChange = z.object({
    time,
    user1Audio: onOrOff,
    user2Audio: onOrOff,
    /** Shown to each side; without one the interface says how the microphones stand. */
    user1Message: z.optional(perLanguage(singleLine(80))),
    user2Message: z.optional(perLanguage(singleLine(80))),
  });

  return z.object({
    /** The language it was written in: what is missing in another one falls back to it. */
    sourceLanguage: language,
    languages: z.array(language).check(
      z.minLength(1, 'invalid'),
      z.maxLength(languages.length, 'invalid'),
      z.refine((all) => new Set(all).size === all.length, 'invalid'),
    ),
    name: perLanguage(singleLine(60)),
    description: perLanguage(words(1_000)),
    backgroundColor: z.string('invalid').check(z.regex(/^#[0-9a-f]{6}$/, 'invalid')),
    backgroundImage: z.optional(mediaID),
    video: z.optional(
      z.object({
        url: singleLine(2_000).check(z.regex(/^https:\/\/[^\s]+$|^[0-9a-f]{32}$/, 'invalid')),
        title: perLanguage(singleLine(80)),
        /** What is said in it, for a video of our own that speaks. */
        captions: z.optional(perLanguage(cues)),
      }),
    ),
    introDuration: length,
    connectionDuration: length,
    afterConnectionDuration: length,
    introAudio: z.optional(sound),
    mainAudio: z.optional(sound),
    afterConnectionAudio: z.optional(sound),
    userAudioFromStart: z.boolean('invalid'),
    userAudioChanges: z.array(audioChange).check(z.maxLength(many, 'invalid')),
    introTextInstructions: z.array(textInstruction).check(z.maxLength(many, 'invalid')),
    textInstructions: z.array(textInstruction).check(z.maxLength(many, 'invalid')),
  });
};

export const scriptSchema = shape(1);
/** A script that is being written: texts may still be blank. */
export const draftSchema = shape(0);

export type Script = z.output<typeof scriptSchema>;
export type ScriptSound = NonNullable<Script['mainAudio']>;
export type Cue = NonNullable<ScriptSound['files']['en']>['cues'][number];
export type PerLanguage<Value> = Partial<Record<Language, Value>>;

/** What is written in a language, or else in the language of the script. */
export const inLanguage = <Value>(
  values: Readonly<PerLanguage<Value>>,
  language: Language,
  { sourceLanguage }: Pick<Script, 'sourceLanguage'>,
): Value | undefined => values[language] ?? values[sourceLanguage];

/** How long both people are in it, from the intro to the end of the time after, ms. */
export const totalDuration = ({
  introDuration,
  connectionDuration,
  afterConnectionDuration,
}: Pick<Script, 'introDuration' | 'connectionDuration' | 'afterConnectionDuration'>): number =>
  introDuration + connectionDuration + afterConnectionDuration;

/** The duration on a card, in minutes. Source: requirements/experiences 2.4. */
export const minutesOf = (total: number): number => Math.max(1, Math.round(total / 60_000));
