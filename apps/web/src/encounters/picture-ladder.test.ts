import { describe, expect, test } from 'vitest';
import { after, firstPlace, ladder, type Measured, type Place, pictureAt } from './picture-ladder.ts';

const unknown = { savesData: false, downlink: undefined, roundTrip: undefined };
const [full, small, smallest] = [0, 1, 2];
const calm: Measured = { available: 10_000_000, roundTrip: 0.1, lost: 0 };
const at = (rung: number): Place => ({ ...firstPlace(unknown), rung });
/** The rungs after each of these measurements. */
const through = (start: Place, measured: readonly Partial<Measured>[]): number[] => {
  let place = start;
  return measured.map((each) => {
    place = after(place, { ...calm, ...each });
    return place.rung;
  });
};
const times = <T>(n: number, each: T): T[] => Array.from({ length: n }, () => each);

test('[ENC-18] the pictures: 120 to 160 lines, 8 to 12 frames and down to 40 kbit/s where the connection is narrow', () => {
  expect(ladder.map(({ maxBitrate, maxFramerate, lines }) => [maxBitrate, maxFramerate, lines])).toEqual([
    [1_500_000, 30, undefined],
    [85_000, 12, 160],
    [40_000, 8, 120],
  ]);
  // Chromium's estimate reaches at most twice what may be sent: from less than that a larger picture is taken.
  for (const [i, { takenFrom, keptFrom }] of ladder.slice(0, -1).entries()) {
    expect(takenFrom).toBeGreaterThan(keptFrom);
    expect(takenFrom).toBeLessThan(1.87 * (ladder[i + 1]?.maxBitrate ?? 0));
  }
});

describe('[ENC-18] the first picture', () => {
  test.each([
    [unknown, full],
    [{ ...unknown, roundTrip: 0.499 }, full],
    [{ ...unknown, roundTrip: 0.5 }, smallest],
    [{ ...unknown, downlink: 100_000 }, full],
    [{ ...unknown, downlink: 99_999 }, small],
    [{ ...unknown, downlink: 70_000 }, small],
    [{ ...unknown, downlink: 69_999 }, smallest],
    [{ ...unknown, downlink: 0 }, smallest],
    [{ ...unknown, savesData: true }, small],
    [{ savesData: true, downlink: 60_000, roundTrip: undefined }, smallest],
    [{ savesData: true, downlink: 10_000_000, roundTrip: 0.6 }, smallest],
  ])('%j', (seen, rung) => expect(firstPlace(seen).rung).toBe(rung));
});

describe('[ENC-18] it shrinks', () => {
  test('at the second measurement in a row below its limit, not at it', () => {
    expect(through(at(full), times(5, { available: 100_000 }))).toEqual(times(5, full));
    expect(through(at(full), times(3, { available: 99_999 }))).toEqual([full, small, small]);
    expect(through(at(small), times(3, { available: 70_000 }))).toEqual(times(3, small));
    expect(through(at(small), times(2, { available: 69_999 }))).toEqual([small, smallest]);
    expect(through(at(full), [{ available: 90_000 }, {}, { available: 90_000 }, {}])).toEqual(times(4, full));
  });

  test('as far as it has to, and no further than there is', () => {
    expect(through(at(full), times(2, { available: 50_000 }))).toEqual([full, smallest]);
    expect(through(at(smallest), times(9, { available: 0 }))).toEqual(times(9, smallest));
  });

  test('when a queue overflows, where the estimate is not tested by what is sent', () => {
    const overflowing = [{ roundTrip: 0.2 }, ...times(2, { roundTrip: 0.45, lost: 0.05 })];
    expect(through(at(small), overflowing)).toEqual([small, small, smallest]);
    // Either alone is not enough: a long way, or losses by chance.
    expect(through(at(small), [{ roundTrip: 0.2 }, ...times(4, { roundTrip: 0.44, lost: 0.05 })])).toEqual(times(5, small));
    expect(through(at(small), [{ roundTrip: 0.2 }, ...times(4, { roundTrip: 0.45, lost: 0.049 })])).toEqual(times(5, small));
    expect(through(at(full), overflowing)).toEqual(times(3, full));
  });
});

describe('[ENC-18] it grows', () => {
  const unhurried = { available: 80_000 };
  test('rung by rung, at the sixth measurement in a row', () => {
    expect(through(at(smallest), times(12, {}))).toEqual([...times(5, smallest), ...times(6, small), full]);
    expect(through(at(smallest), [...times(5, unhurried), { available: 71_999 }, ...times(6, unhurried)])).toEqual([
      ...times(11, smallest),
      small,
    ]);
    expect(through(at(small), times(9, { available: 149_999 }))).toEqual(times(9, small));
    expect(through(at(small), times(6, { available: 150_000 })).at(-1)).toBe(full);
  });

  test('only while nothing is lost or waits', () => {
    expect(through(at(small), [{}, ...times(9, { roundTrip: 0.2 })])).toEqual(times(10, small));
    expect(through(at(small), [{}, ...times(9, { roundTrip: 0.199 })]).at(-1)).toBe(full);
    expect(through(at(small), times(9, { lost: 0.05 }))).toEqual(times(9, small));
    expect(through(at(small), times(9, { roundTrip: undefined })).at(-1)).toBe(full);
  });

  test('not again for the rest of the minute nearly, once it did not fit', () => {
    const fallen = [...times(6, {}), ...times(2, { available: 60_000 })];
    expect(through(at(smallest), [...fallen, ...times(23, {})]).slice(5)).toEqual([
      small,
      small,
      smallest,
      ...times(23, smallest),
    ]);
    expect(through(at(smallest), [...fallen, ...times(24, {})]).at(-1)).toBe(small);
  });

  test('not above what a person who saves data wants', () => {
    expect(through(firstPlace({ ...unknown, savesData: true }), times(60, {}))).toEqual(times(60, small));
  });
});

test('[SIDE-76] a soft picture has 90 lines at most, wherever it stands on the ladder', () => {
  for (const rung of [full, small, smallest]) expect(pictureAt(at(rung), true).lines).toBe(90);
  expect([full, small, smallest].map((rung) => pictureAt(at(rung), false).lines)).toEqual([undefined, 160, 120]);
  expect(pictureAt(at(small), true)).toMatchObject({ maxBitrate: 85_000, maxFramerate: 12 });
});
