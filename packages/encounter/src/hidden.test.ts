import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

const connect = { type: 'connect pressed', poolType: 'anyone', noRepeat: false } as const;

test('[SIDE-63] a member who has asked to be called is never absent: present while idle, hidden behind another page', () => {
  const bed = new Testbed();
  const reported = () => [bed.state, bed.emitted.at(-1)?.payload.state];
  bed.do({ type: 'calls wanted', wanted: true });
  bed.clock.advance(2 * durations.presenceTimeout);
  expect(reported()).toEqual(['present', 'present']);
  bed.do({ type: 'page hidden' });
  expect(reported()).toEqual(['present', 'hidden']);
  bed.clock.advance(2 * durations.presenceTimeout);
  expect(reported()).toEqual(['present', 'hidden']);
  bed.do({ type: 'page shown' });
  expect(reported()).toEqual(['present', 'present']);
  bed.do({ type: 'page hidden' });
  bed.do({ type: 'calls wanted', wanted: false });
  expect(reported()).toEqual(['absent', 'absent']);
  // A page that was opened behind another one learns later that calls are wanted.
  bed.do({ type: 'calls wanted', wanted: true });
  expect(reported()).toEqual(['present', 'hidden']);
  bed.do({ type: 'page shown' });
  bed.do({ type: 'calls wanted', wanted: false });
  bed.clock.advance(durations.presenceTimeout);
  expect(reported()).toEqual(['absent', 'absent']);
});

test('[SIDE-63] a member who left the lobby while hidden is counted again once the page is shown, also while they wait', () => {
  const bed = new Testbed();
  const reported = () => bed.emitted.findLast(({ payload }) => 'state' in payload)?.payload.state;
  bed.do({ type: 'calls wanted', wanted: true });
  bed.do({ type: 'page hidden' });
  bed.do(connect);
  expect([bed.state, reported()]).toEqual(['waiting', 'hidden']);
  bed.do({ type: 'page shown' });
  expect([bed.state, reported()]).toEqual(['waiting', 'present']);
  // The first time the guidance comes between.
  const first = new Testbed({ guidanceAccepted: false });
  first.do({ type: 'calls wanted', wanted: true });
  first.do({ type: 'page hidden' });
  first.do(connect);
  first.do({ type: 'page shown' });
  first.clock.advance(durations.guidanceDelay);
  first.do({ type: 'guidance accepted' });
  expect([first.state, first.emitted.findLast(({ payload }) => 'state' in payload)?.payload.state]).toEqual([
    'waiting',
    'present',
  ]);
});
