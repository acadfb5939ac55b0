import type { MinuteAsked } from '@unspoken/contract/experiences';
import { Observable } from '../platform/observable.ts';
import type { RealtimeSocket } from '../platform/socket.ts';
import { TabValue } from '../platform/tab-storage.ts';

/** A friend who asks this user for a minute. */
export interface Ask extends Pick<MinuteAsked, 'id' | 'code' | 'firstName'> {
  /** When it can no longer be accepted, by this machine's clock, ms. */
  readonly until: number;
}

const remembered = new TabValue<{ readonly userId: string; readonly asks: readonly Ask[] }>('unspoken.asks');

/** The friends who ask, oldest first. Kept by this tab, also over a reload: each request is shown once. */
export const asks = new Observable<readonly Ask[]>([]);

export const dismissAsk = (id: string): void => asks.set(asks.get().filter((each) => each.id !== id));

/** Collects what friends ask this user for while the socket is open, beginning with what the tab remembers of the same user. */
export function subscribeToAsks(socket: Pick<RealtimeSocket, 'onAsked'>, userId: string, now: () => number): () => void {
  const before = remembered.get();
  asks.set(before?.userId === userId ? before.asks : []);
  const stop = asks.subscribe(() => remembered.set({ userId, asks: asks.get() }));
  socket.onAsked(({ life, ...ask }) => asks.set([...asks.get(), { ...ask, until: now() + life }]), dismissAsk);
  return () => {
    stop();
    asks.set([]);
  };
}
