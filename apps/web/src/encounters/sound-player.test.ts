import { expect, test } from 'vitest';
import { SoundPlayer } from './sound-player.ts';

/** An audio context whose clock the test advances, and a source that records what is asked of it. */
function bed(duration = 60) {
  const log: string[] = [];
  const context = {
    currentTime: 100,
    createBufferSource: () => ({
      playbackRate: { value: 1 },
      connect: () => {},
      disconnect: () => {},
      start: (time: number, offset: number) => log.push(`start at ${time.toFixed(3)} from ${offset.toFixed(3)}`),
      stop: () => log.push('stop'),
      set buffer(_: unknown) {},
    }),
  };
  const sources: { playbackRate: { value: number } }[] = [];
  const create = context.createBufferSource;
  context.createBufferSource = () => {
    const source = create();
    sources.push(source);
    return source;
  };
  // The context's time 0 is heard at this instant of the page, ms.
  const clock = { zero: 0, timeOf: (instant: number) => (instant - clock.zero) / 1_000 };
  const player = (startsAt: number) =>
    new SoundPlayer({ context, clock, output: {} } as never, { duration } as AudioBuffer, startsAt);
  return { log, context, clock, player, rate: () => sources.at(-1)?.playbackRate.value };
}

test('a file is scheduled for its instant', () => {
  const { log, player } = bed();
  player(101_500);
  expect(log).toEqual(['start at 101.500 from 0.000']);
});

test('a file whose instant has passed is entered at its offset', () => {
  const { log, player } = bed();
  player(70_000);
  expect(log).toEqual(['start at 100.050 from 30.050']);
});

test('a file that is over is not played', () => {
  const { log, player } = bed(20);
  player(70_000);
  expect(log).toEqual([]);
});

test('[SIDE-50] a small deviation is corrected by at most 0.2 % of the rate, and not at all below three milliseconds', () => {
  const { log, context, clock, player, rate } = bed();
  const one = player(100_100);
  context.currentTime = 110;
  one.correct();
  expect(rate()).toBe(1);
  clock.zero = 2;
  one.correct();
  expect(rate()).toBe(1);
  clock.zero = 10;
  one.correct();
  expect(rate()).toBeCloseTo(1.001, 5);
  context.currentTime = 120;
  one.correct();
  // Ten seconds at 0.1 % have made up for ten milliseconds.
  expect(rate()).toBe(1);
  clock.zero = -100;
  one.correct();
  expect(rate()).toBe(0.998);
  expect(log).toHaveLength(1);
});

test('[SIDE-50] a file that is far off is entered again', () => {
  const { log, context, clock, player } = bed();
  const one = player(100_100);
  context.currentTime = 110;
  clock.zero = -1_000;
  one.correct();
  expect(log.slice(1)).toEqual(['stop', 'start at 110.050 from 8.950']);
});

test('[SIDE-50] a start that has moved before it was due is scheduled again', () => {
  const { log, player } = bed();
  const one = player(105_000);
  one.correct(105_002);
  expect(log).toHaveLength(1);
  one.correct(105_040);
  expect(log.slice(1)).toEqual(['stop', 'start at 105.040 from 0.000']);
});

test('[SIDE-50] a start that has moved just before it is due is left, and corrected once it plays', () => {
  const { log, context, player, rate } = bed();
  const one = player(105_000);
  context.currentTime = 104.949;
  one.correct(105_040);
  expect(log.splice(0)).toEqual(['start at 105.000 from 0.000', 'stop', 'start at 105.040 from 0.000']);
  context.currentTime = 104.99;
  one.correct(105_000);
  expect(log).toEqual([]);
  context.currentTime = 115.04;
  one.correct();
  expect(rate()).toBe(1.002);
  one.correct(104_000);
  expect(log).toEqual(['stop', 'start at 115.090 from 11.090']);
});

test('[SIDE-50] a start that has moved by much just before it is due is scheduled again', () => {
  const { log, context, player } = bed();
  const one = player(105_000);
  context.currentTime = 104.99;
  one.correct(104_700);
  expect(log.slice(1)).toEqual(['stop', 'start at 105.040 from 0.340']);
});
