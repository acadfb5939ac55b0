import { type ArrangementName, type Result, type Share, shareOf, sizes } from './study.ts';
import { daysAfter } from './town.ts';
import { type WithoutName, withoutRules } from './without.ts';

interface Line {
  readonly daily: number;
  readonly arrangement: ArrangementName;
  /** With the rates of the trial, and with half of them. */
  readonly whole: readonly Result[];
  readonly halved: readonly Result[];
  readonly inTrial: number;
}

/** Source: requirements/waits 1.7. */
const leastOfTrial = 0.9;

const row = (cells: readonly string[]): string => cells.map((cell, i) => (i < 2 ? cell.padEnd(12) : cell.padStart(22))).join('');
const written = ({ mean, least, greatest }: Share): string =>
  `${mean.toFixed(1)} (${least.toFixed(1)} to ${greatest.toFixed(1)})`;

export const heading = row([
  'visitors',
  'by',
  'trial %',
  'met %',
  'of the trial',
  'met %, halved',
  'calls a day',
  'met at rendezvous',
]);

/** One line of the table. */
export function lineOf({ daily, arrangement, whole, halved, inTrial }: Line): string {
  const share = shareOf(whole);
  const missed = share.mean < leastOfTrial * inTrial ? ' <' : '';
  const sum = (of: (result: Result) => number) => whole.reduce((total, each) => total + of(each), 0);
  const calls = sum(({ figures, days }) => figures.calls / daysOf(days)) / whole.length;
  const came = sum(({ figures }) => figures.came);
  const metThere = came === 0 ? '' : `${((100 * sum(({ figures }) => figures.cameAndMet)) / came).toFixed(0)} %`;
  return row([
    ...[`${daily} a day`, arrangement, `${inTrial}`, written(share)],
    ...[`${((100 * share.mean) / inTrial).toFixed(0)} %${missed}`, written(shareOf(halved)), calls.toFixed(1), metThere],
  ]);
}

const daysOf = ({ before, counted }: Result['days']): number => before + counted + daysAfter;

/** What single rules of the bell cost. */
export const linesWithout = (of: (daily: number, without: WithoutName) => readonly Result[]): string[] => [
  '\nthe bell alone, without these of its rules',
  ...sizes.flatMap((daily) =>
    (Object.keys(withoutRules) as WithoutName[]).map((name) => row([`${daily} a day`, name, written(shareOf(of(daily, name)))])),
  ),
];
