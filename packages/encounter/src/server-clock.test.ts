import { expect, test } from 'vitest';
import { ServerClock } from './server-clock.ts';

/** A server whose clock is `ahead` of this machine's, asked over a line that takes `trip` ms. */
function asked() {
  let now = 1_000_000;
  const server = { ahead: 0, trip: 0 };
  const clock = new ServerClock({
    clock: { now: () => now, setTimeout: () => undefined, clearTimeout: () => {} },
    socket: {
      isConnected: () => true,
      listen: () => () => {},
      emit: (_event, _payload, answered) => {
        const answer = { now: now + server.trip / 2 + server.ahead };
        now += server.trip;
        answered?.(answer);
      },
    },
  });
  const ask = (ahead: number, trip: number) => {
    Object.assign(server, { ahead, trip });
    clock.synchronise(1, 0);
    return Math.round(now + 60_000 - clock.local(now + 60_000, now));
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { ask, pass };
}

test('[ENC-5] the answer with the shortest round trip says what time it is at the server', () => {
  const { ask } = asked();
  expect(ask(5_000, 400)).toBe(5_000);
  expect(ask(5_010, 40)).toBe(5_010);
  expect(ask(5_100, 300)).toBe(5_010);
});

test('[ENC-5] an answer that contradicts the one before is believed, however long it took: another clock is asked now', () => {
  const { ask } = asked();
  expect(ask(600_000, 20)).toBe(600_000);
  expect(ask(0, 300)).toBe(0);
  expect(ask(90, 310)).toBe(0);
});

test('[ENC-5] an answer that took seconds does not replace an exact one of a quarter of an hour ago, and a good one does', () => {
  const { ask, pass } = asked();
  expect(ask(5_000, 40)).toBe(5_000);
  pass(900_000);
  // Asked when the line was clogged on the way there only: half of what it took is wrong.
  expect(ask(9_000, 8_000)).toBe(5_000);
  // Clocks have drifted apart by now, and this answer is as good as the first was.
  expect(ask(5_060, 44)).toBe(5_060);
});

test('[ENC-5] a known time is replaced by an answer exactly as good as it still is, and by none that is worse', () => {
  const drifted = 2 * 0.000_1 * 900_000;
  for (const [roundTrip, expected] of [
    [40 + drifted - 2, 5_050],
    [40 + drifted + 4, 5_000],
  ] as const) {
    const { ask, pass } = asked();
    expect(ask(5_000, 40)).toBe(5_000);
    // Asking takes its time, too.
    pass(900_000 - roundTrip);
    expect(ask(5_050, roundTrip)).toBe(expected);
  }
});
