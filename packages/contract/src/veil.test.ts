import { describe, expect, test } from 'vitest';
import type { Position } from './rooms.ts';
import { dropped, isDown, lifted, merged, type VeilState, veilState } from './veil.ts';

const of = (n: number, by: Position, ...who: Position[]): VeilState =>
  who.reduce((veil, each) => lifted(veil, each), { n, by, lifted: [false, false] } as VeilState);

describe('[SIDE-73] a veil', () => {
  test('is down until both have lifted it, and down for both when it is dropped again', () => {
    expect(isDown(undefined)).toBe(false);
    const first = dropped(undefined, 2);
    expect(first).toEqual({ n: 1, by: 2, lifted: [false, false] });
    expect([isDown(first), isDown(lifted(first, 1)), isDown(lifted(first, 2)), isDown(lifted(lifted(first, 2), 1))]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(dropped(lifted(first, 1), 1)).toEqual({ n: 2, by: 1, lifted: [false, false] });
  });

  test('is the same whatever the order in which two copies are heard of, and however often', () => {
    const copies = [1, 2].flatMap((n) => [of(n, 1), of(n, 1, 1), of(n, 1, 2), of(n, 1, 1, 2)]);
    for (const one of copies)
      for (const other of copies) {
        const both = merged(one, other);
        expect(merged(other, one)).toEqual(both);
        expect(merged(both, one)).toEqual(both);
        expect(merged(both, other)).toEqual(both);
        for (const third of copies) expect(merged(merged(one, other), third)).toEqual(merged(one, merged(other, third)));
      }
    expect(merged(undefined, of(1, 2))).toEqual(of(1, 2));
  });

  test('is nothing else on the wire', () => {
    for (const wrong of [
      { n: 0, by: 1, lifted: [false, false] },
      { n: 1, by: 3, lifted: [false, false] },
      { n: 1, by: 1, lifted: [false] },
      { n: 1, by: 1, lifted: [false, false, true] },
      { n: 1.5, by: 1, lifted: [false, false] },
      { by: 1, lifted: [false, false] },
      {},
    ])
      expect(veilState.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    expect(veilState.safeParse({ n: 1, by: 2, lifted: [true, false] }).success).toBe(true);
  });
});
