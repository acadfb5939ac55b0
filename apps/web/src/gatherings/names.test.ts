import { expect, test } from 'vitest';
import { cityOf, dailyZone } from './names.ts';

const regular = (zone: string) => ({ zone, isRegular: true });
const special = (zone: string) => ({ zone, isRegular: false });

test('the daily gathering is the one of the zone that has the most', () => {
  const berlin = regular('Europe/Berlin');
  const tokyo = regular('Asia/Tokyo');
  expect(dailyZone([berlin])).toBe('Europe/Berlin');
  expect(dailyZone([tokyo, berlin, berlin])).toBe('Europe/Berlin');
  expect(dailyZone([tokyo, berlin, berlin, tokyo])).toBeUndefined();
  expect(dailyZone([special('Asia/Tokyo'), special('Asia/Tokyo'), berlin])).toBe('Europe/Berlin');
  expect(dailyZone([])).toBeUndefined();
});

test('a zone is named by its city', () => {
  expect(['America/Argentina/Buenos_Aires', 'Asia/Tokyo', 'UTC'].map(cityOf)).toEqual(['Buenos_Aires', 'Tokyo', 'UTC']);
});
