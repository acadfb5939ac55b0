import { expect, test } from 'vitest';
import { cutAtWord } from './cut.ts';

const words = (length: number) => 'abc '.repeat(length).slice(0, length);

test('[WEB-120] a description of 120 characters stays whole, one of 121 is cut at a word', () => {
  const whole = `${words(119)}x`;
  expect(cutAtWord(whole)).toEqual({ text: whole, isCut: false });
  const { text, isCut } = cutAtWord(`${words(119)}xy`);
  expect({ text, isCut }).toEqual({ text: words(115).trimEnd(), isCut: true });
});

test('[WEB-120] a word that ends at the limit is kept, and punctuation before the cut is not', () => {
  expect(cutAtWord('one two three', 7)).toEqual({ text: 'one two', isCut: true });
  expect(cutAtWord('one two three', 6)).toEqual({ text: 'one', isCut: true });
  expect(cutAtWord('one, two', 5)).toEqual({ text: 'one', isCut: true });
});

test('[WEB-120] a word longer than the limit is cut, and never in the middle of a character', () => {
  expect(cutAtWord('abcdefgh', 4)).toEqual({ text: 'abcd', isCut: true });
  expect(cutAtWord('😀😀😀', 2)).toEqual({ text: '😀😀', isCut: true });
});
