import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parts } from './parts.ts';
import { mayBeMissed, planted } from './planted.ts';

const read = (file: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, file), 'utf8'));

test('of the planted bugs at least 57 were found when they were last tried, and no more were missed than may be', () => {
  const outcomes: Record<string, string> = read('outcomes.json');
  const tried = planted.flatMap(({ name }) => outcomes[name] ?? []);
  expect(tried.filter((outcome) => outcome === 'found').length).toBeGreaterThanOrEqual(57);
  expect(tried.filter((outcome) => outcome !== 'found').length).toBeLessThanOrEqual(mayBeMissed);
});

test.each(parts)('of the small changes in $name at least 85 of 100 were killed when they were last tried', ({ name }) => {
  const { killed, survived } = read('scores.json')[name];
  expect(killed / (killed + survived)).toBeGreaterThanOrEqual(0.85);
});
