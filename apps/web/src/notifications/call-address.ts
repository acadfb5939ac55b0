import type { Ring } from '@unspoken/contract/notifications';
import type { RendezvousPool } from '@unspoken/contract/rendezvous';

/** What is known of a call that the user has answered at a notification of the system. */
export type Answered = Pick<Ring, 'ringID' | 'pool'>;

type Called = { readonly ring: Answered } | { readonly rendezvous: RendezvousPool };

/** The call of an address, as the service worker opens it; undefined if the address names none. */
export function callOf(search: string): Called | undefined {
  const asked = new URLSearchParams(search);
  const poolType = asked.get('pool');
  if (poolType !== 'anyone' && poolType !== 'myCircle') return undefined;
  if (asked.has('rendezvous')) return { rendezvous: poolType };
  const [ringID, experienceType] = [asked.get('ring'), asked.get('type')];
  return ringID && experienceType ? { ring: { ringID, pool: { experienceType, poolType } } } : undefined;
}

/** The cache in which the service worker notes clicks. */
const answeredCalls = 'answered-calls';
/** For how long a click counts, ms: the page may have to be loaded. */
const clickCounts = 60_000;

/**
 * Whether the user has just clicked the notification that leads to this address, which counts once. The service worker notes it: a link
 * alone, which anybody can make, connects nobody.
 */
export async function wasClicked(address: string): Promise<boolean> {
  try {
    const cache = await caches.open(answeredCalls);
    const clickedAt = Number(await (await cache.match(address))?.text());
    return (await cache.delete(address)) && Math.abs(Date.now() - clickedAt) < clickCounts;
  } catch {
    return false;
  }
}

/** Another person may use this browser next. */
export const forgetClicks = (): void => void ('caches' in window && caches.delete(answeredCalls).catch(() => {}));
