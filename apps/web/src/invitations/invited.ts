import { announce } from '../platform/announcements.ts';
import { CallError, call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';

/** The invitation with which a visitor came: its address, and who sent it. */
export interface Invitation {
  readonly hash: string;
  readonly email: string;
  readonly name: string;
}

export const invitation = new Observable<Invitation | undefined>(undefined);

const key = 'unspoken.invitation';

/** Checks the invitation in this page's address, or the one this tab came with before. True if it can be used. */
export async function findInvitation(): Promise<boolean> {
  const named = new URLSearchParams(location.search).get('invitation');
  const hash = named ?? sessionStorage.getItem(key);
  if (!hash) return false;
  try {
    const { checkInvitation } = await import('@unspoken/contract/invitations');
    const { preapprovedEmail, name } = await call(checkInvitation, { body: { invitationHash: hash } });
    sessionStorage.setItem(key, hash);
    invitation.set({ hash, email: preapprovedEmail, name });
    return true;
  } catch (error) {
    forgetInvitation();
    if (named !== null && error instanceof CallError && error.code === 'invalid_invitation')
      announce('invalidInvitation', 'problem');
    return false;
  }
}

/** The invitation of this tab, as a call takes it; it survives the way to Facebook and back. */
export function invitationOfTab(): { invitationHash?: string } {
  const hash = sessionStorage.getItem(key);
  return hash === null ? {} : { invitationHash: hash };
}

export function forgetInvitation(): void {
  sessionStorage.removeItem(key);
  invitation.set(undefined);
}
