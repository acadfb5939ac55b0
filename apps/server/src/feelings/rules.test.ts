import { randomInt } from 'node:crypto';
import { type Change, changes, dieFaces, fewestAnswers, randomised } from '@unspoken/contract/feelings';
import { expect, test } from 'vitest';
import { type Answers, effectOf, published, type WeekOfAnswers, weekOf } from './rules.ts';

const seed = randomInt(2 ** 32);

/** A linear congruential generator modulo 2^64 (D. Knuth, MMIX), of which the upper bits are used. */
function generator(from: number): () => number {
  let state = BigInt(from);
  return () => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(state >> 32n) / 2 ** 32;
  };
}

type Shares = Readonly<Record<Change, number>>;

/** The answers of `n` people, of whom these shares feel worse, the same and better. */
function answersOf(n: number, { worse, same }: Shares, next: () => number): Answers {
  const answers = { worse: 0, same: 0, better: 0 };
  for (let i = 0; i < n; i++) {
    const drawn = next();
    const truth: Change = drawn < worse ? 'worse' : drawn < worse + same ? 'same' : 'better';
    answers[randomised(truth, () => 1 + Math.floor(next() * dieFaces))]++;
  }
  return answers;
}

const worlds: readonly (readonly [n: number, shares: Shares])[] = [
  [50, { worse: 0.1, same: 0.3, better: 0.6 }],
  [50, { worse: 0, same: 0, better: 1 }],
  [200, { worse: 0.2, same: 0.4, better: 0.4 }],
  [200, { worse: 0, same: 1, better: 0 }],
  [1_000, { worse: 0.5, same: 0.2, better: 0.3 }],
];

test.each(worlds)(
  '[FEEL-5] of %i people with the shares %o the estimates are right on average, and the interval contains the effect in 92 to 98 of 100 cases',
  { timeout: 60_000 },
  (n, shares) => {
    const next = generator(seed);
    const truth = shares.better - shares.worse;
    const runs = 3_000;
    const all = Array.from({ length: runs }, () => effectOf(answersOf(n, shares, next)));
    const covered = all.filter(({ low, high }) => low <= truth && truth <= high).length / runs;
    expect(covered, `seed ${seed}`).toBeGreaterThan(0.92);
    expect(covered, `seed ${seed}`).toBeLessThan(0.98);
    for (const change of changes) {
      const mean = all.reduce((sum, each) => sum + each[change], 0) / runs;
      // The standard error of one observed share is at most 1/2 sqrt(n), that of an estimate twice as much; five of those of the mean.
      expect(Math.abs(mean - shares[change]), `seed ${seed}`).toBeLessThan(5 / Math.sqrt(n * runs));
    }
  },
);

test('[FEEL-5] the estimates follow from the observed shares, and are cut off nowhere', () => {
  expect(effectOf({ worse: 20, same: 20, better: 80 })).toEqual({
    answers: 120,
    worse: expect.closeTo(0),
    same: expect.closeTo(0),
    better: expect.closeTo(1),
    net: expect.closeTo(1),
    // 1.96 * 2 * sqrt((100/120 - (60/120)^2) / 120)
    low: expect.closeTo(1 - 0.2733, 4),
    high: expect.closeTo(1 + 0.2733, 4),
  });
  expect(effectOf({ worse: 0, same: 0, better: 60 })).toMatchObject({
    better: expect.closeTo(5 / 3),
    worse: expect.closeTo(-1 / 3),
  });
});

test('[FEEL-6] a week begins on Monday at midnight in UTC', () => {
  expect(weekOf(Date.UTC(2026, 10, 22, 23, 59, 59, 999))).toBe('2026-11-16');
  expect(weekOf(Date.UTC(2026, 10, 23))).toBe('2026-11-23');
  expect(weekOf(Date.UTC(2026, 10, 29, 12))).toBe('2026-11-23');
  expect([weekOf(0), weekOf(Date.UTC(2027, 0, 1))]).toEqual(['1969-12-29', '2026-12-28']);
});

const weeks = (...counts: [week: string, n: number][]): WeekOfAnswers[] =>
  counts.map(([week, n]) => ({ week, worse: 1, same: 2, better: n - 3 }));

test('[FEEL-6] 49 answers are not published, and 50 are', () => {
  expect(fewestAnswers).toBe(50);
  expect(published([], '2026-11-23')).toBeUndefined();
  expect(published(weeks(['2026-11-16', 49]), '2026-11-23')).toBeUndefined();
  expect(published(weeks(['2026-11-16', 50]), '2026-11-23')).toEqual({
    answers: { worse: 1, same: 2, better: 47 },
    until: '2026-11-22',
  });
});

test('[FEEL-6] the answers of a week are not published before it is over', () => {
  expect(published(weeks(['2026-11-16', 500]), '2026-11-16')).toBeUndefined();
  expect(published(weeks(['2026-11-16', 60], ['2026-11-23', 500]), '2026-11-23')).toMatchObject({ until: '2026-11-22' });
});

test('[FEEL-6] answers are added to what is published at least 50 at once, and nothing that was published changes', () => {
  const next = generator(seed);
  for (let run = 0; run < 200; run++) {
    const all = Array.from({ length: 30 }, (_, i) => {
      const answers = answersOf(Math.floor(next() * 40), { worse: 0.2, same: 0.3, better: 0.5 }, next);
      return { ...answers, week: weekOf(Date.UTC(2026, 0, 5 + 7 * i)) };
    });
    const numbers = all.map(({ week }) => {
      const { worse = 0, same = 0, better = 0 } = published(all, week)?.answers ?? {};
      return worse + same + better;
    });
    for (const [i, n] of numbers.entries()) {
      const more = n - (numbers[i - 1] ?? 0);
      expect(more === 0 || more >= fewestAnswers, `seed ${seed}: ${more} more`).toBe(true);
    }
    const ever = all.reduce((sum, { worse, same, better }) => sum + worse + same + better, 0);
    const last = published(all, '2027-01-04')?.answers ?? { worse: 0, same: 0, better: 0 };
    expect(ever - last.worse - last.same - last.better, `seed ${seed}`).toBeLessThan(fewestAnswers + 40);
  }
});
