import type { HostedGathering } from '@unspoken/contract/gatherings';
import { expect, test } from 'vitest';
import { rowsOf } from './proposal-changes.ts';

const gathering: HostedGathering = {
  ...{ gatheringID: 'g1', name: 'Sunday', startTimeMillSec: 0, endTimeMillSec: 0, zone: 'America/New_York', isRegular: false },
  ...{ isPrivate: true, groupID: null, welcomeStatement: 'Welcome.', surveyUrl: null, isFull: false, isHost: false },
  ...{ registered: false, standsIn: false, state: 'approved', date: '2026-11-22', time: '20:00', length: 15, listed: true },
  ...{ pending: null, reason: null, changedAt: 0 },
};

test('a new proposal is shown by its values alone', () => {
  expect(rowsOf(gathering, 'de')).toEqual([
    { field: 'when', value: '22.11.2026, 20:00 (America/New York)' },
    { field: 'length', value: 15 },
    { field: 'welcomeStatement', value: 'Welcome.' },
  ]);
});

test('a change is shown beside the values that hold until it is decided, and only where it differs', () => {
  const { date, zone, length, welcomeStatement } = gathering;
  const pending = { name: 'Monday', date, time: '21:00', zone, length, welcomeStatement, surveyUrl: 'https://example.org' };
  expect(rowsOf({ ...gathering, pending }, 'de')).toEqual([
    { field: 'name', value: 'Monday', before: 'Sunday' },
    { field: 'when', value: '22.11.2026, 21:00 (America/New York)', before: '22.11.2026, 20:00 (America/New York)' },
    { field: 'length', value: 15 },
    { field: 'welcomeStatement', value: 'Welcome.' },
    { field: 'surveyUrl', value: 'https://example.org', before: '' },
  ]);
});
