import { type Change, changes, type Effect, fewestAnswers, truthShare } from '@unspoken/contract/feelings';

/** How many answers there are of each kind, as they were sent: randomised. */
export type Answers = Readonly<Record<Change, number>>;

export interface WeekOfAnswers extends Answers {
  /** Its Monday, in UTC: 2026-11-23. */
  readonly week: string;
}

const day = 24 * 3_600_000;
const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The Monday of the week of an instant (epoch ms), in UTC. The first Monday of the epoch was its fifth day. */
export const weekOf = (instant: number): string => {
  const days = Math.floor(instant / day);
  return dateOf((days - ((((days - 4) % 7) + 7) % 7)) * day);
};

const sumOf = (answers: Answers): number => answers.worse + answers.same + answers.better;
const noAnswers: Answers = { worse: 0, same: 0, better: 0 };
const plus = (one: Answers, other: Answers): Answers => ({
  worse: one.worse + other.worse,
  same: one.same + other.same,
  better: one.better + other.better,
});

/**
 * The answers that may be published: of weeks before `current`, in the order of the weeks, in groups of at least `fewestAnswers`. What
 * two readings of the page differ by is therefore always that many answers, never those of a few people. Undefined while there is no
 * group.
 */
export function published(
  weeks: readonly WeekOfAnswers[],
  current: string,
): { readonly answers: Answers; readonly until: string } | undefined {
  let [answers, waiting] = [noAnswers, noAnswers];
  let until: string | undefined;
  for (const each of weeks.filter(({ week }) => week < current)) {
    waiting = plus(waiting, each);
    if (sumOf(waiting) < fewestAnswers) continue;
    [answers, waiting] = [plus(answers, waiting), noAnswers];
    until = dateOf(Date.parse(each.week) + 6 * day);
  }
  return until === undefined ? undefined : { answers, until };
}

/** The 97.5 % quantile of the normal distribution. */
const z = 1.96;

/**
 * What randomised answers say about people. With o the observed share of an answer and q = `truthShare`, o is expected to be
 * q p + (1 - q) / 3, so that p = (o - (1 - q) / 3) / q is an unbiased estimate of the true share. The net effect is p(better) - p(worse) =
 * (o(better) - o(worse)) / q; the variance of the difference of two observed shares of a multinomial sample of n is
 * (o(better) + o(worse) - (o(better) - o(worse))^2) / n, and the interval is the normal one (Wald), 1.96 standard errors to either side. It
 * takes answers as independent of each other, which those of the same person, or of the two in one room, are not quite. Nothing is cut
 * off at 0 or 1: that would bias the estimates, and is left to their display. Source: requirements/looking 7.2.
 */
export function effectOf(answers: Answers): Omit<Effect, 'until'> {
  const n = sumOf(answers);
  const observed = (change: Change) => answers[change] / n;
  const shares = changes.map((change) => [change, (observed(change) - (1 - truthShare) / changes.length) / truthShare]);
  const difference = observed('better') - observed('worse');
  const variance = (observed('better') + observed('worse') - difference ** 2) / n;
  const [net, margin] = [difference / truthShare, (z * Math.sqrt(variance)) / truthShare];
  return { answers: n, ...(Object.fromEntries(shares) as Answers), net, low: net - margin, high: net + margin };
}
