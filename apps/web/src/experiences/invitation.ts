import { askFriend, cancelInvitation, createInvitation } from '@unspoken/contract/experiences';
import { type EncounterActor, userStateOf } from '@unspoken/encounter/machine';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';
import { TabValue } from '../platform/tab-storage.ts';

export interface OwnInvitation {
  readonly roomID: string;
  readonly code: string;
  readonly url: string;
  readonly membersOnly: boolean;
  /** The first name of the friend who was asked; without one, anybody with the link may use it. */
  readonly friend?: string;
  /** When it expires, by this machine's clock. */
  readonly until: number;
}

const remembered = new TabValue<OwnInvitation>('unspoken.invitation.own');

/** The personal invitation created in this tab, until its minute begins or it is withdrawn. */
export const ownInvitation = new Observable<OwnInvitation | undefined>(remembered.get());
ownInvitation.subscribe(() => remembered.set(ownInvitation.get()));

/** The first name of the person by whose invitation this user comes. */
export const invitedBy = new Observable<string | undefined>(undefined);

/** Whether the dialog that creates an invitation is open. */
export const isInviting = new Observable(false);

const isValid = (actor: EncounterActor, { until }: OwnInvitation) => actor.getSnapshot().context.ports.clock.now() < until;

/** Creates an invitation and waits by it. Throws a `CallError`. */
export async function createOwnInvitation(actor: EncounterActor, noRepeat: boolean, membersOnly: boolean): Promise<void> {
  const { durations, ports } = actor.getSnapshot().context;
  const until = ports.clock.now() + durations.personalInviteTimeout;
  withdrawInvitation();
  const { roomID, invitation } = await call(createInvitation, {
    body: { type: 'oneminute', ...(membersOnly && { membersOnly: 'true' }) },
  });
  ownInvitation.set({ roomID, code: invitation.code, url: invitation.url, membersOnly, until });
  waitByInvitation(actor, noRepeat);
}

/** Asks a friend, who is here, for a minute, and waits for them. Throws a `CallError`. */
export async function askForMinute(actor: EncounterActor, friend: { friendID: string; firstName: string }): Promise<void> {
  const { durations, ports } = actor.getSnapshot().context;
  const until = ports.clock.now() + durations.personalInviteTimeout;
  withdrawInvitation();
  const { roomID, invitation } = await call(askFriend, { body: { friendID: friend.friendID } });
  const { code, url } = invitation;
  ownInvitation.set({ roomID, code, url, membersOnly: true, friend: friend.firstName, until });
  waitByInvitation(actor, false);
}

function waitByInvitation(actor: EncounterActor, noRepeat: boolean): void {
  const open = ownInvitation.get();
  if (!open) return;
  const invitation = { code: open.code, own: true, until: open.until };
  actor.send({ type: 'connect pressed', poolType: 'personalInvite', noRepeat, invitation });
}

/** Continues to wait by the open invitation, or by a new one like it if it has expired. Throws a `CallError`. */
export async function waitAgain(actor: EncounterActor, noRepeat: boolean): Promise<void> {
  const open = ownInvitation.get();
  if (open && isValid(actor, open)) waitByInvitation(actor, noRepeat);
  else await createOwnInvitation(actor, noRepeat, open?.membersOnly ?? false);
}

/** Withdraws the invitation. A failure is only logged: the invitation expires by itself. */
export function withdrawInvitation(): void {
  const open = ownInvitation.get();
  if (!open) return;
  ownInvitation.set(undefined);
  call(cancelInvitation, { body: { roomID: open.roomID } }).catch((error: Error) => console.warn(error.message));
}

/**
 * Keeps the invitation for as long as the host wants it. A host who stops waiting, or leaves the room, withdraws it; a minute
 * uses it up; a failure on the way leaves it open. Returns a function that ends the watch and forgets the invitation.
 */
export function watchInvitation(actor: EncounterActor): () => void {
  let previous = userStateOf(actor.getSnapshot());
  let hasLeft = false;
  const watching = actor.subscribe((snapshot) => {
    const state = userStateOf(snapshot);
    const { startsAt, endReason, notice } = snapshot.context;
    if (startsAt !== undefined) ownInvitation.set(undefined);
    if (state === 'disconnected') hasLeft = endReason === 'cancel_self' || endReason === 'manual_self';
    const isBack = (state === 'present' || state === 'absent') && state !== previous;
    const hasStopped = (previous === 'waiting' || previous === 'firstTimeGuidance') && notice === undefined;
    if (isBack && (hasStopped || (previous === 'disconnected' && hasLeft))) withdrawInvitation();
    previous = state;
  });
  return () => {
    watching.unsubscribe();
    ownInvitation.set(undefined);
  };
}
