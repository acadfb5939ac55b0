import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', '..', 'docs', 'benches');

export interface Bars {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const [width, left, line] = [720, 250, 26];
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const rounded = (value: number) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

/** The two colours of the logo, and two more; each has enough contrast on a light and on a dark page. */
const colours = ['#b3543a', '#4f7a86', '#8a6d3b', '#6b5b95'];
const text = (x: number, y: number, label: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="13" fill="#7a6a5f"${more && ` ${more}`}>${escaped(label)}</text>`;

function write(name: string, title: string, height: number, parts: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">\n<title>${escaped(title)}</title>\n${parts.join('\n')}\n</svg>\n`;
  const path = join(folder, `${name}.svg`);
  writeFileSync(path, svg);
  process.stdout.write(`Drawn: docs/benches/${name}.svg\n`);
}

/** Draws groups of bars, each group on a scale of its own, into `docs/benches`. */
export function drawBars(name: string, groups: readonly Bars[]): void {
  const parts: string[] = [];
  let y = 24;
  for (const { title, bars } of groups) {
    parts.push(text(8, y, title, 'font-weight="bold"'));
    const most = Math.max(...bars.map(({ value }) => value));
    for (const [i, bar] of bars.entries()) {
      y += line;
      const long = Math.max(1, (bar.value / most) * (width - left - 90));
      parts.push(text(left - 12, y, bar.name, 'text-anchor="end"'));
      parts.push(
        `<rect x="${left}" y="${y - 14}" width="${long.toFixed(1)}" height="18" rx="3" fill="${colours[i % colours.length]}"/>`,
      );
      parts.push(text(left + long + 8, y, rounded(bar.value)));
    }
    y += line + 14;
  }
  write(name, groups.map(({ title }) => title).join('; '), y, parts);
}

/** The heights of labels, moved up until none overlaps another. */
function spreadOut(heights: readonly number[]): number[] {
  const placed = [...heights];
  let free = Number.POSITIVE_INFINITY;
  for (const i of heights.map((_, at) => at).sort((one, other) => (heights[other] ?? 0) - (heights[one] ?? 0))) {
    placed[i] = Math.min(heights[i] ?? 0, free);
    free = (placed[i] ?? 0) - 17;
  }
  return placed;
}

/** Draws curves over a logarithmic x, from 0 up, into `docs/benches`. */
export function drawCurves(
  name: string,
  { title, x, y, curves }: { title: string; x: string; y: string; curves: readonly Curve[] },
): void {
  const [top, bottom, right] = [44, 260, width - 210];
  const all = curves.flatMap(({ points }) => points);
  const [least, most] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const highest = Math.max(...all.map(([, value]) => value)) * 1.1;
  const across = (at: number) => 60 + (Math.log(at / least) / Math.log(most / least || 10)) * (right - 60);
  const up = (value: number) => bottom - (value / highest) * (bottom - top);
  const parts = [
    text(8, 22, title, 'font-weight="bold"'),
    text(8, top, y),
    `<path d="M60 ${top} V${bottom} H${right}" fill="none" stroke="#a8978a"/>`,
    ...[...new Set(all.map(([at]) => at))].map((at) =>
      text(across(at), bottom + 20, at.toLocaleString('en'), 'text-anchor="middle"'),
    ),
    text((60 + right) / 2, bottom + 42, x, 'text-anchor="middle"'),
  ];
  const labels = spreadOut(curves.map(({ points }) => up(points.at(-1)?.[1] ?? 0)));
  for (const [i, curve] of curves.entries()) {
    const colour = colours[i % colours.length] as string;
    const d = curve.points
      .map(([at, value], nth) => `${nth ? 'L' : 'M'}${across(at).toFixed(1)} ${up(value).toFixed(1)}`)
      .join(' ');
    const [lastX, lastY] = curve.points.at(-1) ?? [least, 0];
    parts.push(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
      ...curve.points.map(
        ([at, value]) => `<circle cx="${across(at).toFixed(1)}" cy="${up(value).toFixed(1)}" r="3.5" fill="${colour}"/>`,
      ),
      text(across(lastX) + 12, (labels[i] ?? 0) + 4, `${curve.name}: ${rounded(lastY)}`),
    );
  }
  write(name, title, bottom + 56, parts);
}
