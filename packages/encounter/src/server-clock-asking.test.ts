import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';
import { StandingClock } from './testbed.ts';

/** A server that answers when the test says so. */
function silent() {
  const clock = new StandingClock();
  const asked: ((answer: unknown) => void)[] = [];
  const it = new ServerClock({
    clock,
    socket: {
      isConnected: () => true,
      listen: () => () => {},
      emit: (event, _payload, answered) => void (event === 'time' && answered && asked.push(answered)),
    },
  });
  /** By how much this machine's time of an instant differs from the server's. */
  const behind = () => 60_000 - it.local(60_000, 0);
  return { it, clock, asked, behind };
}

test('as many questions are asked as were wanted, a little apart', () => {
  const { it, clock, asked } = silent();
  it.synchronise(3, 100);
  expect(asked).toHaveLength(1);
  clock.advance(99);
  expect(asked).toHaveLength(1);
  clock.advance(1);
  expect(asked).toHaveLength(2);
  clock.advance(10_000);
  expect(asked).toHaveLength(3);
});

test('[ENC-5] before a common start three more are asked, within a third of a second', () => {
  const { it, clock, asked } = silent();
  it.refine();
  clock.advance(300);
  expect(asked).toHaveLength(3);
});

test('asking anew takes the place of asking, and whoever stops asks no more', () => {
  const { it, clock, asked } = silent();
  it.synchronise(3, 100);
  it.synchronise(2, 100);
  clock.advance(10_000);
  expect(asked).toHaveLength(3);
  it.synchronise(3, 100);
  it.stop();
  clock.advance(10_000);
  expect(asked).toHaveLength(4);
});

test('[ENC-5] without any answer a word of the server is taken to have been said just now', () => {
  const { it, clock } = silent();
  expect(it.local(5_000, 2_000)).toBe(clock.now() + 3_000);
});

test.each([null, undefined, {}, { now: 'soon' }])('[ENC-5] an answer that names no time is none: %j', (answer) => {
  const { it, clock, asked } = silent();
  it.synchronise(1, 0);
  asked[0]?.(answer);
  expect(it.local(5_000, 2_000)).toBe(clock.now() + 3_000);
});

test('[ENC-5] answers contradict each other where both errors, and 20 ms besides, cannot account for what they differ by', () => {
  for (const [differ, believed] of [
    [10 + 20 + 20, false],
    [10 + 20 + 20 + 1, true],
  ] as const) {
    const { it, clock, asked, behind } = silent();
    it.synchronise(1, 0);
    clock.advance(20);
    asked[0]?.({ now: clock.now() - 10 });
    expect(behind()).toBe(0);
    it.synchronise(1, 0);
    clock.advance(40);
    asked[1]?.({ now: clock.now() - 20 + differ });
    // In 40 ms the clocks may have parted by four thousandths of one.
    expect(behind()).toBe(believed ? differ : 0);
  }
});
