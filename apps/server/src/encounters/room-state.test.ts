import { shippedDurations as durations } from '@unspoken/contract/durations';
import { expect, test } from 'vitest';
import {
  abandoned,
  type Begun,
  begun,
  bothReady,
  type Confirmed,
  confirmed,
  dissolved,
  ended,
  opened,
  takenOver,
} from './room-state.ts';

const now = 1_000_000;
const prepared: Confirmed = { phase: 'confirmed', confirmedAt: now - 20_000, bothReadyAt: undefined };
const running: Begun = { phase: 'begun', confirmedAt: now - 30_000, startsAt: now - 10_000, takeover: undefined };

test('a room opens with the limit of its greeting, which the confirmation replaces by the limit of both Starts', () => {
  expect(opened(durations)).toEqual({
    state: { phase: 'greeting' },
    timers: { greeting: durations.peerNoAnswerTimeout },
    effects: [],
  });
  expect(confirmed(now, durations)).toEqual({
    state: { phase: 'confirmed', confirmedAt: now, bothReadyAt: undefined },
    timers: { ready: durations.readyLimit + durations.grace },
    effects: [{ kind: 'record confirmation', at: now }, { kind: 'wait for absent sides' }],
  });
});

test('when both have pressed Start, the limit of connecting starts beside the other', () => {
  expect(bothReady(prepared, now, durations)).toEqual({
    state: { ...prepared, bothReadyAt: now },
    timers: { connect: durations.connectLimit + durations.grace },
    effects: [],
  });
});

test('the minute starts when the intro is over, and never sooner than the message can reach both', () => {
  const introLeft = durations.introDuration - durations.beginLead;
  const startsAt = (bothReadyAt: number) => begun(prepared, bothReadyAt, now, durations).state.startsAt;
  expect(startsAt(now)).toBe(now + durations.introDuration);
  expect(startsAt(now - introLeft + 1)).toBe(now + durations.beginLead + 1);
  expect(startsAt(now - introLeft)).toBe(now + durations.beginLead);
  expect(startsAt(now - introLeft - 1)).toBe(now + durations.beginLead);
  const { state, timers, effects } = begun(prepared, now, now, durations);
  expect(state).toMatchObject({ phase: 'begun', confirmedAt: prepared.confirmedAt, takeover: undefined });
  expect(timers).toEqual({ minute: durations.introDuration + durations.connectionDuration });
  expect(effects.map(({ kind }) => kind)).toEqual(['record start', 'report start', 'count start']);
});

test('a minute that is taken over keeps its end; what has passed of the time to return counts', () => {
  const { connectionDuration, rejoinConnected } = durations;
  const of = (startsAt: number) => {
    const { state, timers, effects } = takenOver(startsAt, now, durations);
    return [state.takeover?.returnWait, timers.minute, effects.map(({ kind }) => kind)];
  };
  expect(of(now)).toEqual([Math.max(rejoinConnected - connectionDuration, 0), connectionDuration, ['report start']]);
  expect(of(now - connectionDuration)).toEqual([rejoinConnected, 0, ['report start']]);
  expect(of(now - connectionDuration + 1_000)).toEqual([rejoinConnected - 1_000, 1_000, ['report start']]);
  expect(of(now - connectionDuration - 1_000)).toEqual([rejoinConnected, -1_000, ['report start']]);
});

test('the end records what it was: its reasons by position, and how much of the minute there was', () => {
  const record = (state: Confirmed | Begun, reasons: Parameters<typeof ended>[1], at = now) =>
    ended(state, reasons, at, durations).effects.find(({ kind }) => kind === 'record end');
  expect(record(prepared, ['cancel_self', 'cancel_other'])).toMatchObject({
    end: { endedAt: now, reasonA: 'cancel_self', reasonB: 'cancel_other', completed: false, duration: 0 },
  });
  expect(record(running, ['natural', 'natural'])).toMatchObject({ end: { completed: true, duration: 10_000 } });
  expect(record(running, ['manual_other', 'manual_self'])).toMatchObject({ end: { reasonA: 'manual_other', completed: false } });
  expect(record(running, ['natural', 'natural'], running.startsAt - 1)).toMatchObject({ end: { duration: 0 } });
  expect(record(running, ['natural', 'natural'], now + durations.connectionDuration)).toMatchObject({
    end: { duration: durations.connectionDuration },
  });
  expect(ended(running, ['natural', 'natural'], now, durations)).toMatchObject({
    state: { phase: 'ended', startsAt: running.startsAt },
    timers: { keep: durations.endedRoomLife },
  });
});

test('a dissolved room and one that another process runs end without a record here', () => {
  expect(dissolved()).toEqual({
    state: { phase: 'ended', startsAt: undefined },
    timers: {},
    effects: [{ kind: 'count dissolution' }],
  });
  expect(abandoned(running)).toEqual({ state: { phase: 'ended', startsAt: running.startsAt }, timers: {}, effects: [] });
  expect(abandoned(prepared).state).toEqual({ phase: 'ended', startsAt: undefined });
});
