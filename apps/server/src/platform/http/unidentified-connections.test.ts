import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { UnidentifiedConnections } from './unidentified-connections.ts';

const network = '192.0.2.0';
const opened = () => ({ socket: new Socket() }) as IncomingMessage;

test('[PLA-16] a connection whose ticket is being checked gives way to nobody, one without a ticket does', () => {
  const connections = new UnidentifiedConnections({ proxies: 1, on: true, most: 2 });
  const [checked, silent, third, fourth] = [opened(), opened(), opened(), opened()] as const;
  expect([checked, silent].map((each) => connections.opening(each, network))).toEqual([true, true]);
  connections.presented(checked);
  expect(connections.opening(third, network)).toBe(true);
  expect([checked, silent, third].map(({ socket }) => socket.destroyed)).toEqual([false, true, false]);
  connections.presented(third);
  expect(connections.opening(fourth, network)).toBe(false);
  expect(connections.opening(opened(), 'another network')).toBe(true);
  // An identified one is no longer counted.
  connections.identified(checked);
  expect(connections.opening(fourth, network)).toBe(true);
  expect([checked, third, fourth].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
});
