import { proven } from '@unspoken/contract/script-bed';
import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import texts from '../../locales/en/studio.json' with { type: 'json' };
import { changesBetween } from '../console/script-changes.ts';
import { placeWords, valueWords } from './change-words.ts';

const i18n = createInstance();
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { studio: texts } }, defaultNS: 'studio' }));
const words = (place: string) => placeWords(i18n.t as never, place, proven);
const value = (place: string, written: string) => valueWords(i18n.t as never, place, written);

test('a place is named as in the editor', () => {
  expect(words('name.de')).toBe('Name · Deutsch');
  expect(words('textInstructions.0.time')).toBe('Together 0:35 · Time');
  expect(words('textInstructions.0.user2Instruction.de')).toBe('Together 0:35 · Person 2 · Deutsch');
  expect(words('textInstructions.299.user1Instruction.en')).toBe('Together #300 · Person 1 · English');
  expect(words('userAudioChanges.0.user1Audio')).toMatch(/^Together \d:\d\d · Microphone 1$/);
  expect(words('mainAudio.start')).toBe('Sound together · Begins at');
  expect(words('mainAudio.files.en.media')).toBe('Sound together · a file · English');
  expect(words('mainAudio.files.en.cues.2.to')).toBe('Sound together · Caption 3 until · English');
  expect(words('mainAudio.description.fr')).toBe('Sound together · what is heard · Français');
  expect(words('video.captions.en.0.text')).toBe('Video · Words of caption 1 · English');
});

test('what stands at a place is written for people', () => {
  expect(value('textInstructions.0.time', '35500')).toBe('0:35.5');
  expect(value('connectionDuration', '600000')).toBe('10:00');
  expect(value('mainAudio.files.en.cues.2.to', '1500')).toBe('0:01.5');
  expect(value('sourceLanguage', 'de')).toBe('Deutsch');
  expect(value('userAudioChanges.0.user1Audio', 'off')).toBe('off');
  expect(value('backgroundImage', 'a'.repeat(32))).toBe('a file');
  expect(value('name.en', 'off')).toBe('off');
  expect(value('textInstructions.0.user1Instruction.en', 'true')).toBe('true');
});

test('no place of a script is left as a code', () => {
  const codes = changesBetween(undefined, proven).map(({ place }) => [place, words(place)]);
  expect(codes.filter(([place, named]) => named === place || /\b[a-z]+[A-Z]/.test(named ?? ''))).toEqual([]);
});
