import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parts } from './parts.ts';
import { mayBeMissed, planted } from './planted.ts';

const read = (file: string) => JSON.parse(readFileSync(resolve(import.meta.dirname, file), 'utf8'));

test('at the last run at least 57 planted bugs were found, and no more were missed than allowed', () => {
  const outcomes: Record<string, string> = read('outcomes.json');
  const tried = planted.flatMap(({ name }) => outcomes[name] ?? []);
  expect(tried.filter((outcome) => outcome === 'found').length).toBeGreaterThanOrEqual(57);
  expect(tried.filter((outcome) => outcome !== 'found').length).toBeLessThanOrEqual(mayBeMissed);
});

test.each(parts)('at the last run at least 85 of 100 mutants of $name were killed', ({ name }) => {
  const { killed, survived } = read('scores.json')[name];
  expect(killed / (killed + survived)).toBeGreaterThanOrEqual(0.85);
});
