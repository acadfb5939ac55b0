import { monitorEventLoopDelay } from 'node:perf_hooks';
import { connectionPaths, endReasons } from '@unspoken/contract/encounters';
import type { AccountsModule } from '../accounts/module.ts';
import { attemptResults } from '../accounts/service.ts';
import type { EncounterEvent } from '../encounters/service.ts';
import type { Matchmaking } from '../matchmaking/service.ts';
import type { Jobs } from '../platform/jobs.ts';
import { type PushResult, pushResults } from '../platform/push/push-sender.ts';
import type { Gateway } from '../platform/socket/gateway.ts';
import type { Presence } from '../presence/service.ts';
import type { Meters } from './meters.ts';

/** Buckets from an immediate pairing to a wait of ten minutes, s. */
const waitBounds = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
/** Buckets from an immediate first frame to a very late one, s. */
const frameBounds = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 8, 15];

/** How often the delay of the event loop is sampled, ms. */
const resolution = 20;

export type AccountEvents = Pick<AccountsModule, 'onSignInAttempt' | 'onGatedRegistration'>;

/** Counts the events of encounters. */
export function countEncounters(meters: Meters): (note: EncounterEvent) => void {
  const waited = meters.histogram(
    { name: 'pairing_wait_seconds', description: 'How long the waiting person of each pair had waited, by pool.' },
    waitBounds,
  );
  const firstFrame = meters.histogram(
    { name: 'first_frame_seconds', description: 'From both having pressed Start to a side seeing the other.' },
    frameBounds,
  );
  const ended = meters.counter(
    { name: 'encounter_sides_ended', description: 'Sides of confirmed encounters, by how they ended.' },
    endReasons.map((reason) => ({ reason })),
  );
  const begun = meters.counter({ name: 'encounters_begun', description: 'Encounters in which both saw each other.' });
  const failed = meters.counter({
    name: 'connections_failed',
    description: 'Encounters that a machine gave up, for no path was found.',
  });
  const unmet = meters.counter({
    name: 'pairings_dissolved',
    description: 'Pairings in which the two did not greet each other.',
  });
  const path = meters.counter(
    { name: 'encounter_paths', description: 'How the pictures of encounters went.' },
    connectionPaths.map((each) => ({ path: each })),
  );
  return (note) => {
    if (note.kind === 'paired') waited(note.waited / 1_000, { pool: note.pool });
    else if (note.kind === 'seen') firstFrame(note.after / 1_000);
    else if (note.kind === 'dissolved') unmet();
    else if (note.kind === 'begun') begun();
    else if (note.kind === 'failed') failed();
    else if (note.kind === 'ended') for (const reason of note.reasons) ended({ reason });
    else if (note.kind === 'path') path({ path: note.path });
  };
}

/** Counts the cases of which moderators are notified by mail. */
export const countAlarms = (meters: Meters): (() => void) =>
  meters.counter({
    name: 'moderation_alarms',
    description: 'Cases with a report the machine was not to act on, of which moderators were notified by mail.',
  });

/** Counts attempts to sign in with a password, and registrations that join the waiting list because of very many others. */
export function countAccounts(meters: Meters, { onSignInAttempt, onGatedRegistration }: AccountEvents): void {
  const attempted = meters.counter(
    {
      name: 'sign_in_attempts',
      description: 'Attempts to sign in with a password, by what came of them; refused ones came too often.',
    },
    attemptResults.map((result) => ({ result })),
  );
  onSignInAttempt((result) => attempted({ result }));
  const gated = meters.counter({
    name: 'registrations_gated',
    description: 'Registrations that joined the waiting list because there were very many within an hour.',
  });
  onGatedRegistration(() => gated());
}

/** Counts the waits that could not be recorded. */
export const countDroppedWaits = (meters: Meters): (() => void) =>
  meters.counter({
    name: 'waits_dropped',
    description: 'Ended waits that were never recorded, because the database could not be written for long.',
  });

/** Counts messages to push services by what came of them. */
export function countPushes(meters: Meters): (result: PushResult) => void {
  const count = meters.counter(
    { name: 'pushes', description: 'Messages to push services, by what came of them.' },
    pushResults.map((result) => ({ result })),
  );
  return (result) => count({ result });
}

/** A gauge of the reminders of gatherings: how late they are. */
export const watchReminders = (meters: Meters, overdue: () => Promise<number>): void =>
  meters.gauge(
    { name: 'gathering_reminders_overdue_seconds', description: 'How long the oldest reminder that is due has not been mailed.' },
    async () => [[(await overdue()) / 1_000]],
  );

/** Gauges of the payment provider: for how long it has not answered, and what has been waiting to be done there. */
export function watchPayments(meters: Meters, of: { silentFor: () => Promise<number>; undoneFor: () => Promise<number> }): void {
  meters.gauge(
    { name: 'payment_provider_silent_seconds', description: 'For how long the payment provider has not answered.' },
    async () => [[(await of.silentFor()) / 1_000]],
  );
  meters.gauge(
    {
      name: 'payments_undone_seconds',
      description: 'How long the oldest has waited of what is to be ended, paused or given back at the payment provider.',
    },
    async () => [[(await of.undoneFor()) / 1_000]],
  );
}

export interface Watched {
  readonly presence: Presence;
  readonly matchmaking: Matchmaking;
  readonly gateway: Gateway;
  readonly jobs: Jobs;
}

/** A gauge for each service that the process depends on: whether it answers. */
export function watchParts(meters: Meters, checks: Readonly<Record<string, () => Promise<unknown>>>): void {
  const reached = async ([part, check]: [string, () => Promise<unknown>]): Promise<[number, { part: string }]> => {
    const value = await check().then(
      () => 1,
      () => 0,
    );
    return [value, { part }];
  };
  meters.gauge({ name: 'part_reachable', description: 'Whether this process reaches what it shares with others: 1 or 0.' }, () =>
    Promise.all(Object.entries(checks).map(reached)),
  );
}

/** Shares one call among all callers that arrive before it has been answered. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= ask().finally(() => {
      pending = undefined;
    });
    return pending;
  };
}

/**
 * Gauges that are read at each collection: presence, queues, unfinished jobs, and the state of the process. Returns a
 * function that stops them.
 */
export function watch(meters: Meters, { presence, matchmaking, gateway, jobs }: Watched): () => void {
  const backlog = shared(() => jobs.waiting());
  meters.gauge({ name: 'sockets', description: 'Open sockets of this process.' }, () => [[gateway.size]]);
  meters.gauge({ name: 'people_here', description: 'People who are here.' }, async () => [[(await presence.counts()).general]]);
  meters.gauge({ name: 'people_waiting', description: 'People who wait for a partner, by pool.' }, async () => {
    const counts = new Map<string, number>([
      ['anyone', 0],
      ['myCircle', 0],
      ['personalInvite', 0],
    ]);
    for (const [key, n] of await matchmaking.counts()) {
      const pool = key.split(':')[1] ?? '';
      counts.set(pool, (counts.get(pool) ?? 0) + n);
    }
    return [...counts].map(([pool, n]) => [n, { pool }]);
  });
  meters.gauge({ name: 'jobs_waiting', description: 'Work that is accepted and not done, by kind.' }, async () =>
    (await backlog()).map(({ queue, count }) => [count, { queue }]),
  );
  meters.gauge(
    { name: 'jobs_oldest_seconds', description: 'How long the oldest work that is not done has waited, by kind.' },
    async () => (await backlog()).map(({ queue, oldest }) => [oldest, { queue }]),
  );
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  meters.gauge(
    { name: 'event_loop_p99_seconds', description: 'How late this process was, at the 99th of a hundred looks.' },
    () => {
      const late = Math.max(0, delay.percentile(99) / 1e9 - resolution / 1_000);
      delay.reset();
      return [[late]];
    },
  );
  meters.gauge({ name: 'memory_bytes', description: 'Memory of this process, by kind.' }, () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    return [
      [rss, { kind: 'resident' }],
      [heapUsed, { kind: 'heap' }],
      [external, { kind: 'external' }],
    ];
  });
  return () => delay.disable();
}
