import { claimAdd, keepAdd } from '@unspoken/contract/circle';
import type { Position } from '@unspoken/contract/rooms';
import { announce } from '../platform/announcements.ts';
import { CallError, call } from '../platform/api.ts';

const key = 'unspoken.guestAdd';

/** Keeps a guest's wish to add their host until they have an account; the claim stays in this browser. Throws a `CallError`. */
export async function keepWish(room: { readonly roomID: string; readonly position: Position }): Promise<void> {
  const { claim } = await call(keepAdd, { body: { roomID: room.roomID, position: room.position } });
  localStorage.setItem(key, claim);
}

const kept = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Redeems the wish that was kept in this browser, now that its user has an account. It is tried again at the next sign-in. */
export async function redeemClaim(): Promise<void> {
  const claim = kept();
  if (!claim) return;
  try {
    await call(claimAdd, { body: { claim } });
    announce('guestAdded');
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'not_found') return;
  }
  localStorage.removeItem(key);
}
