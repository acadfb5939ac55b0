import { AppError } from '@unspoken/contract/errors';
import { expect, test } from 'vitest';
import type { Bus } from './bus.ts';

/** What every bus must do, also towards itself. `others` are further processes of the same installation, if it can have any. */
export function busContract(name: string, create: () => Promise<{ own: Bus; others: readonly Bus[] }>): void {
  test(`${name}: what is asked is answered by whoever is asked, with what they threw if they did`, async () => {
    const { own, others } = await create();
    for (const bus of [own, ...others]) {
      bus.serve('double', (n: number, from) => ({ doubled: n * 2, by: bus.node, from }));
      bus.serve('refuse', () => {
        throw new AppError('room_not_found');
      });
      expect(await own.ask(bus.node, 'double', 21)).toEqual({ doubled: 42, by: bus.node, from: own.node });
      await expect(own.ask(bus.node, 'refuse', {})).rejects.toMatchObject({ code: 'room_not_found' });
    }
  });

  test(`${name}: whoever is not there does not answer, and that is said`, async () => {
    const { own } = await create();
    await expect(own.ask('nobody', 'double', 1)).rejects.toMatchObject({ code: 'unavailable' });
    own.tell('nobody', 'double', 1);
  });

  test(`${name}: what is told is heard in its order, by the one it is told to or by all others`, async () => {
    const { own, others } = await create();
    const heard: [node: string, word: unknown, from: string][] = [];
    for (const bus of [own, ...others]) bus.serve('note', (word: unknown, from) => void heard.push([bus.node, word, from]));
    own.tell(own.node, 'note', 'to myself');
    own.tellOthers('note', 'to all others');
    for (const other of others) for (let i = 0; i < 50; i++) own.tell(other.node, 'note', i);
    for (const other of others) await own.ask(other.node, 'note', 'the last');
    expect(heard.filter(([node]) => node === own.node)).toEqual([[own.node, 'to myself', own.node]]);
    for (const { node } of others)
      expect(heard.filter(([at]) => at === node)).toEqual(
        ['to all others', ...Array.from({ length: 50 }, (_, i) => i), 'the last'].map((word) => [node, word, own.node]),
      );
  });
}
