import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

const width = 320;
const height = 240;

/** The average colour of a person's picture, by which the other side's browser recognises it. */
export const colours = { red: [190, 60, 50], blue: [50, 80, 200] } as const;
export type Colour = keyof typeof colours;
/**
 * What a fake camera shows: a coloured picture; a red one between green walls, which lie outside of a portrait window; nothing; one picture
 * for ever; or a film of eight seconds, again and again.
 */
export type CameraPicture = Colour | 'walled' | 'black' | 'still' | 'loop';

/**
 * A moving picture for a browser's fake camera, drawn frame by frame in a browser: Chromium accepts concatenated JPEGs as a
 * capture file. Created once and cached.
 */
export async function pictureFile(launch: () => Promise<Browser>, picture: CameraPicture): Promise<string> {
  const folder = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'pictures');
  const path = join(folder, `${picture}.mjpeg`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const browser = await launch();
  const page = await browser.newPage();
  const drawn = await page.evaluate(draw, { width, height, picture, colour: colours[picture === 'blue' ? 'blue' : 'red'] });
  await browser.close();
  await writeFile(`${path}.new`, Buffer.concat(drawn.map((frame) => Buffer.from(frame, 'base64'))));
  await rename(`${path}.new`, path);
  return path;
}

/** Runs in the page: draws a simple face that nods and blinks in front of a coloured wall. */
function draw({
  width,
  height,
  picture,
  colour,
}: {
  width: number;
  height: number;
  picture: CameraPicture;
  colour: readonly [number, number, number];
}): string[] {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const frames = { still: 1, loop: 240 }[picture as string] ?? 45;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const [r, g, b] = colour;
  return Array.from({ length: frames }, (_, i) => {
    const turn = (2 * Math.PI * i) / frames;
    const wide =
      picture === 'loop' ? 40 * Math.sin(turn) + 24 * Math.sin(2 * turn + 1) + 20 * Math.sin(5 * turn) : 14 * Math.sin(turn);
    const x = width / 2 + wide;
    const y = height / 2 + 6 * Math.cos(2 * turn);
    pen.fillStyle = `rgb(${r} ${g} ${b})`;
    pen.fillRect(0, 0, width, height);
    if (picture === 'walled') {
      const wall = (width - 0.75 * height) / 2;
      pen.fillStyle = 'rgb(0 230 0)';
      pen.fillRect(0, 0, wall, height);
      pen.fillRect(width - wall, 0, wall, height);
    }
    pen.fillStyle = `rgb(${r + 40} ${g + 30} ${b + 30})`;
    pen.beginPath();
    pen.ellipse(x, y + 110, 80, 60, 0, 0, 2 * Math.PI);
    pen.ellipse(x, y, 44, 56, 0, 0, 2 * Math.PI);
    pen.fill();
    pen.fillStyle = `rgb(${r >> 1} ${g >> 1} ${b >> 1})`;
    const open = i % 30 < 27 ? 5 : 1;
    pen.beginPath();
    pen.ellipse(x - 16, y - 8, 5, open, 0, 0, 2 * Math.PI);
    pen.ellipse(x + 16, y - 8, 5, open, 0, 0, 2 * Math.PI);
    pen.fill();
    if (picture === 'black') {
      pen.fillStyle = 'black';
      pen.fillRect(0, 0, width, height);
    }
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] as string;
  });
}
