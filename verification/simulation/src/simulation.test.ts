import { expect, test } from 'vitest';
import { comparedWithDatabase } from './compared-with-database.ts';
import { pinned } from './pinned.ts';
import { records } from './records.ts';
import { live, run } from './run.ts';

const seed = 20_261_120;

/** Encounters of a world after which living it takes ten seconds and more: such worlds are left to `npm run test:all`. */
const many = 90;

for (const { was, wanted, ...world } of pinned)
  test(`a world in which a promise was once broken no longer breaks one: ${was}`, {
    tags: wanted > many ? ['long'] : [],
  }, async () => {
    expect((await live({ ...world, mutant: undefined }, wanted)).violation).toBeUndefined();
  });

test('the same seed gives the same run', async () => {
  const [first, second] = [await run({ seed, encounters: 60 }), await run({ seed, encounters: 60 })];
  expect(second).toEqual(first);
});

test('a memory store that answers differently from the database tables is detected', async () => {
  const compared = await comparedWithDatabase(records('an add is forgotten'));
  const add = (n: number) =>
    compared.circle.add({ adder: 'person-0', added: `person-${n}`, friendId: `id-${n}`, at: new Date(1_000.4 * n) });
  for (let n = 1; n <= 7; n++) await add(n);
  expect(await compared.circle.between('person-0', 'person-6')).toHaveLength(1);
  await expect(compared.circle.between('person-0', 'person-7')).rejects.toThrow('memory says []');
  await compared.close();
});
