import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inEveryTurn, inTurn, type StoryFolder, storiesIn, turnOf, turns } from './turns.ts';

const folders: readonly StoryFolder[] = ['pages', 'stories'];
const everyTurn = Array.from({ length: turns }, (_, index) => index + 1);
const pathOf = (folder: StoryFolder, name: string) => `verification/e2e/${folder}/${name}.spec.ts`;

test.each(folders)('every file of %s runs in each turn or in exactly one of them', (folder) => {
  const runs = everyTurn.flatMap((turn) => inTurn(folder, turn).paths);
  for (const name of storiesIn(folder))
    expect(
      runs.filter((path) => path === pathOf(folder, name)),
      name,
    ).toHaveLength(inEveryTurn[folder].includes(name) ? turns : 1);
});

test.each(folders)('what runs and what waits are all files of %s, and nothing waits when all run', (folder) => {
  const all = storiesIn(folder).map((name) => pathOf(folder, name));
  for (const turn of everyTurn) {
    const { paths, waiting } = inTurn(folder, turn);
    expect([...paths, ...waiting.map((name) => pathOf(folder, name))].sort()).toEqual(all.sort());
  }
  const { paths, waiting } = inTurn(folder, 'all');
  expect(waiting).toEqual([]);
  expect([...paths].sort()).toEqual(all.sort());
});

test.each(folders)('no test of %s stands where it would not be found', (folder) => {
  const names = readdirSync(join('verification', 'e2e', folder), { recursive: true, encoding: 'utf8' });
  const found = names.filter((name) => /\.(spec|test)\.\w+$/.test(name));
  expect(found.map((name) => name.replace(/\.spec\.ts$/, '')).sort()).toEqual(storiesIn(folder));
});

test.each(folders)('the files of %s that run with every change exist', (folder) => {
  expect(storiesIn(folder)).toEqual(expect.arrayContaining([...inEveryTurn[folder]]));
});

test('the turn is that of the seed, unless it is set', () => {
  expect(everyTurn.map((n) => turnOf(undefined, turns * 7 + n - 1))).toEqual(everyTurn);
  expect([turnOf('1', 3), turnOf(String(turns), 0), turnOf('all', 0)]).toEqual([1, turns, 'all']);
  for (const setting of ['', '0', String(turns + 1), '-1', '1.5', 'every'])
    expect(() => turnOf(setting, 0), setting).toThrow('STORY_TURN');
});
