import { StandingClock } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { Bus } from '../bus.ts';
import { awaitedFor, awayAtMost, Dismissal, pacedFor } from './dismissal.ts';
import { type Connection, Gateway } from './gateway.ts';

/** Processes whose messages arrive at once. */
function processes(clock: StandingClock) {
  const served = new Map<string, Map<string, (payload: never, from: string) => unknown>>();
  return (node: string) => {
    const handlers = new Map<string, (payload: never, from: string) => unknown>();
    served.set(node, handlers);
    const deliver = (to: string, topic: string, payload: unknown) => served.get(to)?.get(topic)?.(payload as never, node);
    const bus: Bus = {
      node,
      serve: (topic, answer) => void handlers.set(topic, answer),
      request: () => Promise.reject(new Error('nobody asks')),
      send: deliver,
      broadcast(topic, payload) {
        for (const other of served.keys()) if (other !== node) deliver(other, topic, payload);
      },
      onResubscribed() {},
    };
    const gateway = new Gateway(String);
    const dismissal = new Dismissal({ bus, gateway, clock });
    const opens = (accountId: string, tab = 'tab') => {
      const connection: Connection = {
        ...{ id: `${accountId} ${tab} at ${node}`, accountId, sessionId: 'x', tab },
        send() {},
        close: () => gateway.closed(connection),
      };
      gateway.opened(connection);
    };
    return { gateway, dismissal, opens };
  };
}

function endingWith(people: number) {
  const clock = new StandingClock();
  const join = processes(clock);
  const [ending, other, third] = [join('ending'), join('other'), join('third')];
  for (let i = 0; i < people; i++) ending.opens(`person ${i}`);
  return { clock, ending, other, third, closed: () => people - ending.gateway.size };
}

test('[PRE-22] 250 sockets a second are closed, as long as 250 people at most are on their way', async () => {
  const { clock, ending, other, closed } = endingWith(awayAtMost + 200);
  const dismissed = ending.dismissal.dismiss();
  expect(closed()).toBe(25);
  await clock.advance(899);
  expect(closed()).toBe(awayAtMost - 25);
  await clock.advance(1);
  expect(closed()).toBe(awayAtMost);
  await clock.advance(1_000);
  expect(closed()).toBe(awayAtMost);
  for (let i = 0; i < 100; i++) other.opens(`person ${i}`);
  await clock.advance(1_000);
  expect(closed()).toBe(awayAtMost + 100);
  for (let i = 100; i < 200; i++) other.opens(`person ${i}`);
  await clock.advance(1_000);
  await dismissed;
  expect(ending.gateway.size).toBe(0);
});

test('[PRE-22] it does not matter at which process somebody arrives; who is there already is not waited for', async () => {
  const { clock, ending, other, third, closed } = endingWith(awayAtMost + 60);
  third.opens('person 7', 'another tab');
  ending.opens('person 8', 'another tab');
  void ending.dismissal.dismiss();
  await clock.advance(3_000);
  // One was found at once, and two sockets of another count once.
  expect(closed()).toBe(awayAtMost + 1);
  for (let i = 100; i < 130; i++) (i % 2 ? other : third).opens(`person ${i}`);
  await clock.advance(1_000);
  expect(closed()).toBe(awayAtMost + 31);
});

test('[PRE-22] people who leave by themselves meanwhile are not waited for elsewhere', async () => {
  const { clock, ending } = endingWith(awayAtMost + 100);
  let isOver = false;
  void ending.dismissal.dismiss().then(() => {
    isOver = true;
  });
  await clock.advance(100);
  for (const connection of ending.gateway.all().slice(-150)) connection.close();
  await clock.advance(2_000);
  expect([isOver, ending.gateway.size]).toEqual([true, 0]);
});

test('[PRE-22] somebody who has not arrived within ten seconds is not waited for', async () => {
  const { clock, ending, closed } = endingWith(awayAtMost + 1_500);
  void ending.dismissal.dismiss();
  await clock.advance(awaitedFor - 1);
  expect(closed()).toBe(awayAtMost);
  await clock.advance(1_500);
  expect(closed()).toBeGreaterThan(awayAtMost);
});

test('[PRE-22] a process has closed its sockets soon after its seventy seconds, even if nobody arrives', async () => {
  const many = 4_000;
  const { clock, ending, closed } = endingWith(many);
  let isOver = false;
  void ending.dismissal.dismiss().then(() => {
    isOver = true;
  });
  await clock.advance(pacedFor - 50);
  expect(closed()).toBeLessThanOrEqual(8 * awayAtMost);
  expect(closed()).toBeGreaterThanOrEqual(6 * awayAtMost);
  await clock.advance(3_000);
  expect([isOver, closed()]).toEqual([true, many]);
});
