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

/**
 * Whether the user has clicked the notification that leads to this address, which counts once. The service worker notes it: a link
 * alone, which anybody can make, connects nobody.
 */
export async function wasClicked(address: string): Promise<boolean> {
  if (!('caches' in window)) return false;
  return (await caches.open('answered-calls')).delete(address);
}
