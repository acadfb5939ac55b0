import { claimAdd, keepAdd } from '@unspoken/contract/circle';
import type { Position } from '@unspoken/contract/rooms';
import { CallError, call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';

const key = 'unspoken.guestAdd';

function stored(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The claim by which a former guest of this browser adds their host; undefined if there is none. */
export const guestClaim = new Observable(stored());

/** Keeps a guest's add of their host until they have an account; the claim stays in this browser. Throws a `CallError`. */
export async function keepGuestAdd(room: { readonly roomID: string; readonly position: Position }): Promise<void> {
  const { claim } = await call(keepAdd, { body: { roomID: room.roomID, position: room.position } });
  localStorage.setItem(key, claim);
  guestClaim.set(claim);
}

export function forgetClaim(): void {
  localStorage.removeItem(key);
  guestClaim.set(undefined);
}

/** Redeems the claim for the user who is signed in. Throws a `CallError`; a claim that has run out is only forgotten. */
export async function redeemClaim(claim: string): Promise<void> {
  try {
    await call(claimAdd, { body: { claim } });
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'not_found') throw error;
  }
  forgetClaim();
}
