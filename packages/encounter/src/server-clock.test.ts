import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

/** A server whose clock is `ahead` ms ahead of this machine's, over a connection with a round trip of `trip` ms. */
function server() {
  let now = 1_000_000;
  const line = { ahead: 0, trip: 0 };
  const clock = new ServerClock({
    clock: { now: () => now, setTimeout: () => undefined, clearTimeout: () => {} },
    socket: {
      isConnected: () => true,
      listen: () => () => {},
      emit: (_event, _payload, answered) => {
        const answer = { now: now + line.trip / 2 + line.ahead };
        now += line.trip;
        answered?.(answer);
      },
    },
  });
  const ask = (ahead: number, trip: number) => {
    Object.assign(line, { ahead, trip });
    clock.synchronise(1, 0);
    return Math.round(now + 60_000 - clock.local(now + 60_000, now));
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { ask, pass };
}

test('[ENC-5] the answer with the shortest round trip determines the time of the server', () => {
  const { ask } = server();
  expect(ask(5_000, 400)).toBe(5_000);
  expect(ask(5_010, 40)).toBe(5_010);
  expect(ask(5_100, 300)).toBe(5_010);
});

test('[ENC-5] an answer that contradicts the previous one is accepted however long it took: the clock is a different one now', () => {
  const { ask } = server();
  expect(ask(600_000, 20)).toBe(600_000);
  expect(ask(0, 300)).toBe(0);
  expect(ask(90, 310)).toBe(0);
});

test('[ENC-5] after a quarter of an hour, a slow answer does not replace an exact one, and a fast one does', () => {
  const { ask, pass } = server();
  expect(ask(5_000, 40)).toBe(5_000);
  pass(900_000);
  // Only the way there was congested, so half of the round trip is not the time of the way back.
  expect(ask(9_000, 8_000)).toBe(5_000);
  // The clocks have drifted apart by now, and this answer is about as exact as the first was.
  expect(ask(5_060, 44)).toBe(5_060);
});

test('[ENC-5] an estimate is replaced by an answer as exact as the estimate now is, and by none that is worse', () => {
  const drifted = 2 * 0.000_1 * 900_000;
  for (const [roundTrip, expected] of [
    [40 + drifted - 2, 5_050],
    [40 + drifted + 4, 5_000],
  ] as const) {
    const { ask, pass } = server();
    expect(ask(5_000, 40)).toBe(5_000);
    // The request itself takes time, too.
    pass(900_000 - roundTrip);
    expect(ask(5_050, roundTrip)).toBe(expected);
  }
});
