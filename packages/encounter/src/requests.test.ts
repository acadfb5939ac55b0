import { expect, test } from 'vitest';
import type { SocketEvent } from './ports.ts';
import { emitUntilAnswered, isNoAnswer, refusalOf } from './requests.ts';
import { StandingClock } from './standing-clock.ts';

test.each([
  [undefined, undefined, false],
  [null, undefined, false],
  ['error', undefined, false],
  [{ ok: true }, undefined, false],
  [{ error: 'room_ended' }, 'room_ended', false],
  [{ error: 'unavailable' }, 'unavailable', true],
  [{ error: 'internal' }, 'internal', true],
  // A malformed refusal is still a refusal.
  [{ error: 7 }, 'internal', true],
])('[SIDE-4] the answer %j is classified', (answer, refusal, isNone) => {
  expect([refusalOf(answer), isNoAnswer(answer)]).toEqual([refusal, isNone]);
});

function request() {
  const clock = new StandingClock();
  const answers: ((answer: unknown) => void)[] = [];
  const received: unknown[] = [];
  const listeners = new Set<(event: SocketEvent) => void>();
  const socket = {
    connected: true,
    isConnected: () => socket.connected,
    emit: (event: string, payload: object, answer?: (answer: unknown) => void) => {
      expect([event, payload]).toEqual(['ask', { n: 1 }]);
      if (answer) answers.push(answer);
    },
    listen: (listener: (event: SocketEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive: (event: SocketEvent) => {
      for (const each of [...listeners]) each(event);
    },
  };
  const stop = emitUntilAnswered({ socket, clock }, { event: 'ask', payload: { n: 1 }, every: 1_000 }, (answer) => {
    received.push(answer);
  });
  return { clock, socket, answers, received, listeners, stop };
}

test('[SIDE-4] a request is repeated until it is answered, and its answer is delivered once', () => {
  const { clock, answers, received, listeners } = request();
  expect(answers).toHaveLength(1);
  clock.advance(999);
  expect(answers).toHaveLength(1);
  clock.advance(1);
  expect(answers).toHaveLength(2);
  answers[0]?.({ error: 'unavailable' });
  clock.advance(1_000);
  expect([answers.length, received]).toEqual([3, []]);
  answers[2]?.({ ok: true });
  answers[1]?.({ ok: true });
  clock.advance(10_000);
  expect([answers.length, received, listeners.size]).toEqual([3, [{ ok: true }], 0]);
});

test('[SIDE-4] without a socket nothing is sent; a reconnect sends at once, and then at the usual interval', () => {
  const { clock, socket, answers, stop, listeners } = request();
  socket.connected = false;
  clock.advance(5_000);
  expect(answers).toHaveLength(1);
  socket.connected = true;
  socket.receive({ type: 'socket disconnected' });
  expect(answers).toHaveLength(1);
  clock.advance(300);
  socket.receive({ type: 'socket connected' });
  expect(answers).toHaveLength(2);
  clock.advance(999);
  expect(answers).toHaveLength(2);
  clock.advance(1);
  expect(answers).toHaveLength(3);
  stop();
  clock.advance(5_000);
  expect([answers.length, listeners.size]).toEqual([3, 0]);
});
