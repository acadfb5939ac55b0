/**
 * Renders the bitmap pictures from the logo and its colours: the icons of the installed application and of its shortcuts, and the card of a shared
 * link. Run `node verification/e2e/src/draw-icons.ts` after either has changed, and commit the results.
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../../tools/programs.mjs';

const folder = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'public');
const [paper, one, other, line] = ['#f7f1e8', '#c8714c', '#e6b07e', '#cdb9a3'];

interface Picture {
  readonly width: number;
  readonly height: number;
  /** The share of the height that the logo takes. */
  readonly share: number;
  readonly ring?: boolean;
}

/** The logo in the middle of a square or a card. */
const drawing = ({ width, height, share, ring = false }: Picture): string => {
  const unit = (height * share) / 56;
  const ticks = Array.from({ length: 60 }, (_, n) => {
    const angle = (n / 60) * 2 * Math.PI;
    const [x, y] = [width / 2 + Math.cos(angle) * height * 0.38, height / 2 + Math.sin(angle) * height * 0.38];
    return `<circle cx="${x}" cy="${y}" r="2.5" fill="${line}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="display:block">
    <rect width="100%" height="100%" fill="${paper}"/>${ring ? ticks.join('') : ''}
    <circle cx="${width / 2 - 8 * unit}" cy="${height / 2}" r="${16 * unit}" fill="${one}"/>
    <circle cx="${width / 2 + 8 * unit}" cy="${height / 2}" r="${16 * unit}" fill="${other}" fill-opacity="0.82"/></svg>`;
};

/** The icon of a shortcut, drawn in a field of 24 × 24 in the colours of the logo. */
const shortcut = (shapes: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="192" height="192" style="display:block">
    <rect width="100%" height="100%" fill="${paper}"/>${shapes}</svg>`;

const circle = (x: number, y: number, r: number, fill = one) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" fill-opacity="0.9"/>`;

/** Six in a ring: a gathering. */
const ring = Array.from({ length: 6 }, (_, n) => {
  const angle = (n / 6) * 2 * Math.PI;
  return circle(12 + 6 * Math.cos(angle), 12 + 6 * Math.sin(angle), 2.4, n % 2 === 0 ? one : other);
}).join('');

const bell = `<path d="M12 4.5a5 5 0 0 0-5 5v3.6L5.2 16h13.6L17 13.1V9.5a5 5 0 0 0-5-5z" fill="${one}"/>
  <path d="M9.9 17.3a2.1 2.1 0 0 0 4.2 0z" fill="${other}"/>`;

const shortcuts: Readonly<Record<string, string>> = {
  'shortcut-connect.png': shortcut(circle(9.5, 12, 5) + circle(14.5, 12, 5, other)),
  'shortcut-gatherings.png': shortcut(ring),
  'shortcut-notifications.png': shortcut(bell),
};

const pictures: Readonly<Record<string, Picture>> = {
  'icon-192.png': { width: 192, height: 192, share: 0.86 },
  'icon-512.png': { width: 512, height: 512, share: 0.86 },
  // The middle 80 % stay visible, whatever shape the icon is masked to (W3C, maskable icons).
  'icon-maskable-512.png': { width: 512, height: 512, share: 0.62 },
  'apple-touch-icon.png': { width: 180, height: 180, share: 0.78 },
  'share.png': { width: 1200, height: 630, share: 0.6, ring: true },
};

const executablePath = findChromium();
if (!executablePath) throw new Error('no Chromium or Chrome is installed');
const browser = await chromium.launch({ executablePath });
async function render(name: string, svg: string, viewport: { width: number; height: number }): Promise<void> {
  const page = await browser.newPage({ viewport });
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  await page.screenshot({ path: join(folder, name) });
  await page.close();
}
for (const [name, picture] of Object.entries(pictures))
  await render(name, drawing(picture), { width: picture.width, height: picture.height });
for (const [name, svg] of Object.entries(shortcuts)) await render(name, svg, { width: 192, height: 192 });
await browser.close();
