import { expect, test } from 'vitest';
import type { Connection } from '../platform/socket/gateway.ts';
import { JoinedRooms } from './joined-rooms.ts';

const connection = (id: string) =>
  ({ id, accountId: 'ann', sessionId: '', tab: '', send: () => {}, close: () => {} }) satisfies Connection;

test('[ENC-33] a socket that joins an ended room is still in the one that is running', () => {
  const rooms = new JoinedRooms();
  const running = { connection: connection('one'), roomID: 'runs', at: 1 };
  const ended = { connection: running.connection, roomID: 'has ended', at: 2 };
  rooms.add(running);
  rooms.add(ended);
  expect(rooms.all()).toEqual([running, ended]);
  rooms.left('one', 'has ended');
  expect(rooms.all()).toEqual([running]);
});

test('[ENC-33] a refused join is forgotten, but not a later one to the same room; a closed socket is in no room', () => {
  const rooms = new JoinedRooms();
  const [first, second] = [1, 2].map((at) => ({ connection: connection('one'), roomID: 'room', at })) as [never, never];
  rooms.add(first);
  rooms.add(second);
  rooms.refused(first);
  expect(rooms.all()).toEqual([second]);
  rooms.refused(second);
  expect([rooms.all(), rooms.closed('one')]).toEqual([[], false]);
  rooms.add(first);
  expect([rooms.closed('one'), rooms.all()]).toEqual([true, []]);
});
