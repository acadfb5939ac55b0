import { moderatorOf } from '@unspoken/testing/moderation';
import { studioCalls } from '@unspoken/testing/studio-calls';
import { type Member, startWorld, type World } from '@unspoken/testing/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

let world: World;
let [fay, ada, bob] = [] as unknown as [Member, Member, Member];
beforeAll(async () => {
  world = await startWorld();
  await world.query(`insert into category values ('quiet', 1), ('aloud', 2)`);
  await world.query(`insert into category_text values ('quiet', 'en', 'Quiet', 'Without words')`);
  fay = await moderatorOf(world, 'Fay Writes', 'facilitator');
  ada = await moderatorOf(world, 'Ada Decides', 'admin');
  bob = await moderatorOf(world, 'Bob Decides', 'admin');
});
afterAll(() => world.close());

const { studio, office } = studioCalls(() => world);

test('[STU-7] categories are named and ordered; one in use stays', async () => {
  const made = await studio(fay, 'create', {
    type: 'categorised',
    categoryID: 'quiet',
    name: 'Two breaths',
    language: 'en',
  });
  expect(made.error).toBeUndefined();
  const { categories, revision } = await office(ada, 'categories');
  expect(categories.map(({ categoryID }: { categoryID: string }) => categoryID)).toEqual(['quiet', 'aloud']);
  const loud = { categoryID: 'loud', name: { en: 'Loud', de: 'Laut' }, description: { en: 'With words', de: 'Mit Worten' } };
  expect((await office(ada, 'categories', { revision, categories: [loud] })).error).toBe('category_in_use');
  expect((await office(ada, 'categories')).categories).toEqual(categories);
  const [quiet] = categories;
  expect(await office(ada, 'categories', { revision, categories: [loud, quiet] })).toEqual({ success: true });
  expect((await office(ada, 'categories')).categories).toEqual([loud, quiet]);
  const now = (await office(ada, 'categories')).revision;
  for (const wrong of [
    [quiet, quiet],
    [{ ...quiet, name: { de: 'Leise' } }],
    [{ ...quiet, description: { en: 'Without words', de: 'Ohne Worte' } }],
    [{ ...quiet, name: { en: ' ' } }],
    [{ ...quiet, categoryID: 'Quiet' }],
  ])
    expect((await office(ada, 'categories', { revision: now, categories: wrong })).error, JSON.stringify(wrong)).toBe(
      'validation_failed',
    );
});

test('[STU-20] of two administrators who change the categories at once one is refused, and nothing of the other is lost', async () => {
  const { categories, revision } = await office(ada, 'categories');
  const renamed = (name: string) => categories.map((each: object) => ({ ...each, name: { en: name }, description: {} }));
  const save = (who: Member, name: string) => office(who, 'categories', { revision, categories: renamed(name) });
  const answers = await Promise.all([save(ada, 'By Ada'), save(bob, 'By Bob')]);
  expect(answers.map(({ error }) => error).sort()).toEqual(['categories_changed', undefined]);
  const winner = answers[0].error ? 'By Bob' : 'By Ada';
  const after = await office(ada, 'categories');
  expect(after.categories).toMatchObject(renamed(winner));
  const lines = await world.query(`select actor from act where kind = 'categories changed' order by seq desc limit 2`);
  expect(lines[0]).toEqual({ actor: answers[0].error ? bob.userId : ada.userId });
  // A change of the order, or of one text, makes the revision another one; back to the same list is the same.
  expect((await save(bob, 'Late')).error).toBe('categories_changed');
  const swap = { revision: after.revision, categories: after.categories.toReversed() };
  expect(await office(bob, 'categories', swap)).toEqual({ success: true });
  expect((await office(ada, 'categories', swap)).error).toBe('categories_changed');
  expect((await office(ada, 'categories', { categories })).error).toBe('validation_failed');
  expect((await office(ada, 'categories')).categories).toEqual(swap.categories);
});

test('[STU-21] access to the beta is given and revoked by an administrator, who sees who has it; the ledger has both', async () => {
  const ben = await world.member('Ben Beta');
  const grant = (hasAccess: boolean) => office(ada, 'beta', { personID: ben.userId, hasAccess });
  const access = async () => (await world.query('select beta_access from account where id = $1', [ben.userId]))[0]?.beta_access;
  for (const hasAccess of [true, false]) {
    expect(await grant(hasAccess)).toEqual({ success: true });
    expect(await access()).toBe(hasAccess);
    const { people } = await office(ada, 'people', { words: ben.email });
    expect(people).toMatchObject([{ personID: ben.userId, betaAccess: hasAccess }]);
  }
  expect(await world.query('select kind, actor from act where subject = $1 order by seq', [ben.userId])).toEqual([
    { kind: 'beta access granted', actor: ada.userId },
    { kind: 'beta access revoked', actor: ada.userId },
  ]);
  expect((await office(ada, 'beta', { personID: 'f7a0a0a0-0000-4000-8000-000000000000', hasAccess: true })).error).toBe(
    'not_found',
  );
});
