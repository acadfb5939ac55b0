import { minuteType } from '@unspoken/contract/matchmaking';
import type { PresenceCounts } from '@unspoken/contract/presence';
import { Observable } from '../platform/observable.ts';

const key = 'unspoken.badge';

const stored = (): boolean => {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    return false;
  }
};

/** Whether the icon of the installed product shows how many people wait; kept in this browser. */
export const badgeWished = new Observable(stored());

export function setBadgeWished(on: boolean): void {
  badgeWished.set(on);
  try {
    if (on) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
  } catch {
    // Storage is unavailable: the choice holds until the page is left.
  }
}

/** The part of a browser that writes numbers on icons. Source: W3C Badging API. */
interface Badges {
  setAppBadge(contents: number): Promise<void>;
  clearAppBadge(): Promise<void>;
}

/** Whether this browser can put a number on the icon. */
export const canShowBadge = (here: object = navigator): boolean => 'setAppBadge' in here;

/** Writes a number on the icon; none for nobody. */
export function showBadge(count: number, here: Partial<Badges> = navigator): void {
  const shown = count > 0 ? here.setAppBadge?.(count) : here.clearAppBadge?.();
  // iPhones refuse it without the permission for notifications.
  void shown?.catch(() => {});
}

const minutePool = `${minuteType}:anyone`;

/** How many others wait for a minute with anyone; `ownPool` is the pool in which the user waits. Whom a circle could meet is not known. */
export const othersWaiting = (counts: PresenceCounts | undefined, ownPool: string | undefined): number =>
  Math.max(0, (counts?.[minutePool] ?? 0) - (ownPool === minutePool ? 1 : 0));

interface BadgeSources {
  readonly counts: Observable<PresenceCounts | undefined>;
  readonly isSearching: Observable<boolean>;
  /** The pool in which the user connects, as `{type}:{pool}`. */
  readonly ownPool: () => string;
  readonly wished?: Observable<boolean>;
  readonly show?: (count: number) => void;
  readonly page?: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/** Keeps the number on the icon current while the product is open, if the user wishes it. Returns the function that ends that. */
export function keepBadgeCurrent({
  counts,
  isSearching,
  ownPool,
  wished = badgeWished,
  show = showBadge,
  page = window,
}: BadgeSources): () => void {
  // A page that was killed has left its number.
  let shown = wished.get() ? undefined : 0;
  const set = (count: number) => {
    if (count === shown) return;
    shown = count;
    show(count);
  };
  const update = () => set(wished.get() ? othersWaiting(counts.get(), isSearching.get() ? ownPool() : undefined) : 0);
  // Nothing would change the number any more.
  const clear = () => set(0);
  const stops = [counts, isSearching, wished].map((each) => each.subscribe(update));
  page.addEventListener('pagehide', clear);
  page.addEventListener('pageshow', update);
  update();
  return () => {
    for (const stop of stops) stop();
    page.removeEventListener('pagehide', clear);
    page.removeEventListener('pageshow', update);
    clear();
  };
}
