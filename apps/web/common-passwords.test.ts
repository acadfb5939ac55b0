import { dictionary } from '@zxcvbn-ts/language-common';
import { expect, test } from 'vitest';
import { commonPasswords } from './common-passwords.ts';
import { isAmong, isOfTheProduct } from './src/forms/common-passwords.ts';

const common = new Set(commonPasswords);

test('[WEB-4] of the 10,000 most common passwords those that the form accepts are warned of, and none beyond', () => {
  const ranked = dictionary['passwords-common'];
  expect(ranked.length).toBeGreaterThan(10_000);
  const warnedOf = (list: readonly string[]) => list.filter((each) => common.has(each));
  const accepted = ranked.slice(0, 10_000).filter((each) => [...each].length >= 8);
  expect(warnedOf(ranked.slice(0, 10_000))).toEqual(accepted);
  expect(warnedOf(ranked.slice(10_000))).toEqual([]);
  expect(common.size).toBe(accepted.length);
  // They travel as one text separated by spaces, and are compared in lower case.
  expect(commonPasswords.filter((each) => /\s/.test(each) || each !== each.toLowerCase())).toEqual([]);
});

test.each([
  ['password123', true],
  ['PassWord123', true],
  ['trustno1', true],
  ['password 123', false],
  ['a long and quiet minute', false],
  ['', false],
])('[WEB-4] %j is a common password: %s', (password, is) => {
  expect(isAmong(common, password)).toBe(is);
});

test.each([
  ['unspoken', true],
  ['Unspoken2026!', true],
  ['1.minute', true],
  ['EYE-to-EYE', true],
  ['Still & Co. 7', true],
  ['unspoken words', false],
  ['12345678', false],
  ['', false],
])('[WEB-4] %j is a word of the product: %s', (password, is) => {
  expect(isOfTheProduct(password, 'Still & Co.')).toBe(is);
  // A name without letters makes no password a word of the product.
  expect(isOfTheProduct('12345678', '2026')).toBe(false);
});
