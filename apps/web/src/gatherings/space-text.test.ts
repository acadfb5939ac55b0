import { expect, test } from 'vitest';
import { paragraphsOf, surveyOf } from './space-text.ts';

test('empty lines separate the paragraphs of a welcome statement; single line breaks stay within one', () => {
  expect(paragraphsOf('Welcome.\nSit down.\n\n \n\nStay.\n')).toEqual(['Welcome.\nSit down.', 'Stay.\n']);
  expect(paragraphsOf(' \n\n ')).toEqual([]);
});

test('a survey is a path of this site or an address with https, and nothing else', () => {
  expect(surveyOf('/survey/g1/yes?a=b')).toBe('/survey/g1/yes?a=b');
  expect(surveyOf('https://example.org/a')).toBe('https://example.org/a');
  for (const url of [null, '', '//example.org', '/\\example.org', 'http://example.org', 'javascript:alert(1)', 'https://'])
    expect(surveyOf(url), String(url)).toBeUndefined();
});
