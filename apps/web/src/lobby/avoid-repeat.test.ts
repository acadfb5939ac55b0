import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A page that is loaded with this storage. */
async function page(storage: Partial<Storage>) {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage);
  return import('./avoid-repeat.ts');
}

function keeping(): Partial<Storage> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test('[WEB-120] to skip people met within the hour is kept in the browser for each type by itself', async () => {
  const storage = keeping();
  const first = await page(storage);
  expect(first.avoidRepeat.get()).toEqual({});
  first.setAvoidRepeat('themirror', true);
  first.setAvoidRepeat('oneminute', true);
  first.setAvoidRepeat('oneminute', false);
  const later = await page(storage);
  expect(later.avoidRepeat.get()).toEqual({ themirror: true, oneminute: false });
  expect(later.avoidRepeat.get().threequestions).toBeUndefined();
});

test('[WEB-120] without storage, or with one that cannot be read, the choice holds until the page is left', async () => {
  const refuses = () => {
    throw new Error('refused');
  };
  const { avoidRepeat, setAvoidRepeat } = await page({ getItem: refuses, setItem: refuses });
  setAvoidRepeat('themirror', true);
  expect(avoidRepeat.get()).toEqual({ themirror: true });
  expect((await page({ getItem: () => '{not json' })).avoidRepeat.get()).toEqual({});
});
