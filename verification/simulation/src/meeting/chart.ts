import { type ArrangementName, arrangementNames, type RatesName, type Share, sizes, trial } from './study.ts';

/** The shares of one size, by arrangement and rates. */
export type Shares = (daily: number, arrangement: ArrangementName, rates: RatesName) => Share;

/** `perCent` is the length of one, `figures` where the numbers stand. */
const [width, left, perCent, figures, row, group] = [720, 110, 5, 540, 34, 40];
/** Each has enough contrast on a light and on a dark page. */
const [full, half, text, axis] = ['#b3543a', '#4f7a86', '#8a7a6f', '#a8978a'];

const label = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="13" fill="${text}"${more && ` ${more}`}>${words}</text>`;
const bar = (y: number, height: number, share: number, colour: string): string =>
  `<rect x="${left}" y="${y}" width="${Math.max(1, share * perCent).toFixed(1)}" height="${height}" rx="2" fill="${colour}"/>`;

function bars(y: number, name: ArrangementName, shares: readonly [Share, Share], inTrial: number): string[] {
  const [whole, halved] = shares;
  const at = (left + inTrial * perCent).toFixed(1);
  return [
    label(left - 10, y + 16, name, 'text-anchor="end"'),
    bar(y, 15, whole.mean, full),
    bar(y + 16, 8, halved.mean, half),
    `<path d="M${at} ${y - 3} V${y + 18}" stroke="${text}" stroke-width="3"/>`,
    label(figures, y + 13, `${whole.mean.toFixed(0)} %`, 'font-weight="bold" text-anchor="end"'),
    label(figures + 12, y + 13, `trial ${inTrial} %, halved ${halved.mean.toFixed(0)} %`),
  ];
}

function legend(y: number): string[] {
  const entries = [
    [left, `<rect x="${left}" y="${y - 12}" width="15" height="15" rx="2" fill="${full}"/>`, 'the rates of the toy trial'],
    [left + 210, `<rect x="${left + 210}" y="${y - 8}" width="15" height="8" rx="2" fill="${half}"/>`, 'half of them'],
    [left + 345, `<path d="M${left + 352} ${y - 15} V${y + 5}" stroke="${text}" stroke-width="3"/>`, 'share in the toy trial'],
  ] as const;
  return entries.flatMap(([x, sign, words]) => [sign, label(x + 22, y, words)]);
}

/** How many visitors meet somebody, as an SVG for light and dark pages. */
export function chartOf(shares: Shares): string {
  const title = 'Share of visitors who meet somebody, by visitors a day';
  const parts = [label(8, 24, title, 'font-weight="bold"'), ...legend(50)];
  let y = 84;
  for (const daily of sizes) {
    parts.push(label(8, y, `${daily} a day`, 'font-weight="bold"'));
    const top = y + 8;
    for (const [i, name] of arrangementNames.entries()) {
      const both = [shares(daily, name, 'trial'), shares(daily, name, 'halved')] as const;
      parts.push(...bars(top + 6 + i * row, name, both, trial[daily]?.[name] ?? 0));
    }
    y = top + arrangementNames.length * row;
    parts.push(`<path d="M${left} ${top} V${y}" stroke="${axis}"/>`);
    y += group;
  }
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y - 20}" role="img">`;
  return `${[open, `<title>${title}</title>`, ...parts, '</svg>'].join('\n')}\n`;
}
