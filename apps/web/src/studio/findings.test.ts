import { newDraft } from '@unspoken/contract/drafts';
import { shippedDurations } from '@unspoken/contract/durations';
import type { Script } from '@unspoken/contract/scripts';
import { expect, test } from 'vitest';
import { documentOf, type EditorDocument, moveItem, scriptIn } from './document.ts';
import { findingsIn } from './findings.ts';

const both = (time: number, words: string) => ({ time, user1Instruction: { en: words }, user2Instruction: { en: words } });
const good: Script = {
  ...newDraft({ name: 'Breath', language: 'en' }),
  description: { en: 'Breathe together.' },
  introTextInstructions: [both(0, 'Breathe in.')],
  textInstructions: [both(0, 'Look.'), both(8_000, 'Smile.')],
};
const inDocument = (document: EditorDocument) => findingsIn(document.items, scriptIn(document), new Map(), shippedDurations);
const findings = (script: Script) => inDocument(documentOf(script));

test('a complete script has none; a new draft says what is missing', () => {
  expect(findings(good)).toEqual([]);
  const rules = findings(newDraft({ name: 'Breath', language: 'en' })).map(({ rule, place }) => [rule, place]);
  expect(rules).toEqual([
    ['SCR-4', 'user1Instruction'],
    ['SCR-4', 'user2Instruction'],
    ['SCR-6', 'description'],
  ]);
});

test('a finding names its item and the person, also after the item was sorted elsewhere', () => {
  const document = documentOf(good);
  const last = document.items.at(-1)?.id as string;
  const early = inDocument(moveItem(document, last, 3_000, false));
  expect(early).toMatchObject([
    { rule: 'SCR-5', item: last, seat: 0 },
    { rule: 'SCR-5', item: last, seat: 1 },
  ]);
  const long = findings({ ...good, textInstructions: [{ ...both(0, 'Look.'), user2Instruction: { en: 'x'.repeat(76) } }] });
  expect(long).toMatchObject([{ rule: 'SCR-5', language: 'en', item: 'item-2', seat: 1 }]);
});

test('a microphone that stays on too long leads to the change that switched it on', () => {
  const script: Script = { ...good, userAudioChanges: [{ time: 20_000, user1Audio: 'off', user2Audio: 'on' }] };
  const opened = documentOf(script).items.find(({ kind }) => kind === 'microphone')?.id;
  expect(findings(script)).toMatchObject([{ rule: 'SCR-3', item: opened, seat: 1 }]);
});
