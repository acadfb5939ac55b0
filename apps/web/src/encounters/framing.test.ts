import { expect, test } from 'vitest';
import { type Framing, FramingHelp } from './framing.ts';
import type { Pixels } from './picture-quality.ts';

const [width, height] = [48, 36];

/** A room of one brightness, with somebody of another between two columns; `by`: how far they have moved. */
function somebody(from: number, to: number, { room = 120, person = 120, by = 0 } = {}): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isPerson = x >= from && x < to;
      // A pattern that moves with the person.
      const value = isPerson ? person + ((x + by) % 4 < 2 ? 12 : -12) : room;
      data.set([value, value, value, 255], 4 * (y * width + x));
    }
  return { data, width, height };
}

/** What is said after so many ms to somebody who moves all the time. */
function saidAt(ms: number, from: number, to: number, light: { room?: number; person?: number } = {}): Framing | undefined {
  const help = new FramingHelp();
  let said: Framing | undefined;
  for (let now = 0; now <= ms; now += 500) said = help.next(somebody(from, to, { ...light, by: (now / 500) * 2 }), now);
  return said;
}

test('[WEB-231] a person is located by their movement, and guided in their own directions', () => {
  expect(saidAt(5_000, 16, 32)).toBe('good');
  // People who sit too far to their right appear on the left of the camera's picture.
  expect(saidAt(5_000, 2, 18)).toBe('moveLeft');
  expect(saidAt(5_000, 30, 46)).toBe('moveRight');
  // The limits: a centre at 0.354 and 0.375, at 0.625 and 0.646 of the width.
  expect([saidAt(5_000, 9, 25), saidAt(5_000, 10, 26), saidAt(5_000, 22, 38), saidAt(5_000, 23, 39)]).toEqual([
    ...['moveLeft', 'good', 'good', 'moveRight'],
  ]);
});

test('[WEB-231] light from behind is said, whatever the brightness of the person', () => {
  expect(saidAt(5_000, 16, 32, { room: 200, person: 60 })).toBe('backlit');
  expect(saidAt(5_000, 16, 32, { room: 200, person: 150 })).toBe('good');
  expect(saidAt(5_000, 16, 32, { room: 60, person: 40 })).toBe('good');
  expect(saidAt(5_000, 16, 32, { room: 30, person: 150 })).toBe('good');
});

test('[WEB-231] nothing is said before it has held for a while, or while nobody has moved yet', () => {
  expect([saidAt(2_500, 16, 32), saidAt(3_000, 16, 32)]).toEqual([undefined, 'good']);
  const help = new FramingHelp();
  for (let now = 0; now <= 10_000; now += 500) expect(help.next(somebody(16, 32), now)).toBeUndefined();
});

test('[WEB-231] people who hold still after moving are where they were; a change of place shows after a while', () => {
  const help = new FramingHelp();
  const said: (Framing | undefined)[] = [];
  for (let i = 0; i <= 24; i++) {
    const [from, to] = i < 10 ? [16, 32] : [30, 46];
    said.push(help.next(somebody(from, to, { by: i < 8 || i > 10 ? 2 * i : 16 }), 500 * i));
  }
  expect([said[8], said[9]]).toEqual(['good', 'good']);
  expect(said[11]).not.toBe('moveRight');
  expect(said.at(-1)).toBe('moveRight');
});
