import { EventEmitter } from 'node:events';
import { BusyClock } from '@unspoken/testing/busy-clock';
import { expect, test } from 'vitest';
import type { Wire } from './engine-io.ts';
import { Wires } from './wires.ts';

function opened() {
  const clock = new BusyClock();
  const wires = new Wires(clock, true);
  let isCut = false;
  const close = () => {
    isCut = true;
  };
  const wire = Object.assign(new EventEmitter(), { close, transport: {} }) as unknown as Wire;
  wires.follow(wire);
  const cancel = wires.requireTicket(wire, 5_000);
  return { clock, wires, wire, cancel, isCut: () => isCut };
}

test('[PLA-15] a pause of the process is not counted as time without a ticket', () => {
  const { clock, isCut } = opened();
  clock.busyFor(20_000);
  for (let i = 0; i < 3; i++) clock.busyFor(1_000);
  clock.busyFor(999);
  expect(isCut()).toBe(false);
  clock.busyFor(1);
  expect(isCut()).toBe(true);
});

test('[PLA-15] a ticket that was read after a pause is in time', () => {
  const { clock, wires, wire, isCut } = opened();
  clock.busyFor(20_000);
  expect(wires.mayEnter(wire, 'a ticket')).toBe(true);
  for (let i = 0; i < 20; i++) clock.busyFor(1_000);
  expect(isCut()).toBe(false);
});

test('[PLA-15] a wire is not cut off after its requirement was cancelled between two steps', () => {
  const { clock, cancel, isCut } = opened();
  for (let i = 0; i < 3; i++) clock.busyFor(1_000);
  cancel();
  for (let i = 0; i < 20; i++) clock.busyFor(1_000);
  expect(isCut()).toBe(false);
});
