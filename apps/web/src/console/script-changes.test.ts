import { proven } from '@unspoken/contract/script-bed';
import { expect, test } from 'vitest';
import { changesBetween } from './script-changes.ts';

test('what differs between two scripts is named by its place', () => {
  expect(changesBetween(proven, proven)).toEqual([]);
  const [first, ...others] = proven.textInstructions;
  const { mainAudio: _, ...silent } = proven;
  const later = {
    ...silent,
    backgroundColor: '#000000',
    textInstructions: [
      { ...first, time: 36_000, user1Instruction: { en: 'You speak.' } },
      ...others,
    ] as typeof proven.textInstructions,
  };
  const changes = changesBetween(proven, later);
  expect(changes.slice(0, 4)).toEqual([
    { place: 'backgroundColor', before: '#336699', after: '#000000' },
    { place: 'textInstructions.0.time', before: '35000', after: '36000' },
    { place: 'textInstructions.0.user1Instruction.en', before: 'You will speak first.', after: 'You speak.' },
    { place: 'mainAudio.start', before: '2000', after: undefined },
  ]);
  expect(changes.find(({ place }) => place === 'textInstructions.0.user1Instruction.de')).toMatchObject({ after: undefined });
});

test('of a first version everything is new', () => {
  const changes = changesBetween(undefined, proven);
  expect(changes.length).toBeGreaterThan(40);
  expect(changes.every(({ before }) => before === undefined)).toBe(true);
  expect(changes).toContainEqual({ place: 'name.en', before: undefined, after: 'Three questions' });
});
