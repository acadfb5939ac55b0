import { shippedDurations } from '@unspoken/contract/durations';
import type { WireAddition } from '@unspoken/contract/encounters';
import type { Softness, Statements } from '@unspoken/contract/statements';
import { expect, test } from 'vitest';
import type { Person } from './model.ts';
import type { Wishes } from './ports.ts';
import { isSoft, noWishes, wishesAfter } from './statements.ts';
import { Testbed } from './testbed.ts';

interface Begun {
  readonly wishes?: Partial<Wishes>;
  readonly person?: Partial<Person>;
  /** What the pages of both have, and what this page has. */
  readonly additions?: readonly WireAddition[];
  readonly own?: readonly WireAddition[];
}

/** A user within the minute, who has wished this before. */
async function inMinute({
  wishes = {},
  person = {},
  additions = ['signs', 'soft'],
  own = additions,
}: Begun = {}): Promise<Testbed> {
  const bed = new Testbed(person, {}, { additions: own, wishes });
  bed.shared = additions;
  await bed.begin();
  return bed;
}

const said = (bed: Testbed, name: string) => bed.sent(name).map(({ payload }) => payload.payload);
const hear = (bed: Testbed, name: 'signs' | 'soft', payload: object) => bed.message(name, { payload });
const soft = (isWished: boolean, isClear = false): Softness => ({ isWished, isClear });
const lastSoft = (bed: Testbed) => bed.softened.at(-1) ?? false;

/** A page that was reloaded in the minute of the room; `partner`: what the room says of the partner. */
async function reloaded(bed: Testbed, partner: Statements): Promise<void> {
  bed.rememberedRoom = 'room';
  bed.answers['room:join'] = { ok: true, position: 2, heard: 7, told: 4, additions: ['soft'], partner };
  const now = bed.clock.now();
  const snapshot = { userState: 'connected', roomID: 'room', position: 2, startsAt: now - 5_000, now } as const;
  bed.hear({ type: 'snapshot arrived', snapshot });
  await bed.settle();
}

test('[SIDE-76] a wish makes what is sent soft before anything is sent, and is said once both pages are known to have it', async () => {
  const bed = new Testbed({}, {}, { additions: ['soft'] });
  await bed.prepare();
  // A page that joins again before Start learns of both pages early.
  bed.answers['room:join'] = { ok: true, position: 2, heard: 0, told: 1, additions: ['soft'] };
  bed.do({ type: 'wishes changed', wishes: { isSoft: true } });
  bed.hear({ type: 'socket disconnected' });
  bed.hear({ type: 'socket connected' });
  await bed.settle();
  expect(bed.context.additions).toEqual(['soft']);
  expect([isSoft(bed.context), bed.keptWishes.isSoft, bed.pictures]).toEqual([true, true, []]);
  await bed.settle();
  expect(lastSoft(bed)).toBe(true);
  expect(said(bed, 'soft')).toEqual([]);
  bed.clock.advance(10_000);
  bed.do({ type: 'start pressed' });
  bed.beginAfterStart();
  expect(said(bed, 'soft')).toEqual([soft(true)]);
  expect(isSoft(bed.context)).toBe(true);
});

test('[SIDE-76] both pictures stay soft until both have asked to see clearly, in either order', async () => {
  for (const first of ['we', 'they'] as const) {
    const bed = await inMinute({ wishes: { isSoft: true } });
    const ask = () => bed.do({ type: 'see clearly pressed' });
    const theirs = () => hear(bed, 'soft', soft(false, true));
    if (first === 'we') ask();
    else theirs();
    expect([isSoft(bed.context), lastSoft(bed)]).toEqual([true, true]);
    if (first === 'we') theirs();
    else ask();
    expect([isSoft(bed.context), lastSoft(bed)]).toEqual([false, false]);
    expect(said(bed, 'soft')).toEqual([soft(true), soft(true, true)]);
    // Pressed again, it says nothing more.
    ask();
    expect(said(bed, 'soft')).toHaveLength(2);
  }
});

test('[SIDE-76] the wish of the partner makes both soft, too', async () => {
  const bed = await inMinute();
  expect([isSoft(bed.context), bed.softened]).toEqual([false, []]);
  // Nobody has wished it: there is nothing to ask for.
  bed.do({ type: 'see clearly pressed' });
  expect(said(bed, 'soft')).toEqual([]);
  hear(bed, 'soft', soft(true));
  expect([isSoft(bed.context), lastSoft(bed)]).toEqual([true, true]);
  bed.do({ type: 'see clearly pressed' });
  expect([isSoft(bed.context), said(bed, 'soft')]).toEqual([true, [soft(false, true)]]);
  hear(bed, 'soft', soft(true, true));
  expect([isSoft(bed.context), lastSoft(bed)]).toEqual([false, false]);
  // Their page was opened again, without its memory.
  hear(bed, 'soft', soft(true, false));
  expect([isSoft(bed.context), lastSoft(bed)]).toEqual([true, true]);
});

test('[SIDE-76] where the page of the partner has no soft pictures, one’s own wish stands alone', async () => {
  const bed = await inMinute({ wishes: { isSoft: true }, additions: [], own: ['soft'] });
  expect([isSoft(bed.context), said(bed, 'soft')]).toEqual([true, []]);
  bed.do({ type: 'see clearly pressed' });
  expect([isSoft(bed.context), lastSoft(bed), said(bed, 'soft')]).toEqual([false, false, []]);
});

test('[SIDE-76] what was wished in another tab since counts for the next request', async () => {
  const bed = new Testbed({}, {}, { additions: ['soft'] });
  bed.keptWishes = { ...bed.keptWishes, isSoft: true };
  await bed.begin();
  expect(isSoft(bed.context)).toBe(true);
});

test('[SIDE-76] an installation without soft pictures knows no such wish', async () => {
  const bed = await inMinute({ wishes: { isSoft: true }, additions: ['signs'], own: ['signs'] });
  expect([isSoft(bed.context), bed.softened]).toEqual([false, []]);
});

test('[SIDE-77] a reload keeps what was asked for in this room, and learns what the partner has said', async () => {
  const before = await inMinute({ wishes: { isSoft: true } });
  before.do({ type: 'see clearly pressed' });
  expect(before.rememberedClear).toBe('room');
  for (const [remembered, partner, expected] of [
    ['room', { soft: soft(true, true) }, false],
    ['room', { soft: soft(true) }, true],
    ['another', { soft: soft(true, true) }, true],
    [undefined, { soft: soft(true, true) }, true],
  ] as const) {
    const bed = new Testbed({}, {}, { additions: ['soft'], wishes: { isSoft: true } });
    bed.rememberedClear = remembered;
    await reloaded(bed, partner);
    expect([remembered, partner, isSoft(bed.context)]).toEqual([remembered, partner, expected]);
    expect(said(bed, 'soft')).toEqual([soft(true, remembered === 'room')]);
    // The room has taken seven messages of the page before.
    expect(bed.sent('soft').map(({ payload }) => Number(payload.n) > 7)).toEqual([true]);
    // The first connection is opened as it is to stay.
    expect(bed.softened).toEqual(expected ? [true] : []);
  }
});

test('[SIDE-77] clear pictures can be asked for while the page comes back', async () => {
  const bed = new Testbed({}, {}, { additions: ['soft'], wishes: { isSoft: true } });
  bed.camera = 'stays silent';
  await reloaded(bed, { soft: soft(true, true) });
  expect([bed.has('we are coming back'), isSoft(bed.context)]).toEqual([true, true]);
  bed.do({ type: 'see clearly pressed' });
  expect([isSoft(bed.context), said(bed, 'soft').at(-1)]).toEqual([false, soft(true, true)]);
});

test('[SIDE-77] what the other page has is learnt from what it says, and from the room when it says so again', async () => {
  const bed = await inMinute({ wishes: { isSoft: true }, additions: [], own: ['soft'] });
  expect(said(bed, 'soft')).toEqual([]);
  hear(bed, 'soft', soft(false));
  bed.do({ type: 'see clearly pressed' });
  expect([isSoft(bed.context), said(bed, 'soft')]).toEqual([true, [soft(true, true)]]);

  const again = await inMinute({ wishes: { isSoft: true }, additions: [], own: ['soft'] });
  const now = again.clock.now();
  again.hear({ type: 'start announced', begin: { roomID: 'room', startsAt: now - 1_000, now, additions: ['soft'] } });
  expect(said(again, 'soft')).toEqual([soft(true)]);
  again.hear({ type: 'start announced', begin: { roomID: 'another', startsAt: now, now, additions: ['signs'] } });
  expect(again.context.additions).toEqual(['soft']);
});

test('[SIDE-77] one press alone clears nothing while it is not known what the other page has', async () => {
  const bed = new Testbed({}, {}, { additions: ['soft'], wishes: { isSoft: true } });
  await bed.pressStart();
  bed.message('ready');
  bed.peer({ type: 'peer connected' });
  bed.hear({ type: 'socket disconnected' });
  bed.watch(shippedDurations.introDuration + 1_000);
  expect([bed.state, bed.context.startNamed]).toEqual(['connected', false]);
  bed.do({ type: 'see clearly pressed' });
  expect(isSoft(bed.context)).toBe(true);
});

test('[SIDE-77] the next room begins as it was wished', async () => {
  const bed = await inMinute({ wishes: { isSoft: true } });
  bed.do({ type: 'see clearly pressed' });
  hear(bed, 'soft', soft(true, true));
  bed.do({ type: 'end pressed' });
  expect(bed.rememberedClear).toBe(undefined);
});

test('[SIDE-78] only what is wished is said, and that it is the first minute only by users who have completed none', async () => {
  const all = { firstMinute: true, cannotSee: true };
  expect(said(await inMinute(), 'signs')).toEqual([]);
  expect(said(await inMinute({ wishes: all }), 'signs')).toEqual([{ cannotSee: true }]);
  expect(said(await inMinute({ wishes: all, person: { isNew: true } }), 'signs')).toEqual([all]);
  expect(said(await inMinute({ wishes: { firstMinute: true } }), 'signs')).toEqual([]);
  expect(said(await inMinute({ wishes: all, additions: ['soft'], own: ['signs', 'soft'] }), 'signs')).toEqual([]);
});

test('[SIDE-78] what the partner says is known until the room is left', async () => {
  const bed = await inMinute();
  hear(bed, 'signs', { firstMinute: true });
  hear(bed, 'soft', soft(true));
  expect(bed.context.heard).toEqual({ signs: { firstMinute: true }, soft: soft(true) });
  hear(bed, 'signs', {});
  expect(bed.context.heard.signs).toEqual({});
});

test('[SIDE-78] users who say that they hear the partner do hear them: one is not wished without the other', () => {
  const hears = { ...noWishes, hearsPresence: true };
  const both = { ...hears, cannotSee: true };
  expect(wishesAfter(noWishes, { cannotSee: true })).toEqual(both);
  expect(wishesAfter(both, { hearsPresence: false })).toEqual(noWishes);
  expect(wishesAfter(both, { cannotSee: false })).toEqual(hears);
  expect(wishesAfter(noWishes, { hearsPresence: true })).toEqual(hears);
  expect(wishesAfter(both, { isSoft: true })).toEqual({ ...both, isSoft: true });
});
