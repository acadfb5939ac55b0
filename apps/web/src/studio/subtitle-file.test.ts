import { expect, test } from 'vitest';
import { readSubtitles } from './subtitle-file.ts';

test('WebVTT: with and without hours, names, settings, notes and styles', () => {
  const file = `WEBVTT - Voice

NOTE nobody reads this

STYLE
::cue { color: red }

first
00:01.000 --> 00:04.049 line:0 align:start
<v Marta>Let your <b>shoulders</b> sink &amp; rest.

1:00:04.050 --> 1:00:09.000
Look at the eyes
in front of you.
`;
  expect(readSubtitles(file)).toEqual([
    { from: 1_000, to: 4_000, text: 'Let your shoulders sink & rest.' },
    { from: 3_604_100, to: 3_609_000, text: 'Look at the eyes\nin front of you.' },
  ]);
});

test('SubRip, as Windows writes it', () => {
  expect(
    readSubtitles('1\r\n00:00:00,000 --> 00:00:02,500\r\nBreathe.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nRest.'),
  ).toEqual([
    { from: 0, to: 2_500, text: 'Breathe.' },
    { from: 3_000, to: 4_000, text: 'Rest.' },
  ]);
});

test.each(['', 'WEBVTT', 'Dear Marta,\n\nhere is the text.', '00:01 --> 00:02\nno thousandths', '00:01.000 --> 00:02.000\n \n'])(
  'nothing is found in %j',
  (text) => expect(readSubtitles(text)).toEqual([]),
);
