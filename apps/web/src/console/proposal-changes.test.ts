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
  expect(rowsOf(gathering)).toEqual([
    { field: 'name', value: 'Sunday' },
    { field: 'when', value: '2026-11-22, 20:00 (America/New York)' },
    { field: 'length', value: 15 },
    { field: 'welcomeStatement', value: 'Welcome.' },
    { field: 'surveyUrl', value: '' },
  ]);
});

test('a change is shown beside the values that hold until it is decided, and only where it differs', () => {
  const { name, date, zone, length, welcomeStatement } = gathering;
  const pending = { name, date, time: '21:00', zone, length, welcomeStatement, surveyUrl: 'https://example.org' };
  expect(rowsOf({ ...gathering, pending }).filter(({ before }) => before !== undefined)).toEqual([
    { field: 'when', value: '2026-11-22, 21:00 (America/New York)', before: '2026-11-22, 20:00 (America/New York)' },
    { field: 'surveyUrl', value: 'https://example.org', before: '' },
  ]);
});
