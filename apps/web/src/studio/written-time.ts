import { timeStep } from '@unspoken/contract/scripts';

/** A time or duration (ms) as it is written: `1:05`, `1:05.5`. */
export function writtenTime(ms: number): string {
  const tenths = Math.round(ms / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  const seconds = String(Math.floor(rest / 10)).padStart(2, '0');
  return rest % 10 === 0 ? `${minutes}:${seconds}` : `${minutes}:${seconds}.${rest % 10}`;
}

/** The time (ms, in whole steps) that somebody has written: minutes and seconds, or seconds alone; undefined if it is none. */
export function readTime(written: string): number | undefined {
  const [, minutes, seconds] = /^\s*(?:(\d{1,3})\s*:)?\s*(\d{1,4}(?:[.,]\d+)?)\s*$/.exec(written) ?? [];
  if (seconds === undefined) return undefined;
  const inSeconds = Number(seconds.replace(',', '.'));
  if (minutes !== undefined && inSeconds >= 60) return undefined;
  return Math.round((Number(minutes ?? 0) * 60_000 + inSeconds * 1_000) / timeStep) * timeStep;
}
