import { newDraft, scriptOf } from '@unspoken/contract/drafts';
import { draftSchema, type Script } from '@unspoken/contract/scripts';
import { expect, test } from 'vitest';
import {
  addItem,
  changeFrame,
  chooseLanguage,
  copyToSecond,
  documentOf,
  type EditorDocument,
  moveItem,
  removeItem,
  scriptIn,
  switchMicrophone,
  writeItem,
} from './document.ts';

const text = (time: number, first: string | null, second: string | null = null) => ({
  ...{ time, user1Instruction: first === null ? null : { en: first } },
  user2Instruction: second === null ? null : { en: second },
});
const written: Script = {
  ...newDraft({ name: 'Breath', language: 'en' }),
  introTextInstructions: [text(0, 'one', 'two'), text(6_000, 'three')],
  textInstructions: [text(0, 'four'), text(10_000, null, 'five')],
  userAudioChanges: [
    { time: 5_000, user1Audio: 'on', user2Audio: 'off', user1Message: { en: 'Speak.' } },
    { time: 30_000, user1Audio: 'off', user2Audio: 'off' },
  ],
};
const times = ({ items }: EditorDocument) => items.map(({ id, time }) => [id, time]);

test('a script is the same after it was opened for editing', () => {
  expect(scriptIn(documentOf(written)).script).toEqual(written);
  expect(draftSchema.safeParse(scriptIn(documentOf(written)).script).success).toBe(true);
});

test('items are ordered by phase and time, and each place leads to its item', () => {
  const document = documentOf(written);
  expect(document.items.map(({ phase, time, kind }) => [phase, time, kind])).toEqual([
    ['intro', 0, 'text'],
    ['intro', 6_000, 'text'],
    ['connection', 0, 'text'],
    ['connection', 5_000, 'microphone'],
    ['connection', 10_000, 'text'],
    ['connection', 30_000, 'microphone'],
  ]);
  const { itemAt } = scriptIn(document);
  const place = (name: string) => document.items.find(({ id }) => id === itemAt.get(name));
  expect(place('textInstructions.1')).toMatchObject({ time: 10_000, words: [null, { en: 'five' }] });
  expect(place('userAudioChanges.0')).toMatchObject({ time: 5_000 });
  expect(itemAt.get('textInstructions.2')).toBeUndefined();
});

test('an item moves alone, or with all later ones of its phase; its identity stays when it is sorted elsewhere', () => {
  const document = documentOf(written);
  const [, second, , microphones] = document.items.map(({ id }) => id) as [string, string, string, string];
  expect(
    times(moveItem(document, microphones, 12_000, false))
      .slice(3)
      .map(([, time]) => time),
  ).toEqual([10_000, 12_000, 30_000]);
  expect(times(moveItem(document, microphones, 12_000, false)).at(4)).toEqual([microphones, 12_000]);
  expect(times(moveItem(document, microphones, 6_000, true)).map(([, time]) => time)).toEqual([
    0, 6_000, 0, 6_000, 11_000, 31_000,
  ]);
  // What stands at the same instant is not later.
  const beside = moveItem(document, microphones, 10_000, false);
  expect(times(moveItem(beside, microphones, 11_000, true)).map(([, time]) => time)).toEqual([
    0, 6_000, 0, 10_000, 11_000, 31_000,
  ]);
  // Not before the beginning, and nothing of another phase follows.
  expect(times(moveItem(document, second, -1, true)).map(([, time]) => time)).toEqual([0, 0, 0, 5_000, 10_000, 30_000]);
  expect(moveItem(document, second, 6_000, true)).toBe(document);
  expect(moveItem(document, 'item-99', 1_000, true)).toBe(document);
});

test('a text that is emptied is nothing; other languages stay', () => {
  const document = documentOf(written);
  const id = document.items[0]?.id as string;
  const words = (changed: EditorDocument) => changed.items[0]?.kind === 'text' && changed.items[0].words;
  const translated = writeItem(document, id, 0, 'fr', 'un');
  expect(words(translated)).toEqual([{ en: 'one', fr: 'un' }, { en: 'two' }]);
  expect(words(writeItem(translated, id, 0, 'en', ''))).toEqual([{ fr: 'un' }, { en: 'two' }]);
  expect(words(writeItem(document, id, 1, 'en', ''))).toEqual([{ en: 'one' }, null]);
  expect(words(copyToSecond(translated, id))).toEqual([
    { en: 'one', fr: 'un' },
    { en: 'one', fr: 'un' },
  ]);
});

test('a message that nobody has written is left out of the script', () => {
  const document = documentOf(written);
  const id = document.items[3]?.id as string;
  const changed = writeItem(switchMicrophone(document, id, 1, true), id, 0, 'en', '');
  expect(scriptIn(changed).script.userAudioChanges[0]).toEqual({ time: 5_000, user1Audio: 'on', user2Audio: 'on' });
});

test('an added item stands behind the last one of its kind and phase, and has an id of its own also after undoing', () => {
  const document = documentOf(written);
  const { next } = document;
  const added = addItem(document, 'text', 'intro');
  expect(added.items[2]).toMatchObject({ id: `item-${next}`, time: 11_000, words: [null, null] });
  expect(addItem(documentOf(newDraft({ name: 'x', language: 'en' })), 'text', 'connection').items[0]).toMatchObject({ time: 0 });
  // Both microphones were off last, so they are switched on.
  expect(addItem(document, 'microphone', 'connection').items.at(-1)).toMatchObject({ time: 35_000, isOn: [true, true] });
  const first = addItem(documentOf(newDraft({ name: 'x', language: 'en' })), 'microphone', 'connection');
  expect(first.items[0]).toMatchObject({ isOn: [true, true] });
  expect(
    addItem(changeFrame(removeItem(first, 'item-1'), { userAudioFromStart: true }), 'microphone', 'connection').items[0],
  ).toMatchObject({ id: 'item-2', isOn: [false, false] });
});

test('a language is taken away with everything written in it, except the language of the draft', () => {
  const id = documentOf(written).items[0]?.id as string;
  let document = chooseLanguage(documentOf(written), 'fr', true);
  document = writeItem(document, id, 0, 'fr', 'un');
  document = changeFrame(document, { name: { ...document.frame.name, fr: 'Souffle' } });
  const only = chooseLanguage(writeItem(document, id, 1, 'en', ''), 'fr', false);
  expect(only.frame.languages).toEqual(['en']);
  expect(JSON.stringify(scriptIn(only).script)).not.toContain('"fr"');
  // A text that was written in that language only is nothing.
  const lonely = chooseLanguage(writeItem(document, id, 0, 'en', ''), 'fr', false);
  expect(scriptIn(lonely).script.introTextInstructions[0]?.user1Instruction).toBeNull();
  expect(chooseLanguage(document, 'en', false)).toBe(document);
  expect(chooseLanguage(document, 'fr', true)).toBe(document);
  expect(scriptOf(scriptIn(document).script).languages).toEqual(['en', 'fr']);
});
