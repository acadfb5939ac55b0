import type { AnswerOf } from '@unspoken/contract/call';
import { cancelInvitation, createInvitation } from '@unspoken/contract/experiences';
import type { EncounterActor } from '@unspoken/encounter/machine';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';

/** The personal invitation that is open in this tab. */
export const openInvitation = new Observable<AnswerOf<typeof createInvitation> | undefined>(undefined);

/** Makes an invitation and waits by it. Throws a `CallError`. */
export async function inviteSomebody(actor: EncounterActor, noRepeat: boolean): Promise<void> {
  const created = await call(createInvitation, { body: { type: 'oneminute' } });
  openInvitation.set(created);
  const invitation = { code: created.invitation.code, own: true };
  actor.send({ type: 'connect pressed', poolType: 'personalInvite', noRepeat, invitation });
}

/** Takes the open invitation back. That it fails is only logged: it runs out by itself. */
export function takeBack(): void {
  const open = openInvitation.get();
  if (!open) return;
  openInvitation.set(undefined);
  call(cancelInvitation, { body: { roomID: open.roomID } }).catch((error: Error) => console.warn(error.message));
}
