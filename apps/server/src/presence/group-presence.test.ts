import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { PresenceCounts } from '@unspoken/contract/presence';
import { linkedBuses } from '@unspoken/testing/linked-buses';
import { StandingClock, settled } from '@unspoken/testing/standing-clock';
import { expect, test } from 'vitest';
import type { Connection } from '../platform/socket/gateway.ts';
import { Presence } from './service.ts';

type Heard = Connection & { readonly heard: PresenceCounts[] };

/** Processes with sockets of people. Everybody but `outsiders` may be inside every space. */
function processes(count = 1) {
  const clock = new StandingClock();
  const { buses, unreachable } = linkedBuses(count);
  const outsiders = new Set<string>();
  const asked: string[] = [];
  const insiders: string[] = [];
  const faults: unknown[] = [];
  const answers: { fail?: Error; wait?: Promise<void> } = {};
  const all = buses.map((bus) => {
    const presence = new Presence({
      ...{ clock, durations, bus, types: () => [], waiting: async () => new Map(), matched: async () => new Set() },
      async mayEnter(accountId, groupID) {
        asked.push(`${accountId} ${groupID}`);
        await answers.wait;
        if (answers.fail) throw answers.fail;
        return !outsiders.has(accountId);
      },
      inside: (accountId, groupID) => void insiders.push(`${accountId} ${groupID}`),
      send: (connections, _, counts) => {
        for (const each of connections) (each as Heard).heard.push(counts as PresenceCounts);
      },
      fault: (error) => void faults.push(error),
    });
    presence.start();
    return presence;
  });
  const open = (at: Presence, accountId: string, tab = 'tab'): Heard => {
    const heard: PresenceCounts[] = [];
    const connection = { id: `${accountId} ${tab}`, accountId, sessionId: '', tab, heard, send: () => {}, close: () => {} };
    at.opened(connection);
    return connection;
  };
  const [one, two] = all as [Presence, Presence];
  return { clock, one, two, open, outsiders, asked, insiders, answers, faults, unreachable };
}

const last = ({ heard }: Heard): Record<string, number> | undefined => heard.at(-1);

test('[PRE-7] a person inside a group space is counted once, over tabs and processes, and is counted no longer once they leave', async () => {
  const { clock, one, two, open } = processes(2);
  const [ann, again] = [open(one, 'ann'), open(two, 'ann', 'another')];
  const ben = open(two, 'ben');
  one.emitted(ann, 'present', 'choir');
  for (const each of [again, ben]) two.emitted(each, 'present', 'choir');
  await clock.advance(2_000);
  expect([one.insideOf('choir'), two.insideOf('choir'), one.insideOf('other')]).toEqual([2, 2, 0]);
  expect([last(ann), last(ben)].map((counts) => counts?.['group:choir'])).toEqual([2, 2]);
  expect([(await one.counts()).general, (await two.counts()).general]).toEqual([2, 2]);
  two.emitted(again, 'present');
  await clock.advance(1_000);
  expect(one.insideOf('choir')).toBe(2);
  one.emitted(ann, 'absent', 'choir');
  await clock.advance(1_000);
  expect([one.insideOf('choir'), two.insideOf('choir')]).toEqual([1, 1]);
  two.closed(ben);
  await clock.advance(1_000);
  expect([one.insideOf('choir'), two.insideOf('choir')]).toEqual([0, 0]);
});

test('[PRE-7] a tab that moves to another space counts there, and only there', async () => {
  const { clock, one, open, insiders } = processes();
  const ann = open(one, 'ann');
  one.emitted(ann, 'present', 'choir');
  await clock.advance(4_000);
  one.emitted(ann, 'present', 'readers');
  await clock.advance(1_000);
  expect([one.insideOf('choir'), one.insideOf('readers')]).toEqual([0, 1]);
  expect(last(ann)).not.toHaveProperty('group:choir');
  expect(last(ann)).toHaveProperty('group:readers', 1);
  expect(insiders).toEqual(['ann choir', 'ann readers']);
});

test('[PRE-7] a tab without a sign of life for the lease is no longer inside, neither here nor for other processes', async () => {
  const { clock, one, two, open } = processes(2);
  one.emitted(open(one, 'ann'), 'present', 'choir');
  await clock.advance(durations.presenceLease - 1);
  expect([one.insideOf('choir'), two.insideOf('choir')]).toEqual([1, 1]);
  await clock.advance(1);
  expect(one.insideOf('choir')).toBe(0);
  await clock.advance(durations.countInterval);
  expect(two.insideOf('choir')).toBe(0);
});

test('[PRE-5] [PRE-7] people inside on a process that stops, or is silent for eight seconds, do not count', async () => {
  const { clock, one, two, open, unreachable } = processes(2);
  const [ben, cay] = [open(two, 'ben'), open(two, 'cay')];
  for (const each of [ben, cay]) two.emitted(each, 'present', 'choir');
  await clock.advance(2_000);
  expect(one.insideOf('choir')).toBe(2);
  // The last sign of life was at the last check, and each process checks once a second.
  unreachable.add('node 0');
  await clock.advance(7_000);
  for (const each of [ben, cay]) two.emitted(each, 'present', 'choir');
  expect(one.insideOf('choir')).toBe(2);
  await clock.advance(2_000);
  expect([one.insideOf('choir'), two.insideOf('choir')]).toEqual([0, 2]);
  unreachable.clear();
  await clock.advance(2_000);
  expect(one.insideOf('choir')).toBe(2);
  two.stop();
  expect(one.insideOf('choir')).toBe(0);
});

test('[PRE-8] only a tab inside is sent the number of people there, and is sent it again when that changes', async () => {
  const { clock, one, open, outsiders } = processes();
  const [ann, lobby, dan, ben] = [open(one, 'ann'), open(one, 'ann', 'lobby'), open(one, 'dan'), open(one, 'ben')];
  outsiders.add('dan');
  one.emitted(ann, 'present', 'choir');
  one.emitted(lobby, 'present');
  one.emitted(dan, 'present', 'choir');
  await clock.advance(2_000);
  expect(last(ann)).toMatchObject({ general: 3, 'group:choir': 1 });
  const counts = [...lobby.heard, ...dan.heard, ...ben.heard];
  expect(counts).toHaveLength(3);
  const before = ann.heard.length;
  one.emitted(ben, 'present', 'choir');
  await clock.advance(2_000);
  expect(ann.heard.slice(before)).toEqual([expect.objectContaining({ 'group:choir': 2 })]);
  await clock.advance(4_000);
  expect(ann.heard).toHaveLength(before + 1);
  expect([lobby.heard.length, dan.heard.length]).toEqual([1, 1]);
  const plain = { general: 3, myCircle: 0, 'oneminute:anyone': 0, 'oneminute:myCircle': 0 };
  for (const each of counts) expect(each).toEqual(plain);
  expect([await one.counts(), await one.counts('ann')]).toEqual([plain, plain]);
});

test('[PRE-9] whether an account may be inside is asked once for a tab and a space, and again after a minute', async () => {
  const { clock, one, open, asked, insiders, outsiders } = processes();
  const ann = open(one, 'ann');
  const beat = async (times: number) => {
    for (let i = 0; i < times; i++) {
      one.emitted(ann, 'present', 'choir');
      await clock.advance(durations.presenceEmission);
    }
  };
  await beat(15);
  expect([asked, insiders]).toEqual([['ann choir'], ['ann choir']]);
  outsiders.add('ann');
  await beat(1);
  expect([asked.length, one.insideOf('choir')]).toEqual([2, 0]);
});

test('[PRE-9] an account that is refused counts nowhere; it is asked about again five seconds later, when the doors may have opened', async () => {
  const { clock, one, open, asked, insiders, outsiders } = processes();
  const ann = open(one, 'ann');
  outsiders.add('ann');
  one.emitted(ann, 'present', 'choir');
  await clock.advance(4_999);
  outsiders.clear();
  one.emitted(ann, 'present', 'choir');
  await settled();
  expect([asked.length, one.insideOf('choir'), insiders]).toEqual([1, 0, []]);
  await clock.advance(1);
  one.emitted(ann, 'present', 'choir');
  await settled();
  expect([asked.length, one.insideOf('choir'), insiders]).toEqual([2, 1, ['ann choir']]);
});

test('[PRE-9] a tab that reports one space after another does not cause a question for each', async () => {
  const { clock, one, open, asked } = processes();
  const ann = open(one, 'ann');
  for (let i = 0; i < 40; i++) {
    one.emitted(ann, 'present', `space ${i}`);
    await clock.advance(50);
  }
  expect(asked).toHaveLength(2);
});

test('[PRE-9] an answer that comes when the tab is gone, or elsewhere, admits nobody; one that fails is asked for again', async () => {
  const { clock, one, open, answers, insiders, faults } = processes();
  let answer = () => {};
  const wait = () => {
    answers.wait = new Promise((resolve) => {
      answer = resolve;
    });
  };
  const [ann, ben] = [open(one, 'ann'), open(one, 'ben')];
  wait();
  one.emitted(ann, 'present', 'choir');
  one.emitted(ben, 'present', 'choir');
  one.emitted(ann, 'present', 'readers');
  one.closed(ben);
  answer();
  await settled();
  expect([one.insideOf('choir'), one.insideOf('readers'), insiders]).toEqual([0, 0, []]);
  answers.fail = new Error('away');
  await clock.advance(4_000);
  one.emitted(ann, 'present', 'readers');
  await settled();
  expect([faults, one.insideOf('readers')]).toEqual([[answers.fail], 0]);
  delete answers.fail;
  await clock.advance(4_000);
  one.emitted(ann, 'present', 'readers');
  await settled();
  expect(one.insideOf('readers')).toBe(1);
});
