import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isPictureSize } from './detector.ts';
import { Guard } from './guard.ts';
import { isDue, sampleSize } from './sample.ts';

const black = new Uint8Array(sampleSize.width * sampleSize.height);

test('[WEB-244] of frames that come faster, one in 200 ms is looked at by all but the cadence', () => {
  const guard = new Guard();
  let found: string | undefined;
  let at = 0;
  for (; found === undefined && at < 20_000; at += 40) found = guard.look({ at, frame: at / 40, picture: black });
  expect([found, at]).toEqual(['nothing', 5_040]);
});

test('[WEB-244] five frames a second are looked at, and all in the first three of every fifteen seconds', () => {
  const due = (at: number, last: number) => isDue(1_000 + at, { began: 1_000, last: 1_000 + last });
  expect([due(0, -1), due(2_999, 2_990), due(3_000, 2_990), due(3_170, 2_990)]).toEqual([true, true, false, true]);
  expect([due(3_169, 2_990), due(14_999, 14_990), due(15_000, 14_990)]).toEqual([false, false, true]);
});

test('[WEB-243] a detector may want pictures of 1 to 320 px on each side', () => {
  const sizes = [
    [1, 320],
    [0, 100],
    [321, 100],
    [100, 321],
    [1.5, 100],
    [Number.NaN, 100],
  ] as const;
  expect(sizes.map(([width, height]) => isPictureSize({ width, height }))).toEqual([true, false, false, false, false, false]);
});

test('[WEB-242] no file of the guard can send, store or log anything', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  expect(files.length).toBeGreaterThan(10);
  const ways =
    /\b(fetch|XMLHttpRequest|WebSocket|WebTransport|EventSource|RTC\w+|sendBeacon|localStorage|sessionStorage|indexedDB|caches|cookie|console|BroadcastChannel)\b|platform\/(api|socket|tab-storage)/;
  for (const file of files)
    expect([file, ways.exec(readFileSync(join(import.meta.dirname, file), 'utf8'))?.[0]]).toEqual([file, undefined]);
});
