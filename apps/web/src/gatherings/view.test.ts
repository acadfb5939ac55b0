import { shippedDurations as durations } from '@unspoken/contract/durations';
import type { Gathering } from '@unspoken/contract/gatherings';
import { expect, test } from 'vitest';
import { choicesBeside, lobbyView, openSpace } from './view.ts';

const minute = 60_000;
const start = 1_000_000 * minute;
const end = start + 15 * minute;
const one: Gathering = {
  gatheringID: 'daily',
  name: '',
  startTimeMillSec: start,
  endTimeMillSec: end,
  zone: 'Europe/Berlin',
  isRegular: true,
  isPrivate: false,
  groupID: null,
  welcomeStatement: '',
  surveyUrl: null,
  isFull: false,
  isHost: false,
  registered: false,
  standsIn: false,
};
const day = 24 * 60 * minute;
const tomorrow = { ...one, gatheringID: 'tomorrow', startTimeMillSec: start + day, endTimeMillSec: end + day };
const special = { ...tomorrow, gatheringID: 'special', isRegular: false, startTimeMillSec: start + day / 2 };
const view = (all: readonly Gathering[], now: number, withEnded = true) => {
  const found = lobbyView(all, now, { durations, minuteOfDay: () => 12 * 60 }, withEnded);
  return found && [found.kind, found.gathering.gatheringID, found.other?.gatheringID];
};

test('[WEB-140] the lobby tells of the next gathering, of the current one, and of the one that has ended, until its closing', () => {
  const all = [one, tomorrow];
  expect(view(all, start - 1)).toEqual(['next', 'daily', undefined]);
  expect(view(all, start)).toEqual(['now', 'daily', 'tomorrow']);
  expect(view(all, end - 1)).toEqual(['now', 'daily', 'tomorrow']);
  expect(view(all, end)).toEqual(['ended', 'daily', 'tomorrow']);
  expect(view(all, end + durations.gatheringClosing - 1)).toEqual(['ended', 'daily', 'tomorrow']);
  expect(view(all, end + durations.gatheringClosing)).toEqual(['next', 'tomorrow', undefined]);
  expect(view([], start)).toBeUndefined();
});

test('a visitor, who cannot answer a survey, reads of the next one instead', () => {
  expect(view([one, tomorrow], end, false)).toEqual(['next', 'tomorrow', undefined]);
});

test('of the next regular and the next special one the own one goes first, then the one that begins first', () => {
  expect(view([one, special], start - 1)).toEqual(['next', 'daily', 'special']);
  expect(view([one, { ...special, registered: true }], start - 1)).toEqual(['next', 'special', 'daily']);
  expect(view([tomorrow, special], start)).toEqual(['next', 'special', 'tomorrow']);
});

test('a private space is open to those who know its name, from its doors to its closing', () => {
  const own = { ...special, isPrivate: true, groupID: 'a name' };
  const { startTimeMillSec: begins, endTimeMillSec: ends } = own;
  const at = (now: number, gathering: Gathering = own) => openSpace(gathering, now, durations);
  const { gatheringDoors: doors, gatheringClosing: closing } = durations;
  expect([at(begins - doors - 1), at(begins - doors), at(ends + closing - 1), at(ends + closing)]).toEqual([
    undefined,
    'a name',
    'a name',
    undefined,
  ]);
  expect(at(begins, { ...own, groupID: null })).toBeUndefined();
});

test('a registration can be moved to one that has not begun, is not full, and is not one’s own already', () => {
  const full = { ...special, gatheringID: 'full', isFull: true };
  const own = { ...special, gatheringID: 'own', registered: true };
  const choices = choicesBeside([one, tomorrow, full, own, special], own, start).map((each) => each.gatheringID);
  expect(choices).toEqual(['tomorrow', 'special']);
  expect(choicesBeside([one, own], own, start - 1)).toEqual([one]);
});
