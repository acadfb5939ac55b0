import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';
import { StandingClock } from './standing-clock.ts';

/** A server that answers when the test decides. */
function silent() {
  const clock = new StandingClock();
  const requests: ((answer: unknown) => void)[] = [];
  const it = new ServerClock({
    clock,
    socket: {
      isConnected: () => true,
      listen: () => () => {},
      emit: (event, _payload, answered) => void (event === 'time' && answered && requests.push(answered)),
    },
  });
  /** By how much this machine's time of an instant differs from the server's. */
  const behind = () => 60_000 - it.local(60_000, 0);
  return { it, clock, requests, behind };
}

test('the given number of requests is sent, at the given interval', () => {
  const { it, clock, requests } = silent();
  it.synchronise(3, 100);
  expect(requests).toHaveLength(1);
  clock.advance(99);
  expect(requests).toHaveLength(1);
  clock.advance(1);
  expect(requests).toHaveLength(2);
  clock.advance(10_000);
  expect(requests).toHaveLength(3);
});

test('[ENC-5] before a common start three more requests are sent, within a third of a second', () => {
  const { it, clock, requests } = silent();
  it.refine();
  clock.advance(300);
  expect(requests).toHaveLength(3);
});

test('a new synchronisation replaces a running one, and stopping ends it', () => {
  const { it, clock, requests } = silent();
  it.synchronise(3, 100);
  it.synchronise(2, 100);
  clock.advance(10_000);
  expect(requests).toHaveLength(3);
  it.synchronise(3, 100);
  it.stop();
  clock.advance(10_000);
  expect(requests).toHaveLength(4);
});

test('[ENC-5] before the first answer a message of the server is taken to have been sent just now', () => {
  const { it, clock } = silent();
  expect(it.local(5_000, 2_000)).toBe(clock.now() + 3_000);
});

test.each([null, undefined, {}, { now: 'soon' }])('[ENC-5] an answer without a time is ignored: %j', (answer) => {
  const { it, clock, requests } = silent();
  it.synchronise(1, 0);
  requests[0]?.(answer);
  expect(it.local(5_000, 2_000)).toBe(clock.now() + 3_000);
});

test('[ENC-5] two answers contradict each other if they differ by more than both error bounds plus 20 ms', () => {
  for (const [difference, isAccepted] of [
    [10 + 20 + 20, false],
    [10 + 20 + 20 + 1, true],
  ] as const) {
    const { it, clock, requests, behind } = silent();
    it.synchronise(1, 0);
    clock.advance(20);
    requests[0]?.({ now: clock.now() - 10 });
    expect(behind()).toBe(0);
    it.synchronise(1, 0);
    clock.advance(40);
    requests[1]?.({ now: clock.now() - 20 + difference });
    // In 40 ms the clocks may have drifted apart by 0.004 ms.
    expect(behind()).toBe(isAccepted ? difference : 0);
  }
});
