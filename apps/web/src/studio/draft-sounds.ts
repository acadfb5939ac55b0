import type { Language } from '@unspoken/contract/languages';
import type { Cue, ScriptSound } from '@unspoken/contract/scripts';
import { changeFrame, type EditorDocument, withText } from './document.ts';

/** The sounds of a draft: one for each phase, spoken in a file for each language, or without words in one file for all of them. */

export const soundOf = { intro: 'introAudio', connection: 'mainAudio', after: 'afterConnectionAudio' } as const;
export type SoundName = (typeof soundOf)[keyof typeof soundOf];

const changed = (
  document: EditorDocument,
  name: SoundName,
  change: (sound: ScriptSound) => ScriptSound | undefined,
): EditorDocument => {
  const sound = document.frame[name];
  return sound ? changeFrame(document, { [name]: change(sound) }) : document;
};

/** A sound without words has a description instead of subtitles. */
export const isWordless = (sound: ScriptSound): boolean => sound.description !== undefined;

/** The language whose file is heard: a sound without words has one, kept under the language of the script. */
export const heardIn = (sound: ScriptSound, language: Language, sourceLanguage: Language): Language =>
  isWordless(sound) ? sourceLanguage : language;

export const addSound = (document: EditorDocument, name: SoundName, spoken: boolean): EditorDocument =>
  changeFrame(document, { [name]: { start: 0, files: {}, ...(!spoken && { description: {} }) } });

export const removeSound = (document: EditorDocument, name: SoundName): EditorDocument =>
  changed(document, name, () => undefined);

export const startSound = (document: EditorDocument, name: SoundName, start: number): EditorDocument =>
  changed(document, name, (sound) => ({ ...sound, start: Math.max(0, start) }));

/** Another file; its subtitles stay, because a new recording of the same words needs them again. Without one they go as well. */
export const chooseFile = (
  document: EditorDocument,
  name: SoundName,
  language: Language,
  media: string | undefined,
): EditorDocument =>
  changed(document, name, (sound) => {
    const { [language]: file, ...others } = sound.files;
    return { ...sound, files: media === undefined ? others : { ...others, [language]: { cues: [], ...file, media } } };
  });

export const describeSound = (document: EditorDocument, name: SoundName, language: Language, text: string): EditorDocument =>
  changed(document, name, (sound) => ({ ...sound, description: withText(sound.description ?? {}, language, text) }));

const inOrder = (cues: readonly Cue[]): Cue[] => cues.toSorted((one, other) => one.from - other.from);

/** Replaces the subtitles of the video in a language; a video that does not speak has none in any. */
export function writeVideoCues(
  document: EditorDocument,
  language: Language,
  change: (cues: readonly Cue[]) => readonly Cue[],
): EditorDocument {
  const { video } = document.frame;
  if (!video) return document;
  const { captions: { [language]: before = [], ...others } = {}, ...rest } = video;
  const cues = inOrder(change(before));
  const captions = cues.length > 0 ? { ...others, [language]: cues } : others;
  return changeFrame(document, { video: { ...rest, ...(Object.keys(captions).length > 0 && { captions }) } });
}

/** Replaces the subtitles of a file, which are kept in the order of their beginning. */
export const writeCues = (
  document: EditorDocument,
  name: SoundName,
  language: Language,
  change: (cues: readonly Cue[]) => readonly Cue[],
): EditorDocument =>
  changed(document, name, (sound) => {
    const file = sound.files[language];
    if (!file) return sound;
    return { ...sound, files: { ...sound.files, [language]: { ...file, cues: inOrder(change(file.cues)) } } };
  });
