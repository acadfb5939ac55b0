import type { Language } from './languages.ts';
import { type PageDurations, pageDurations } from './page-durations.ts';
import type { Position } from './rooms.ts';
import { audioWindows } from './script-time.ts';
import { audioMessageShown, type Cue, inLanguage, instructionShown, type PerLanguage, type Script } from './scripts.ts';

/**
 * The rules that a script must satisfy before it is stored as a version. Server, chart, simulation and studio share them. Source:
 * requirements/studio 5.
 */

export const scriptRules = ['SCR-1', 'SCR-2', 'SCR-3', 'SCR-4', 'SCR-5', 'SCR-6', 'SCR-7', 'SCR-8', 'SCR-9', 'SCR-10'] as const;
export type ScriptRule = (typeof scriptRules)[number];

/** A break of a rule, with the place in the script (`textInstructions.3.user1Instruction`) and the language, where there is one. */
export interface ScriptFinding {
  readonly rule: ScriptRule;
  readonly place: string;
  readonly language?: Language;
}

/** What is known of a file. Duration in ms; undefined for a picture. */
export interface ProvenFile {
  readonly isReady: boolean;
  readonly isOwn: boolean;
  readonly duration: number | undefined;
  readonly kind: 'sound' | 'image' | 'video';
}

/** Least and most of each duration, ms. Source: requirements/experiences 7.1. */
export const scriptLimitsBy = ({ leastIntro, leastConnection, leastAfter }: LeastDurations) =>
  ({
    introDuration: [leastIntro, 120_000],
    connectionDuration: [leastConnection, 1_200_000],
    afterConnectionDuration: [leastAfter, 60_000],
  }) as const;
type LeastDurations = Pick<PageDurations, 'leastIntro' | 'leastConnection' | 'leastAfter'>;
export const scriptLimits = scriptLimitsBy(pageDurations);

/** A file is decoded whole before it is played. Source: requirements/experiences 9.3. */
export const longestSound = 720_000;
const leastWindow = 5_000;
const silenceAtEnd = 1_000;
const addressedWithin = 20_000;
const textLimit = 75;
const textDistance = 5_000;
const cueLines = 2;
const cueLine = 42;
const cueSpeed = 17;

/** How many findings are reported: an author mends them one by one. */
export const mostFindings = 300;

type Report = (rule: ScriptRule, place: string, language?: Language) => void;

/**
 * The findings of a script; none for one that may be stored. `files` are the media that it names. It ends with the first `mostFindings`, so
 * that a script in which everything is wrong takes no longer than one that is right.
 */
export function proveScript(
  script: Script,
  files: ReadonlyMap<string, ProvenFile>,
  limits: typeof scriptLimits = scriptLimits,
): readonly ScriptFinding[] {
  const findings: ScriptFinding[] = [];
  const report: Report = (rule, place, language) => {
    if (findings.length === mostFindings) throw new Enough();
    findings.push({ rule, place, ...(language && { language }) });
  };
  try {
    proveDurations(script, limits, report);
    proveTexts(script, report);
    proveSounds(script, files, report);
    proveMicrophones(script, report);
    proveAddressing(script, report);
    proveLanguages(script, report);
    proveWords(script, report);
    provePictures(script, files, report);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return findings;
}

/** Thrown by a proof that has found as much as it reports. */
class Enough extends Error {}

/** Whether a text has more than `limit` code points, which are counted only where its length leaves that open. */
const isLonger = (text: string, limit: number): boolean =>
  text.length > limit && (text.length > 2 * limit || [...text].length > limit);

/** SCR-9. */
function proveDurations(script: Script, limits: typeof scriptLimits, report: Report): void {
  for (const name of ['introDuration', 'connectionDuration', 'afterConnectionDuration'] as const) {
    const [least, most] = limits[name];
    if (script[name] < least || script[name] > most) report('SCR-9', name);
  }
}

const sides = ['user1Instruction', 'user2Instruction'] as const;

/** SCR-1 and SCR-5: every text lies in its phase with the time it is shown, can be read, and leaves time for the one before. */
function proveTexts(script: Script, report: Report): void {
  const lists = [
    ['introTextInstructions', script.introDuration],
    ['textInstructions', script.connectionDuration],
  ] as const;
  for (const [list, duration] of lists) {
    const before: Partial<Record<(typeof sides)[number], number>> = {};
    for (const [i, item] of script[list].entries()) {
      if (item.time + instructionShown > duration) report('SCR-1', `${list}.${i}`);
      for (const side of sides) {
        const texts = item[side];
        if (texts === null) continue;
        if (item.time < (before[side] ?? Number.NEGATIVE_INFINITY) + textDistance) report('SCR-5', `${list}.${i}.${side}`);
        before[side] = item.time;
        for (const [language, text] of entriesOf(texts))
          if (isLonger(text, textLimit)) report('SCR-5', `${list}.${i}.${side}`, language);
      }
    }
  }
}

const soundPhases = [
  ['introAudio', 'introDuration'],
  ['mainAudio', 'connectionDuration'],
  ['afterConnectionAudio', 'afterConnectionDuration'],
] as const;

/** SCR-2, SCR-7 and SCR-10: every file ends within its phase, has subtitles that can be read, and is the author's own. */
function proveSounds(script: Script, files: ReadonlyMap<string, ProvenFile>, report: Report): void {
  for (const [name, phase] of soundPhases) {
    const sound = script[name];
    if (!sound) continue;
    for (const [language, { media, cues }] of entriesOf(sound.files)) {
      const file = files.get(media);
      if (!file?.isReady || !file.isOwn || file.kind !== 'sound' || file.duration === undefined) {
        report('SCR-10', name, language);
        continue;
      }
      if (file.duration > longestSound || sound.start + file.duration > script[phase]) report('SCR-2', name, language);
      if (cues.length === 0 && sound.description === undefined) report('SCR-7', name, language);
      proveCues(cues, file.duration, (i) => report('SCR-7', `${name}.cues.${i}`, language));
    }
  }
}

function proveCues(cues: readonly Cue[], duration: number, report: (i: number) => void): void {
  let before = 0;
  for (const [i, { from, to, text }] of cues.entries()) {
    const lines = text.split('\n');
    const length = [...text.replaceAll('\n', '')].length;
    const fits = lines.length <= cueLines && lines.every((line) => [...line].length <= cueLine);
    if (from < before || to <= from || to > duration || !fits || length > (cueSpeed * (to - from)) / 1_000) report(i);
    before = to;
  }
}

/** SCR-1 and SCR-3: changes are strictly ordered, every window lasts at least 5 s, and both microphones are off for the last second. */
function proveMicrophones(script: Script, report: Report): void {
  const { userAudioChanges, connectionDuration } = script;
  let before = -1;
  for (const [i, { time, ...change }] of userAudioChanges.entries()) {
    for (const message of ['user1Message', 'user2Message'] as const)
      for (const [language, text] of entriesOf(change[message] ?? {}))
        if (isLonger(text, textLimit)) report('SCR-5', `userAudioChanges.${i}.${message}`, language);
    if (time <= before) report('SCR-3', `userAudioChanges.${i}`);
    if (time + audioMessageShown > connectionDuration) report('SCR-1', `userAudioChanges.${i}`);
    before = time;
  }
  for (const position of [1, 2] as const)
    for (const { from, to } of audioWindows(script, position))
      if (to - from < leastWindow || to > connectionDuration - silenceAtEnd) report('SCR-3', `user${position}Audio.${from}`);
}

/** SCR-4: within 20 s of the start of the intro each side reads a text or hears words. */
function proveAddressing(script: Script, report: Report): void {
  const phases = [
    [0, script.introTextInstructions, script.introAudio],
    [script.introDuration, script.textInstructions, script.mainAudio],
  ] as const;
  for (const position of [1, 2] as const) {
    const side = sides[position - 1] as (typeof sides)[number];
    for (const language of script.languages) {
      const first = phases.flatMap(([start, texts, sound]) => [
        ...texts.filter((item) => item[side] !== null).map(({ time }) => start + time),
        ...((sound && inLanguage(sound.files, language, script)?.cues.map(({ from }) => start + sound.start + from)) || []),
      ]);
      if (Math.min(...first) > addressedWithin) report('SCR-4', side, language);
    }
  }
}

/** SCR-6: every text exists in each declared language, and in no other. */
function proveLanguages(script: Script, report: Report): void {
  if (!script.languages.includes(script.sourceLanguage)) report('SCR-6', 'sourceLanguage');
  for (const [place, values, isShared] of localised(script))
    for (const language of script.languages)
      if (values[language] === undefined && !(isShared && language !== script.sourceLanguage)) report('SCR-6', place, language);
  for (const [place, values] of localised(script))
    for (const [language] of entriesOf(values)) if (!script.languages.includes(language)) report('SCR-6', place, language);
}

/** Everything of a script that is keyed by language. A sound without words may have one file for all of them. */
function* localised(
  script: Script,
): Generator<readonly [place: string, values: Readonly<PerLanguage<unknown>>, isShared?: boolean]> {
  yield ['name', script.name];
  yield ['description', script.description];
  if (script.video) yield ['video.title', script.video.title];
  if (script.video?.captions) yield ['video.captions', script.video.captions];
  for (const [name] of soundPhases) {
    const sound = script[name];
    if (!sound) continue;
    yield [name, sound.files, Object.values(sound.files).every(({ cues }) => cues.length === 0)];
    if (sound.description) yield [`${name}.description`, sound.description];
  }
  for (const list of ['introTextInstructions', 'textInstructions'] as const)
    for (const [i, item] of script[list].entries())
      for (const side of sides) if (item[side] !== null) yield [`${list}.${i}.${side}`, item[side]];
  for (const [i, change] of script.userAudioChanges.entries())
    for (const message of ['user1Message', 'user2Message'] as const) {
      const texts = change[message];
      if (texts) yield [`userAudioChanges.${i}.${message}`, texts];
    }
}

/** What every contact detail contains: most texts contain none of it, and are read once. */
const suspicious = /[@:.\d]/;
/**
 * Contact details that lead off the platform: addresses, links, telephone numbers. Each pattern begins where a word begins, so that a long
 * word is read once and not from each of its letters.
 */
const contactDetails =
  /@|:\/\/|\bwww\.|(?<![\p{L}\d-])[\p{L}\d-]+\.\p{L}{2,24}\/|(?<![\p{L}\d-])[\p{L}\d-]{2,}(?:\.[\p{L}\d-]{2,})*\.[a-z]{2,24}(?![\p{L}\d])|(?<!\d)\+?\d{2,}(?:[\s()./-]*\d{2,}){2,}|\d{6,}/iu;

const leadsElsewhere = (text: string): boolean => suspicious.test(text) && contactDetails.test(text);

/** SCR-8: nothing that is shown leads elsewhere. */
function proveWords(script: Script, report: Report): void {
  for (const [place, values] of localised(script))
    for (const [language, value] of entriesOf(values)) {
      const texts = typeof value === 'string' ? [value] : cuesOf(value).map(({ text }) => text);
      if (texts.some(leadsElsewhere)) report('SCR-8', place, language);
    }
}

/** The subtitles of a sound or a video. */
const cuesOf = (value: unknown): readonly { text: string }[] =>
  Array.isArray(value) ? value : ((value as { cues?: readonly { text: string }[] }).cues ?? []);

/** SCR-10 for the picture of the card and for a video of our own, and SCR-7 for what is said in it. */
function provePictures(script: Script, files: ReadonlyMap<string, ProvenFile>, report: Report): void {
  const named = [
    ['backgroundImage', 'image', script.backgroundImage],
    ['video', 'video', ownVideo(script)],
  ] as const;
  for (const [place, kind, id] of named) {
    if (id === undefined) continue;
    const file = files.get(id);
    if (!file?.isReady || !file.isOwn || file.kind !== kind) report('SCR-10', place);
  }
  const duration = files.get(ownVideo(script) ?? '')?.duration;
  if (duration === undefined) return;
  for (const [language, cues] of entriesOf(script.video?.captions ?? {}))
    proveCues(cues, duration, (i) => report('SCR-7', `video.cues.${i}`, language));
}

/** The file of a video that is not an address elsewhere. */
const ownVideo = ({ video }: Script): string | undefined => (video?.url.startsWith('https:') ? undefined : video?.url);

const entriesOf = <Value>(values: Readonly<PerLanguage<Value>>): readonly (readonly [Language, Value])[] =>
  Object.entries(values) as [Language, Value][];

/** The media that a script names, each once. */
export const mediaOf = (script: Script): ReadonlySet<string> =>
  new Set(
    [
      script.backgroundImage,
      ownVideo(script),
      ...soundPhases.flatMap(([name]) => Object.values(script[name]?.files ?? {}).map(({ media }) => media)),
    ].filter((id) => id !== undefined),
  );

/** Whether the script ever opens this side's microphone. Source: requirements/experiences 10. */
export const speaks = (script: Script, position: Position): boolean => audioWindows(script, position).length > 0;
