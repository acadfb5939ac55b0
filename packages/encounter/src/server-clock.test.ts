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
  return { ask };
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
