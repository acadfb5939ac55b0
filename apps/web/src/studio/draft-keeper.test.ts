import { isSameScript, newDraft } from '@unspoken/contract/drafts';
import type { ErrorCode } from '@unspoken/contract/errors';
import type { Script } from '@unspoken/contract/scripts';
import { expect, test } from 'vitest';
import { CallError } from '../platform/api.ts';
import { type Draft, DraftKeeper } from './draft-keeper.ts';

const base = newDraft({ name: 'Breath', language: 'en' });
const script = (name: string): Script => ({ ...base, name: { en: name } });
const failure = (code: ErrorCode | 'unreachable') => new CallError(code, code);

/** A server that can be held, a clock that is moved by hand, and the copy in the browser. */
function bench(revision = 3) {
  const server: Draft = { script: script('first'), revision };
  const world = {
    server,
    now: 0,
    copy: undefined as Draft | undefined,
    /** What the next requests answer instead. */
    failures: [] as (CallError | 'lost')[],
    saves: 0,
    timers: [] as { at: number; run: () => void }[],
    held: undefined as Promise<void> | undefined,
    async pass(ms: number) {
      const end = world.now + ms;
      for (;;) {
        const due = world.timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
        if (!due) break;
        world.timers.splice(world.timers.indexOf(due), 1);
        world.now = due.at;
        due.run();
        await settled();
      }
      world.now = end;
      await settled();
    },
  };
  const keeper = new DraftKeeper(revision, {
    async save(draft) {
      world.saves++;
      await world.held;
      const fails = world.failures.shift();
      if (fails && fails !== 'lost') throw fails;
      if (draft.revision !== world.server.revision) throw failure('draft_changed');
      world.server = { script: draft.script, revision: draft.revision + 1 };
      if (fails) throw failure('unreachable');
      return world.server.revision;
    },
    async read() {
      const fails = world.failures.shift();
      if (fails && fails !== 'lost') throw fails;
      return world.server;
    },
    copy: (unsaved) => {
      world.copy = unsaved;
    },
    now: () => world.now,
    after: (ms, run) => {
      const timer = { at: world.now + ms, run };
      world.timers.push(timer);
      return () => void world.timers.splice(world.timers.indexOf(timer) >>> 0, 1);
    },
  });
  return { world, keeper };
}
const settled = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

test('a draft is saved a second after the last change, and its copy is kept until then', async () => {
  const { world, keeper } = bench();
  keeper.changed(script('a'));
  await world.pass(900);
  keeper.changed(script('ab'));
  expect(keeper.keeping.get()).toEqual({ state: 'unsaved' });
  expect(world.copy).toEqual({ script: script('ab'), revision: 3 });
  await world.pass(999);
  expect(world.saves).toBe(0);
  await world.pass(1);
  expect(world.server).toEqual({ script: script('ab'), revision: 4 });
  expect(keeper.keeping.get()).toEqual({ state: 'saved', at: 1_900 });
  expect([world.copy, keeper.revision, world.timers.length]).toEqual([undefined, 4, 0]);
});

test('what is written while a request is under way is saved after it', async () => {
  const { world, keeper } = bench();
  let release = () => {};
  world.held = new Promise((resolve) => {
    release = resolve;
  });
  keeper.changed(script('a'));
  await world.pass(1_000);
  keeper.changed(script('ab'));
  await world.pass(5_000);
  expect(world.saves).toBe(1);
  release();
  world.held = undefined;
  await settled();
  expect(world.copy).toEqual({ script: script('ab'), revision: 4 });
  await world.pass(1_000);
  expect(world.server).toEqual({ script: script('ab'), revision: 5 });
  expect(keeper.keeping.get().state).toBe('saved');
});

test('a lost line is tried again until it is back; nothing is lost and the state says so', async () => {
  const { world, keeper } = bench();
  world.failures.push(failure('unreachable'), failure('unavailable'), failure('too_many_requests'));
  keeper.changed(script('a'));
  await world.pass(1_000);
  expect(keeper.keeping.get()).toEqual({ state: 'offline' });
  keeper.changed(script('ab'));
  expect([keeper.keeping.get().state, world.copy?.script]).toEqual(['offline', script('ab')]);
  await world.pass(60_000);
  expect(world.server).toEqual({ script: script('ab'), revision: 4 });
  expect([world.saves, keeper.keeping.get().state, world.copy]).toEqual([4, 'saved', undefined]);
});

test('an answer that was lost is no conflict', async () => {
  const { world, keeper } = bench();
  world.failures.push('lost');
  keeper.changed(script('a'));
  await world.pass(10_000);
  expect([world.server.revision, keeper.revision, keeper.keeping.get().state]).toEqual([4, 4, 'saved']);
  keeper.changed(script('ab'));
  await world.pass(1_000);
  expect(world.server).toEqual({ script: script('ab'), revision: 5 });
});

test('a change made elsewhere is never overwritten until the author has chosen', async () => {
  const { world, keeper } = bench();
  world.server = { script: script('theirs'), revision: 7 };
  keeper.changed(script('mine'));
  await world.pass(1_000);
  expect(keeper.keeping.get()).toEqual({ state: 'conflict', theirs: { script: script('theirs'), revision: 7 } });
  keeper.changed(script('mine too'));
  await keeper.flush();
  await world.pass(120_000);
  expect([world.server.script, world.copy?.script]).toEqual([script('theirs'), script('mine too')]);
  await keeper.resolve(script('mine too'));
  await settled();
  expect(world.server).toEqual({ script: script('mine too'), revision: 8 });
  expect([keeper.keeping.get().state, world.copy]).toEqual(['saved', undefined]);
});

test('a conflict that cannot be read yet is looked at again', async () => {
  const { world, keeper } = bench();
  world.server = { script: script('theirs'), revision: 7 };
  world.failures.push(failure('draft_changed'), failure('unreachable'));
  keeper.changed(script('mine'));
  await world.pass(1_000);
  expect(keeper.keeping.get().state).toBe('offline');
  await world.pass(2_000);
  expect(keeper.keeping.get().state).toBe('conflict');
});

test('what the service refuses is said, and tried again with the next change or by hand', async () => {
  const { world, keeper } = bench();
  world.failures.push(failure('forbidden'));
  keeper.changed(script('a'));
  await world.pass(60_000);
  expect([keeper.keeping.get().state, world.saves]).toEqual(['refused', 1]);
  await keeper.flush();
  expect([keeper.keeping.get().state, world.server.script]).toEqual(['saved', script('a')]);
});

test('a closed page saves at once what is not saved, and runs no timer afterwards', async () => {
  const { world, keeper } = bench();
  keeper.changed(script('a'));
  await keeper.flush();
  keeper.close();
  expect(world.server.script).toEqual(script('a'));
  keeper.changed(script('ab'));
  expect(world.timers).toEqual([]);
});

test('scripts are compared by what they say', () => {
  expect(isSameScript({ a: 1, b: { c: [1, { d: 2, e: 3 }] } }, { b: { c: [1, { e: 3, d: 2 }] }, a: 1 })).toBe(true);
  expect(isSameScript({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});
