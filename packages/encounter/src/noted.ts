import type { WireAddition } from '@unspoken/contract/encounters';
import type { LengthWish } from '@unspoken/contract/lengths';
import { isAmongStrangers, minuteType } from '@unspoken/contract/matchmaking';
import { introOf, readyOf, startOf } from './events.ts';
import { type Context, type Event, noRoom, type Person, unknownCircle } from './model.ts';
import type { ConnectRequest, WishesPort } from './ports.ts';

/** What the chart's context becomes by an event, where that takes more than a line. */

/** Only new users wish shorter meetings, and "at most": they meet others who wish still shorter ones. Everybody can agree to them. */
function lengthWish(wishes: WishesPort, { isNew }: Person): LengthWish {
  const { length, orShorter } = wishes.length();
  if (isNew && length) return { length, orShorter: true };
  return orShorter ? { orShorter } : {};
}

/** A new connect request. */
export function requestFrom(event: Event, { durations, ports, person }: Context): Partial<Context> {
  if (event.type !== 'connect pressed') return {};
  const { experienceType = minuteType, poolType, noRepeat, invitation, groupSpace = 'open', patientUntil, ringID } = event;
  const now = ports.clock.now();
  const pool = { experienceType, poolType, groupSpace: invitation?.code ?? groupSpace };
  return {
    ...noRoom,
    notice: undefined,
    // Another tab may have changed them since.
    wishes: ports.wishes.kept(),
    pool,
    lengthWish: isAmongStrangers(pool) ? lengthWish(ports.wishes, person) : {},
    // Until when the user waits under this invitation, if it is their own.
    ownInvitationUntil: invitation?.own ? (invitation.until ?? now + durations.personalInviteTimeout) : undefined,
    noRepeat,
    ringID: ringID ?? ports.callFor?.(pool),
    clickID: ports.freshID(),
    searchingSince: now,
    patientUntil,
    isNext: false,
  };
}

/** What a tab remembers of a connect request. */
export const rememberedRequest = (context: Context): ConnectRequest => {
  const { pool, noRepeat, lengthWish, ownInvitationUntil, patientUntil, clickID, clickedAt, searchingSince } = context;
  return { pool, noRepeat, lengthWish, ownInvitationUntil, patientUntil, clickID, clickedAt, searchingSince };
};

/** The private space of a gathering in which the user has connected; the code of an invitation is none. */
export const groupOf = ({ pool }: Pick<Context, 'pool'>): string | undefined =>
  pool.poolType === 'personalInvite' || pool.groupSpace === 'open' ? undefined : pool.groupSpace;

/** What the server names, or restores, only once both have pressed Start. */
const bothReady = { partnerReady: true, readyAcknowledged: true } as const;

/** The session in which this tab was before its page was reloaded. */
export function runningRoom(event: Event, context: Context): Partial<Context> {
  if (event.type !== 'snapshot arrived') return {};
  const { roomID, position, length, introStartsAt, experienceType = minuteType, plan } = event.snapshot;
  if (roomID === undefined || position === undefined) return {};
  const local = (instant: number) => context.ports.serverClock.local(instant, event.snapshot.now);
  const namedStart = startOf(event);
  const remembered = context.ports.tab.veil();
  return {
    ...noRoom,
    isClear: context.ports.tab.clearIn() === roomID,
    ...(remembered?.roomID === roomID && { veil: remembered.veil, veiledAt: remembered.at }),
    room: { roomID, position, ...(length && { length }) },
    notice: undefined,
    pool: { ...context.pool, experienceType, groupSpace: context.ports.tab.groupSpace() ?? 'open' },
    ...bothReady,
    microphoneOff: context.ports.tab.microphoneOff(),
    ...(namedStart && { startsAt: local(namedStart.startsAt), namedStart, startNamed: true }),
    ...(introStartsAt !== undefined && { introStartsAt: local(introStartsAt) }),
    ...(plan && { scriptDurations: plan }),
  };
}

/** The start that the server has named. */
export function namedStart(event: Event, { ports, additions }: Context): Partial<Context> {
  const begin = startOf(event);
  if (!begin) return {};
  const startsAt = ports.serverClock.local(begin.startsAt, begin.now);
  return { startsAt, namedStart: begin, ...bothReady, startNamed: true, additions: known(begin.additions, additions) };
}

/** The intro of a script that the server has named. */
export function namedIntro(event: Event, { ports }: Context): Partial<Context> {
  const intro = introOf(event);
  return intro ? { introStartsAt: ports.serverClock.local(intro.startsAt, intro.now), ...bothReady } : {};
}

/** The device that could not be opened, and why. */
export function refusedDevice(event: Event): Partial<Context> {
  if (event.type !== 'camera refused' && event.type !== 'microphone refused') return {};
  return { cameraFailure: event.reason, failedDevice: event.type === 'camera refused' ? 'camera' : 'microphone' };
}

/** The room knows that the user has pressed Start; or the partner has, or reports on their devices. */
export function ready(event: Event, { partnerCameraLost, partnerMicrophoneLost }: Context): Partial<Context> {
  if (event.type === 'ready acknowledged') return { readyAcknowledged: true };
  const { camera, microphone } = readyOf(event);
  return {
    partnerReady: true,
    partnerCameraLost: camera === undefined ? partnerCameraLost : camera === 'lost',
    partnerMicrophoneLost: microphone === undefined ? partnerMicrophoneLost : microphone === 'lost',
  };
}

/** A frame of the partner was decoded. */
export const frame = (event: Event, { ports }: Context): Partial<Context> => ({
  frameAt: ports.clock.now(),
  ...(event.type === 'frame arrived' && event.path && { path: event.path }),
});

/** How the two stand to each other's circle. */
export function knownCircle(event: Event, { circle }: Context): Partial<Context> {
  if (event.type !== 'circle known') return {};
  const { alreadyInMyCircleAddedByMe, addedByOther, otherIsGuest, firstName } = event.flags;
  return {
    circle: {
      ...unknownCircle,
      known: true,
      addedByMe: alreadyInMyCircleAddedByMe,
      // The partner's own message may have overtaken this answer.
      addedByOther: addedByOther || circle.addedByOther,
      otherIsGuest,
      ...(firstName !== undefined && { firstName }),
    },
  };
}

/** Whether the page is behind another one and the user can be reached there: they are not counted as present. */
export const isHiddenHere = ({ pageHidden, callsWanted }: Context): boolean => pageHidden && callsWanted;

/** What both pages have is not unlearnt: a room that was taken over knows it only once both have joined again. */
const known = (said: readonly WireAddition[] = [], before: readonly WireAddition[]) => (said.length > 0 ? said : before);

/** What both pages have beside the specified minute, as the room has said it. */
export const additions = (event: Event, context: Context): Partial<Context> =>
  event.type === 'room joined'
    ? { additions: known(event.additions, context.additions) }
    : { additions: known(startOf(event)?.additions, context.additions) };
