import { AppError } from '@unspoken/contract/errors';
import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import { type Connection, Gateway } from '../platform/socket/gateway.ts';
import { Sessions } from './snapshot.ts';

function sessions() {
  const clock = new StandingClock();
  const [faults, sent]: [unknown[], unknown[]] = [[], []];
  const state: { error: unknown; asked: number } = { error: undefined, asked: 0 };
  const gateway = new Gateway(() => '');
  const answering = new Sessions({
    clock,
    gateway,
    fault: (error) => void faults.push(error),
    matchmaking: { waitsUnder: async () => undefined } as never,
    encounters: {
      async snapshot() {
        state.asked += 1;
        if (state.error) throw state.error;
        return { now: clock.now() };
      },
    } as never,
  });
  const connection = {
    id: 'socket',
    accountId: 'ann',
    send: (_: string, payload: unknown) => void sent.push(payload),
  } as Connection;
  gateway.add({ handlers: [], connections: [answering] });
  return { gateway, clock, connection, faults, sent, state };
}

test('[PRE-23] a socket that opens while its state cannot be read is sent it as soon as it can', async () => {
  const { gateway, clock, connection, sent, state } = sessions();
  state.error = new AppError('unavailable');
  gateway.opened(connection);
  await clock.advance(1_000);
  state.error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  await clock.advance(2_000);
  expect(sent).toEqual([]);
  state.error = undefined;
  await clock.advance(10_000);
  expect(sent).toMatchObject([{ userState: 'present' }]);
  const { asked } = state;
  await clock.advance(60_000);
  expect([state.asked, sent.length]).toEqual([asked, 1]);
});

test('[PRE-23] nobody asks on for a socket that has closed', async () => {
  const { gateway, clock, connection, sent, state } = sessions();
  state.error = new AppError('unavailable');
  gateway.opened(connection);
  await clock.advance(1_000);
  gateway.closed(connection);
  await clock.advance(10_000);
  const { asked } = state;
  state.error = undefined;
  await clock.advance(60_000);
  expect([state.asked, sent]).toEqual([asked, []]);
});

test('[PRE-23] a fault of the server is reported once and not tried again', async () => {
  const { gateway, clock, connection, faults, sent, state } = sessions();
  state.error = new Error('a fault');
  gateway.opened(connection);
  await clock.advance(60_000);
  expect([state.asked, faults, sent]).toEqual([1, [state.error], []]);
});
