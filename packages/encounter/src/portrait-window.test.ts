import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import { Testbed } from './testbed.ts';

/** A user before their own picture, where there are portrait windows. */
async function preparing(choices: Testbed['windowChoices'] = {}, connecting: Testbed['connecting'] = {}): Promise<Testbed> {
  const bed = new Testbed({}, {}, { windows: true });
  Object.assign(bed.windowChoices, choices);
  bed.connecting = connecting;
  await bed.prepare();
  bed.clock.advance(durations.startButtonDelay);
  return bed;
}

async function choose(bed: Testbed, isFramed: boolean): Promise<void> {
  bed.do({ type: 'window chosen', isFramed });
  await bed.settle();
}

const own = (bed: Testbed) => bed.context.camera?.isFramed;

test('[SIDE-72] strangers meet with a window unless they have chosen otherwise, people who know each other without', async () => {
  expect(own(await preparing())).toBe(true);
  expect(own(await preparing({ strangers: false, acquaintances: true }))).toBe(false);
  const group = { groupSpace: 'a group' };
  expect(own(await preparing({}, group))).toBe(true);
  const circle = { poolType: 'myCircle' } as const;
  const known = new Testbed({ circleMatched: 1 }, {}, { windows: true });
  known.connecting = circle;
  await known.prepare();
  expect(own(known)).toBe(false);
  const invited = await preparing(
    { acquaintances: true },
    { poolType: 'personalInvite', invitation: { code: 'code', own: false } },
  );
  expect(own(invited)).toBe(true);
});

test.each([undefined, false])('[SIDE-72] where windows are %s nobody is framed', async (windows) => {
  const bed = new Testbed({}, {}, { windows });
  bed.windowChoices.strangers = true;
  await bed.prepare();
  expect([own(bed), bed.context.isFramed]).toEqual([false, false]);
});

test('[SIDE-72] before Start it is switched on and off, and the choice is kept for such company', async () => {
  const bed = await preparing();
  await choose(bed, false);
  expect([own(bed), bed.windowChoices]).toEqual([false, { strangers: false }]);
  await choose(bed, true);
  expect([own(bed), bed.windowChoices, bed.state]).toEqual([true, { strangers: true }, 'preparing']);
  expect(bed.called.filter((each) => each === 'camera stopped')).toHaveLength(2);
});

test('[SIDE-72] while the other picture is awaited nothing is shown, and Start waits', async () => {
  const bed = await preparing({ strangers: false });
  bed.do({ type: 'window chosen', isFramed: true });
  expect(bed.context.camera).toBeUndefined();
  bed.do({ type: 'start pressed' });
  expect(bed.state).toBe('preparing');
  await bed.settle();
  bed.do({ type: 'start pressed' });
  expect([bed.state, bed.shown.map(({ isFramed }) => isFramed)]).toEqual(['ready', [true]]);
});

test('[SIDE-72] a camera that is refused while the other picture is awaited is asked for again', async () => {
  const bed = await preparing();
  bed.camera = 'is refused';
  bed.do({ type: 'window chosen', isFramed: false });
  bed.camera = 'opens';
  await bed.settle();
  expect([bed.state, own(bed)]).toEqual(['preparing', false]);
});

test('[SIDE-72] after Start nothing switches it off, and a camera that comes back is framed, or stays lost', async () => {
  const bed = new Testbed({}, {}, { windows: true });
  await bed.begin();
  bed.do({ type: 'window chosen', isFramed: false });
  await bed.settle();
  expect([bed.shown.length, bed.windowChoices]).toEqual([1, {}]);
  bed.framesCameras = false;
  bed.loseCamera();
  await bed.settle();
  bed.watch(3 * durations.cameraRetry);
  await bed.settle();
  expect([bed.state, bed.shown.length]).toEqual(['connected', 1]);
  bed.framesCameras = true;
  bed.watch(durations.cameraRetry);
  await bed.settle();
  expect(bed.shown.map(({ isFramed }) => isFramed)).toEqual([true, true]);
  expect(bed.sent('ready').at(-1)?.payload.payload).toEqual({ camera: 'back' });
});

test('[SIDE-72] another camera that opens just after Start without a window counts as lost', async () => {
  const bed = await preparing();
  bed.framesCameras = false;
  bed.do({ type: 'camera chosen', deviceId: 'desk' });
  bed.do({ type: 'start pressed' });
  await bed.settle();
  expect(bed.state).toBe('ready');
  expect(bed.shown.map(({ isFramed }) => isFramed)).toEqual([true]);
  expect(bed.sent('ready').at(-1)?.payload.payload).toEqual({ camera: 'lost' });
});

test('[SIDE-72] a picture that cannot be cut is sent whole, also when its camera comes back', async () => {
  const bed = new Testbed({}, {}, { windows: true });
  bed.framesCameras = false;
  await bed.begin();
  expect(bed.context.isFramed).toBe(false);
  bed.loseCamera();
  await bed.settle();
  bed.watch(durations.cameraRetry);
  await bed.settle();
  expect(bed.shown.map(({ isFramed }) => isFramed)).toEqual([false, false]);
});

const resumed = (bed: Testbed) => {
  const now = bed.clock.now();
  bed.rememberedRoom = 'room';
  bed.hear({
    type: 'snapshot arrived',
    snapshot: { userState: 'connected', roomID: 'room', position: 1, startsAt: now - 20_000, now },
  });
};

test('[SIDE-72] a reloaded page shows its user as before, or not at all', async () => {
  const first = new Testbed({}, {}, { windows: true });
  await first.begin();
  expect(first.rememberedFramed).toBe(true);
  for (const [wasFramed, canBeCut, shown] of [
    [true, true, [true]],
    [false, true, [false]],
    [true, false, []],
  ] as const) {
    const bed = new Testbed({}, {}, { windows: true });
    Object.assign(bed, { rememberedFramed: wasFramed, framesCameras: canBeCut });
    resumed(bed);
    await bed.settle();
    expect(bed.shown.map(({ isFramed }) => isFramed)).toEqual(shown);
    expect(bed.state).toBe(canBeCut ? 'connected' : 'mediaDenied');
  }
});

test('[SIDE-72] the next room begins without what was kept for this one', async () => {
  const bed = new Testbed({}, {}, { windows: true });
  await bed.begin();
  bed.watch(durations.connectionDuration);
  expect([bed.rememberedFramed, bed.state]).toEqual([false, 'disconnected']);
});

test('[SIDE-72] a camera that cannot be cut takes Start away until its user has seen that', async () => {
  const bed = await preparing();
  bed.framesCameras = false;
  bed.do({ type: 'camera chosen', deviceId: 'desk' });
  await bed.settle();
  bed.do({ type: 'start pressed' });
  expect([bed.state, own(bed), bed.shown]).toEqual(['preparing', false, []]);
  bed.clock.advance(durations.startButtonDelay);
  bed.do({ type: 'start pressed' });
  expect([bed.state, bed.shown.map(({ isFramed }) => isFramed)]).toEqual(['ready', [false]]);
});

test('[SIDE-72] the same choice again changes nothing; a choice among people who know each other is theirs', async () => {
  const bed = await preparing();
  await choose(bed, true);
  await choose(bed, true);
  expect([own(bed), bed.called.includes('camera stopped')]).toEqual([true, false]);
  const invited = await preparing({}, { poolType: 'personalInvite', invitation: { code: 'code', own: false } });
  await choose(invited, true);
  expect(invited.windowChoices).toEqual({ acquaintances: true });
});

test('[SIDE-72] who was seen whole at Start may come back in a window', async () => {
  const bed = new Testbed({}, {}, { windows: true });
  bed.framesCameras = false;
  await bed.begin();
  bed.framesCameras = true;
  bed.loseCamera();
  await bed.settle();
  bed.watch(durations.cameraRetry);
  await bed.settle();
  expect(bed.shown).toHaveLength(2);
});

test('[SIDE-9] a camera that is lost when the minute begins is asked for until it is back', async () => {
  const bed = new Testbed();
  await bed.pressStart();
  bed.camera = 'is refused';
  bed.loseCamera();
  await bed.settle();
  bed.beginAfterStart();
  await bed.settle();
  expect([bed.state, bed.shown.length]).toEqual(['connected', 1]);
  bed.camera = 'opens';
  bed.watch(durations.cameraRetry);
  await bed.settle();
  expect(bed.shown).toHaveLength(2);
  expect(bed.sent('ready').at(-1)?.payload.payload).toEqual({ camera: 'back' });
});
