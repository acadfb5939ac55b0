import type { AnswerOf } from '@unspoken/contract/call';
import { askFriend, cancelInvitation, createInvitation } from '@unspoken/contract/experiences';
import { minuteType } from '@unspoken/contract/matchmaking';
import { type EncounterActor, userStateOf } from '@unspoken/encounter/machine';
import { call } from '../platform/api.ts';
import { Observable } from '../platform/observable.ts';
import { TabValue } from '../platform/tab-storage.ts';
import { type ChosenExperience, chosenExperience } from './chosen.ts';

export interface OwnInvitation {
  readonly roomID: string;
  readonly code: string;
  readonly url: string;
  readonly membersOnly: boolean;
  /** What it is for; the minute unless it is given. */
  readonly experience?: ChosenExperience | undefined;
  /** It is to a rehearsal of a draft, and is made in the studio. */
  readonly isRehearsal?: boolean;
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

/** Whether the dialog that creates an invitation is open: to the chosen experience. */
export const isInviting = new Observable(false);

/** Opens the dialog that creates an invitation to an experience, or to the minute. */
export function inviteTo(experience: ChosenExperience | undefined): void {
  chosenExperience.set(experience);
  isInviting.set(true);
}

const isValid = (actor: EncounterActor, { until }: OwnInvitation) => actor.getSnapshot().context.ports.clock.now() < until;

interface InvitationWanted {
  readonly noRepeat: boolean;
  readonly membersOnly: boolean;
  /** The minute unless it is given. */
  readonly experience?: ChosenExperience | undefined;
}

/** Creates an invitation and waits by it. Throws a `CallError`. */
export async function createOwnInvitation(actor: EncounterActor, wanted: InvitationWanted): Promise<void> {
  const { noRepeat, membersOnly, experience } = wanted;
  const body = { type: experience?.type ?? minuteType, ...(membersOnly && { membersOnly: 'true' as const }) };
  await openInvitation(actor, () => call(createInvitation, { body }), { membersOnly, experience }, noRepeat);
}

/** Asks a friend, who is here, for a minute, and waits for them. Throws a `CallError`. */
export async function askForMinute(actor: EncounterActor, friend: { friendID: string; firstName: string }): Promise<void> {
  const ask = () => call(askFriend, { body: { friendID: friend.friendID } });
  await openInvitation(actor, ask, { membersOnly: true, friend: friend.firstName });
}

/** Makes an invitation in the place of the present one, and waits by it. Throws what `make` throws. */
export async function openInvitation(
  actor: EncounterActor,
  make: () => Promise<AnswerOf<typeof createInvitation>>,
  about: Pick<OwnInvitation, 'membersOnly' | 'experience' | 'isRehearsal' | 'friend'>,
  noRepeat = false,
): Promise<void> {
  const { durations, ports } = actor.getSnapshot().context;
  const until = ports.clock.now() + durations.personalInviteTimeout;
  withdrawInvitation();
  const { roomID, invitation } = await make();
  ownInvitation.set({ ...about, roomID, code: invitation.code, url: invitation.url, until });
  waitByInvitation(actor, noRepeat);
}

function waitByInvitation(actor: EncounterActor, noRepeat: boolean): void {
  const open = ownInvitation.get();
  if (!open) return;
  const invitation = { code: open.code, own: true, until: open.until };
  const experienceType = open.experience?.type ?? minuteType;
  actor.send({ type: 'connect pressed', experienceType, poolType: 'personalInvite', noRepeat, invitation });
}

/** Continues to wait by the open invitation, or by a new one like it if it has expired. Throws a `CallError`. */
export async function waitAgain(actor: EncounterActor, noRepeat: boolean): Promise<void> {
  const open = ownInvitation.get();
  if (open && isValid(actor, open)) waitByInvitation(actor, noRepeat);
  else await createOwnInvitation(actor, { noRepeat, membersOnly: open?.membersOnly ?? false, experience: open?.experience });
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
