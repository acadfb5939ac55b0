import { cancelInvitation, createInvitation } from '@unspoken/contract/experiences';
import { type EncounterActor, userStateOf } from '@unspoken/encounter/machine';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';
import { OverReload } from '../platform/tab-storage.ts';

export interface OwnInvitation {
  readonly roomID: string;
  readonly code: string;
  readonly url: string;
  readonly membersOnly: boolean;
  /** Until when it can be followed, by this machine's clock. */
  readonly until: number;
}

const remembered = new OverReload<OwnInvitation>('unspoken.invitation.own');

/** The personal invitation that was made in this tab, until its minute begins or it is taken back. */
export const ownInvitation = new Observable<OwnInvitation | undefined>(remembered.get());
ownInvitation.subscribe(() => remembered.set(ownInvitation.get()));

const stands = (actor: EncounterActor, { until }: OwnInvitation) => actor.getSnapshot().context.ports.clock.now() < until;

/** Makes an invitation and waits by it. Throws a `CallError`. */
export async function inviteSomebody(actor: EncounterActor, noRepeat: boolean, membersOnly: boolean): Promise<void> {
  const { durations, ports } = actor.getSnapshot().context;
  const until = ports.clock.now() + durations.personalInviteTimeout;
  const { roomID, invitation } = await call(createInvitation, {
    body: { type: 'oneminute', ...(membersOnly && { membersOnly: 'true' }) },
  });
  ownInvitation.set({ roomID, code: invitation.code, url: invitation.url, membersOnly, until });
  waitByInvitation(actor, noRepeat);
}

function waitByInvitation(actor: EncounterActor, noRepeat: boolean): void {
  const open = ownInvitation.get();
  if (!open) return;
  const invitation = { code: open.code, own: true, until: open.until };
  actor.send({ type: 'connect pressed', poolType: 'personalInvite', noRepeat, invitation });
}

/** Waits on by the invitation there is, or by another one like it if it has run out. Throws a `CallError`. */
export async function waitAgain(actor: EncounterActor, noRepeat: boolean): Promise<void> {
  const open = ownInvitation.get();
  if (open && stands(actor, open)) waitByInvitation(actor, noRepeat);
  else await inviteSomebody(actor, noRepeat, open?.membersOnly ?? false);
}

/** Takes the invitation back. That it fails is only logged: it runs out by itself. */
export function takeBack(): void {
  const open = ownInvitation.get();
  if (!open) return;
  ownInvitation.set(undefined);
  call(cancelInvitation, { body: { roomID: open.roomID } }).catch((error: Error) => console.warn(error.message));
}

/**
 * Keeps the invitation as long as it is meant: whoever stops waiting, or leaves the room, takes it back; a minute uses it
 * up; trouble on the way leaves it as it is. Returns the way to end it.
 */
export function followInvitation(actor: EncounterActor): () => void {
  let before = userStateOf(actor.getSnapshot());
  let hasLeft = false;
  const watching = actor.subscribe((snapshot) => {
    const state = userStateOf(snapshot);
    const { startsAt, endReason, notice } = snapshot.context;
    if (startsAt !== undefined) ownInvitation.set(undefined);
    if (state === 'disconnected') hasLeft = endReason === 'cancel_self' || endReason === 'manual_self';
    const isBack = (state === 'present' || state === 'absent') && state !== before;
    const hasStopped = (before === 'waiting' || before === 'firstTimeGuidance') && notice === undefined;
    if (isBack && (hasStopped || (before === 'disconnected' && hasLeft))) takeBack();
    before = state;
  });
  return () => {
    watching.unsubscribe();
    ownInvitation.set(undefined);
  };
}
