import { expect, test } from 'vitest';
import { captionAt, cues, minute } from './cues.ts';
import { poseAt, stills } from './poses.ts';

/** The distance between the edges of the two circles, in diameters; negative while they overlap. */
const gap = (at: number): number => {
  const { one, other } = poseAt(at);
  return Math.hypot(other.x - one.x, other.y - one.y) - (one.scale + other.scale) / 2;
};
const seconds = (from: number, to: number) => Array.from({ length: (to - from) * 10 + 1 }, (_, index) => from + index / 10);

test('[WEB-92] two circles apart come near, look without touching, overlap for thanks, and part', () => {
  expect(gap(0)).toBeGreaterThan(1.5);
  for (const at of seconds(13, 50)) {
    expect(gap(at), `gap at ${at} s`).toBeGreaterThan(0);
    expect(gap(at), `gap at ${at} s`).toBeLessThan(0.7);
  }
  for (const at of seconds(53, 56)) expect(gap(at), `gap at ${at} s`).toBeLessThan(-0.3);
  expect(gap(minute)).toBeGreaterThan(1);
});

test('[WEB-92] nothing jerks, and nothing leaves the picture', () => {
  for (const at of seconds(0, minute - 1)) {
    const [now, next] = [poseAt(at), poseAt(at + 0.1)];
    for (const who of ['one', 'other'] as const) {
      expect(Math.hypot(next[who].x - now[who].x, next[who].y - now[who].y), `${who} at ${at} s`).toBeLessThan(0.06);
      // The picture is 1 / 0.22 diameters wide.
      expect(Math.abs(now[who].x) + now[who].scale / 2).toBeLessThan(1 / 0.22 / 2);
    }
  }
});

test('[WEB-92] from the middle on the two breathe as one', () => {
  for (const at of seconds(38, 50)) {
    const { one, other } = poseAt(at);
    expect(Math.abs(one.scale - other.scale), `at ${at} s`).toBeLessThan(0.001);
  }
  expect(Math.max(...seconds(7.5, 20).map((at) => Math.abs(poseAt(at).one.scale - poseAt(at).other.scale)))).toBeGreaterThan(
    0.05,
  );
});

test('[WEB-92] each caption has its time and a still of its own', () => {
  expect(cues.map(({ at }) => captionAt(at / minute))).toEqual(cues.map(({ caption }) => caption));
  expect(captionAt(3.9 / minute)).toBe('one');
  expect(captionAt(1)).toBe('nine');
  expect(stills.map(({ from }) => from)).toEqual(cues.map(({ at }) => at));
  const poses = stills.map(({ pose }) => JSON.stringify(pose));
  expect(new Set(poses).size).toBe(cues.length);
});
