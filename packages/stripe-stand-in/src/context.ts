import type Stripe from 'stripe';
import type { State, Task } from './state.ts';

/** What every part of the stand-in works on. */
export interface Context {
  readonly state: State;
  /** Epoch s. While something is made up for that was due earlier, the instant at which it was due. */
  readonly now: () => number;
  /** A new id with a prefix, as `sub_`. */
  readonly id: (prefix: string) => string;
}

/** Records an event about an object as it is now. Source: https://docs.stripe.com/api/events/types */
export function emit({ state, now, id }: Context, type: Stripe.Event.Type, object: { readonly id: string }): void {
  state.put('event', {
    ...{ id: id('evt_'), object: 'event', api_version: apiVersion, created: now(), livemode: false, pending_webhooks: 0 },
    ...{ request: null, type, data: { object: structuredClone(object) } },
  } as Stripe.Event);
}

/** The version of the API that the stand-in speaks. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;

/** Lets something happen to an object, so many seconds from now. */
export function schedule({ state, now, id }: Context, kind: Task['kind'], ref: string, after: number): void {
  state.put('task', { id: id('task_'), object: 'task', at: now() + after, kind, ref });
}

/** Calls off what was to happen to an object. */
export function unschedule({ state }: Context, kind: Task['kind'], ref: string): void {
  for (const task of state.all('task')) if (task.kind === kind && task.ref === ref) state.delete('task', task.id);
}
