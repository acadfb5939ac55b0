import { expect, test } from 'vitest';
import { datesOf, paragraphsOf, surveyOf } from './space-text.ts';

const evening = { startTimeMillSec: Date.UTC(2026, 10, 22, 19), endTimeMillSec: Date.UTC(2026, 10, 22, 19, 15) };

test('the time of a gathering is written in the language of the page, and in the zone of the reader', () => {
  expect(datesOf(evening, 'de', 'Europe/Berlin')).toMatch(/^Sonntag, 22\. November 2026.* 20:00.20:15\sUhr$/);
  expect(datesOf(evening, 'en', 'Asia/Tokyo')).toMatch(/^Monday, November 23, 2026.* 4:00.{1,3}4:15\sAM$/);
});

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
