import type { MinuteAsked } from '@unspoken/contract/experiences';
import { Observable } from '../platform/observable.ts';
import type { RealtimeSocket } from '../platform/socket.ts';
import { TabValue } from '../platform/tab-storage.ts';

/** A friend who asks this user for a minute. */
export interface Ask extends Pick<MinuteAsked, 'id' | 'code' | 'firstName'> {
  /** When it can no longer be accepted, by this machine's clock, ms. */
  readonly until: number;
}

const remembered = new TabValue<readonly Ask[]>('unspoken.asks');

/** The friends who ask, oldest first. Kept by this tab, also over a reload: each request is shown once. */
export const asks = new Observable<readonly Ask[]>(remembered.get() ?? []);
asks.subscribe(() => remembered.set(asks.get()));

export const dismissAsk = (id: string): void => asks.set(asks.get().filter((each) => each.id !== id));

/** Collects what friends ask for while this socket is open. */
export function subscribeToAsks(socket: Pick<RealtimeSocket, 'onAsked'>, now: () => number): void {
  socket.onAsked(({ life, ...ask }) => asks.set([...asks.get(), { ...ask, until: now() + life }]), dismissAsk);
}
