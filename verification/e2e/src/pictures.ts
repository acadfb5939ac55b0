import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

const width = 320;
const height = 240;
const frames = 45;

/** The average colour of a person's picture, by which the other side's browser recognises it. */
export const colours = { red: [190, 60, 50], blue: [50, 80, 200] } as const;
export type Colour = keyof typeof colours;
/** What a fake camera shows: a coloured picture, or a red one between green walls, which lie outside of a portrait window. */
export type CameraPicture = Colour | 'walled';

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
  const isWalled = picture === 'walled';
  const colour = colours[isWalled ? 'red' : picture];
  const drawn = await page.evaluate(draw, { width, height, frames, colour, isWalled });
  await browser.close();
  await writeFile(`${path}.new`, Buffer.concat(drawn.map((frame) => Buffer.from(frame, 'base64'))));
  await rename(`${path}.new`, path);
  return path;
}

/** Runs in the page: draws a simple face that nods and blinks in front of a coloured wall. */
function draw(picture: {
  width: number;
  height: number;
  frames: number;
  colour: readonly [number, number, number];
  isWalled: boolean;
}): string[] {
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const [r, g, b] = picture.colour;
  return Array.from({ length: picture.frames }, (_, i) => {
    const turn = (2 * Math.PI * i) / picture.frames;
    const x = picture.width / 2 + 14 * Math.sin(turn);
    const y = picture.height / 2 + 6 * Math.cos(2 * turn);
    pen.fillStyle = `rgb(${r} ${g} ${b})`;
    pen.fillRect(0, 0, picture.width, picture.height);
    if (picture.isWalled) {
      const wall = (picture.width - 0.75 * picture.height) / 2;
      pen.fillStyle = 'rgb(0 230 0)';
      pen.fillRect(0, 0, wall, picture.height);
      pen.fillRect(picture.width - wall, 0, wall, picture.height);
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
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] as string;
  });
}
