import { AppError } from '@unspoken/contract/errors';
import { expect, test } from 'vitest';
import type { Bus } from './bus.ts';

/**
 * What every bus must do, also when a process addresses itself. `others` are further processes of the installation,
 * if it can have any.
 */
export function busContract(name: string, create: () => Promise<{ own: Bus; others: readonly Bus[] }>): void {
  test(`${name}: the addressed process answers a request, and an error that it throws is rethrown`, async () => {
    const { own, others } = await create();
    for (const bus of [own, ...others]) {
      bus.serve('double', (n: number, from) => ({ doubled: n * 2, by: bus.node, from }));
      bus.serve('refuse', () => {
        throw new AppError('room_not_found');
      });
      expect(await own.request(bus.node, 'double', 21)).toEqual({ doubled: 42, by: bus.node, from: own.node });
      await expect(own.request(bus.node, 'refuse', {})).rejects.toMatchObject({ code: 'room_not_found' });
    }
  });

  test(`${name}: a request to an unknown process fails with unavailable`, async () => {
    const { own } = await create();
    await expect(own.request('nobody', 'double', 1)).rejects.toMatchObject({ code: 'unavailable' });
    own.send('nobody', 'double', 1);
  });

  test(`${name}: messages arrive in order, at the addressed process or at all others`, async () => {
    const { own, others } = await create();
    const received: [node: string, payload: unknown, from: string][] = [];
    for (const bus of [own, ...others])
      bus.serve('note', (payload: unknown, from) => void received.push([bus.node, payload, from]));
    own.send(own.node, 'note', 'to myself');
    own.broadcast('note', 'to all others');
    for (const other of others) for (let i = 0; i < 50; i++) own.send(other.node, 'note', i);
    for (const other of others) await own.request(other.node, 'note', 'the last');
    expect(received.filter(([node]) => node === own.node)).toEqual([[own.node, 'to myself', own.node]]);
    for (const { node } of others)
      expect(received.filter(([at]) => at === node)).toEqual(
        ['to all others', ...Array.from({ length: 50 }, (_, i) => i), 'the last'].map((payload) => [node, payload, own.node]),
      );
  });
}
