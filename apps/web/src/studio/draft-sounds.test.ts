import { newDraft } from '@unspoken/contract/drafts';
import { expect, test } from 'vitest';
import { changeFrame, chooseLanguage, documentOf } from './document.ts';
import {
  addSound,
  chooseFile,
  describeSound,
  heardIn,
  isWordless,
  removeSound,
  startSound,
  writeCues,
  writeVideoCues,
} from './draft-sounds.ts';

const blank = documentOf(newDraft({ name: 'Bells', language: 'en' }));
const [bell, voice] = ['b'.repeat(32), 'e'.repeat(32)];
const cue = (from: number, text = 'Rest.') => ({ from, to: from + 1_000, text });

test('a voice has a file and subtitles for each language; a new recording keeps the subtitles', () => {
  let document = addSound(chooseLanguage(blank, 'de', true), 'mainAudio', true);
  document = chooseFile(document, 'mainAudio', 'en', bell);
  document = writeCues(document, 'mainAudio', 'en', () => [cue(5_000), cue(0)]);
  document = chooseFile(document, 'mainAudio', 'en', voice);
  document = startSound(document, 'mainAudio', -100);
  expect(document.frame.mainAudio).toEqual({ start: 0, files: { en: { media: voice, cues: [cue(0), cue(5_000)] } } });
  // Where there is no file nothing is heard that could be subtitled.
  expect(writeCues(document, 'mainAudio', 'de', () => [cue(0)]).frame.mainAudio).toEqual(document.frame.mainAudio);
  const german = writeCues(chooseFile(document, 'mainAudio', 'de', bell), 'mainAudio', 'de', () => [cue(0, 'Ruhe.')]);
  expect(chooseLanguage(german, 'de', false).frame.mainAudio).toEqual(document.frame.mainAudio);
  expect(chooseFile(document, 'mainAudio', 'en', undefined).frame.mainAudio?.files).toEqual({});
  expect(removeSound(document, 'mainAudio').frame.mainAudio).toBeUndefined();
});

test('a sound without words is one for all languages, and described in each', () => {
  let document = addSound(chooseLanguage(blank, 'de', true), 'introAudio', false);
  const sound = () => document.frame.introAudio as NonNullable<typeof document.frame.introAudio>;
  expect(isWordless(sound())).toBe(true);
  expect([heardIn(sound(), 'de', 'en'), heardIn({ start: 0, files: {} }, 'de', 'en')]).toEqual(['en', 'de']);
  document = describeSound(document, 'introAudio', 'de', 'Eine Glocke');
  document = describeSound(describeSound(document, 'introAudio', 'en', 'A bell'), 'introAudio', 'en', '');
  expect(sound()).toEqual({ start: 0, files: {}, description: { de: 'Eine Glocke' } });
});

test('a video has subtitles only in the languages in which it has any', () => {
  expect(writeVideoCues(blank, 'en', () => [cue(0)])).toBe(blank);
  const film = changeFrame(blank, { video: { url: voice, title: {} } });
  const both = writeVideoCues(
    writeVideoCues(film, 'en', () => [cue(3_000), cue(0)]),
    'de',
    () => [cue(0, 'Ruhe.')],
  );
  expect(both.frame.video?.captions).toEqual({ en: [cue(0), cue(3_000)], de: [cue(0, 'Ruhe.')] });
  const german = writeVideoCues(both, 'en', () => []);
  expect(german.frame.video?.captions).toEqual({ de: [cue(0, 'Ruhe.')] });
  expect(writeVideoCues(german, 'de', () => []).frame.video).toEqual({ url: voice, title: {} });
});
