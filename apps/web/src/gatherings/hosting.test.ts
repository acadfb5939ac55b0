import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { HostedGathering } from '@unspoken/contract/gatherings';
import { expect, test } from 'vitest';
import { figuresAt, inOrder, isAhead, mayCancel, mayEdit, shownState, wallTimeIn, zonesWith } from './hosting.ts';

const start = 10_000_000;
const end = start + 900_000;
const gathering: HostedGathering = {
  ...{ gatheringID: 'g1', name: 'Sunday', startTimeMillSec: start, endTimeMillSec: end, zone: 'Europe/Berlin', isRegular: false },
  ...{ isPrivate: true, groupID: null, welcomeStatement: '', surveyUrl: null, isFull: false, isHost: true, registered: false },
  ...{
    standsIn: false,
    state: 'approved',
    date: '2026-11-22',
    time: '20:00',
    length: 15,
    listed: true,
    pending: null,
    reason: null,
    changedAt: 0,
  },
};

test('a host reads what was decided, and of an approved gathering whether it takes place now or is over', () => {
  expect([start - 1, start, end - 1, end].map((now) => shownState(gathering, now))).toEqual([
    'approved',
    'running',
    'running',
    'over',
  ]);
  expect([start, end].map((now) => shownState({ ...gathering, state: 'proposed' }, now))).toEqual(['proposed', 'over']);
  for (const state of ['refused', 'cancelled'] as const) expect(shownState({ ...gathering, state }, end)).toBe(state);
});

test('until its end a gathering can be changed, unless it is cancelled', () => {
  expect([end - 1, end].map((now) => isAhead(gathering, now))).toEqual([true, false]);
  expect(isAhead({ ...gathering, state: 'cancelled' }, start)).toBe(false);
});

test('an approved gathering can be changed until it begins, and cancelled until it ends; what was refused can be proposed again', () => {
  const may = (state: HostedGathering['state']) =>
    [start - 1, start, end].map((now) => [mayEdit({ ...gathering, state }, now), mayCancel({ ...gathering, state }, now)]);
  const [both, cancel, edit, none] = [
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ];
  expect(may('approved')).toEqual([both, cancel, none]);
  expect(may('proposed')).toEqual([both, both, edit]);
  expect(may('refused')).toEqual([edit, edit, edit]);
  expect(may('cancelled')).toEqual([none, none, none]);
});

test('what is ahead comes first, the next one at the top; then what has been, the last one at the top', () => {
  const at = (gatheringID: string, shift: number, state: HostedGathering['state'] = 'approved') => ({
    ...{ ...gathering, gatheringID, state },
    ...{ startTimeMillSec: start + shift, endTimeMillSec: end + shift },
  });
  const hour = 3_600_000;
  const all = [
    at('past', -2 * hour),
    at('later', 2 * hour),
    at('gone', 3 * hour, 'cancelled'),
    at('next', hour),
    at('older', -3 * hour),
  ];
  expect(inOrder(all, start).map(({ gatheringID }) => gatheringID)).toEqual(['next', 'later', 'gone', 'past', 'older']);
});

test('a host reads the figures that mean something at the time', () => {
  const doors = start - durations.gatheringDoors;
  const closed = end + durations.gatheringClosing;
  const figures = (now: number) => figuresAt(gathering, now, durations).join(' ');
  expect([doors - 1, doors, start].map(figures)).toEqual([
    'registered',
    'registered came here',
    'registered came here inMinute waiting minutes',
  ]);
  expect([end, closed - 1, closed].map(figures)).toEqual([
    'registered came here minutes surveyYes surveyNo',
    'registered came here minutes surveyYes surveyNo',
    'registered came minutes surveyYes surveyNo',
  ]);
});

test('a zone that the browser does not list can be chosen all the same', () => {
  expect(zonesWith('Europe/Berlin').filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1);
  expect(zonesWith('Nowhere/Here')[0]).toBe('Nowhere/Here');
});

test('a wall time is written as it was entered, whatever the zone of the browser', () => {
  expect(wallTimeIn('de', { date: '2026-03-29', time: '02:30' })).toMatch(/^29\.03\.2026, 02:30$/);
});
