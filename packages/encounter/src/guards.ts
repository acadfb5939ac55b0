import { matchmakerEvents, minuteType } from '@unspoken/contract/matchmaking';
import { statementNames } from '@unspoken/contract/statements';
import { endNamed, introOf, messageNamed, readyOf, startOf } from './events.ts';
import { type Context, type Event, isMatch, isScripted } from './model.ts';
import { invitationStands, isPausedSearch, leadsToDigesting } from './rules.ts';
import { needsMicrophone, resumedSession } from './script-state.ts';
import { isSoft } from './statements.ts';
import { canBeDropped, isOurVeil, isVeiled, veilEnd, waitsForPartner } from './veil.ts';

type Of = { readonly context: Context; readonly event: Event };

const hasBegun = ({ startsAt, ports }: Context) => startsAt !== undefined && startsAt <= ports.clock.now();

/**
 * Whether the room knows that both have pressed Start. The partner hears of it from the room alone: until then a side that went on by
 * itself would be in an intro, or a minute, that the partner will begin only later.
 */
const areBothReady = ({ partnerReady, readyAcknowledged }: Context): boolean => partnerReady && readyAcknowledged;

/** Whether a frame of the partner was decoded recently: an older one does not show that the partner is there now. */
const pictureIsThere = ({ peerConnected, frameAt, durations, ports }: Context): boolean =>
  peerConnected && frameAt !== undefined && ports.clock.now() - frameAt < durations.frameLost;

/** Whether the event is a new room for the connect request. */
const isGivenRoom = (context: Context, event: Event): boolean =>
  event.type === 'matchmaker event arrived' &&
  event.event.type === matchmakerEvents.connectReceived &&
  event.event.roomID !== undefined &&
  event.event.roomID !== context.room?.roomID &&
  (event.event.clickID === undefined || event.event.clickID === context.clickID);

/** The conditions of the chart. */
export const guards = {
  'there is a picture of us': ({ context }: Of) => context.camera !== undefined,
  'there is no picture of us': ({ context }: Of) => context.camera === undefined,
  'it is framed as wanted': ({ context, event }: Of) =>
    event.type === 'camera opened' && (event.camera.isFramed || !context.isFramed),
  'the socket is down': ({ context }: Of) => !context.ports.socket.isConnected(),
  'nobody is in the circle': ({ context, event }: Of) =>
    event.type === 'connect pressed' && event.poolType === 'myCircle' && context.person.circleMatched === 0,
  // Scripts explain themselves; the guidance introduces the minute.
  'the guidance is not accepted': ({ context, event }: Of) =>
    !context.person.guidanceAccepted && (event.type !== 'connect pressed' || (event.experienceType ?? minuteType) === minuteType),
  'waiting can be paused': ({ context }: Of) => context.pool.poolType !== 'personalInvite',
  'waiting can be paused, unseen': ({ context }: Of) => context.pool.poolType !== 'personalInvite' && context.pageHidden,
  'calls are wanted': ({ context, event }: Of) => (event.type === 'calls wanted' ? event.wanted : context.callsWanted),
  'the page is hidden, and calls are no longer wanted': ({ context, event }: Of) =>
    context.pageHidden && event.type === 'calls wanted' && !event.wanted,
  'no calls are wanted': ({ context }: Of) => !context.callsWanted,
  'the search is paused': ({ context }: Of) => isPausedSearch(context),
  'the search has lasted long': ({ context: { searchingSince, durations, ports } }: Of) =>
    ports.clock.now() - searchingSince >= durations.searchLimit,
  'a room was given': ({ context, event }: Of) => isGivenRoom(context, event),
  'a paused request was given a room': ({ context, event }: Of) => isPausedSearch(context) && isGivenRoom(context, event),
  'we are queued': ({ context, event }: Of) =>
    event.type === 'matchmaker event arrived' &&
    event.event.type === matchmakerEvents.connectReceived &&
    event.event.roomID === undefined &&
    (event.event.clickID === undefined || event.event.clickID === context.clickID),
  'somebody is getting ready': ({ context, event }: Of) =>
    event.type === 'matchmaker event arrived' &&
    event.event.partnerGettingReady === true &&
    event.event.clickID === context.clickID,
  'we are next': ({ context, event }: Of) =>
    event.type === 'matchmaker event arrived' && event.event.isNext === true && event.event.clickID === context.clickID,
  'the matchmaker refused': ({ context, event }: Of) =>
    event.type === 'matchmaker event arrived' &&
    event.event.type === matchmakerEvents.connectFailed &&
    (event.event.clickID === undefined || event.event.clickID === context.clickID),
  'the connect was refused': ({ event }: Of) => event.type === 'connect answered' && event.error !== undefined,
  'it is a hello': ({ event }: Of) => messageNamed(event, 'hello'),
  'it is a ready': ({ event }: Of) => messageNamed(event, 'ready'),
  'it is a close': ({ event }: Of) => messageNamed(event, 'close'),
  'it is a veil': ({ event }: Of) => messageNamed(event, 'veil'),
  'the partner says something of themselves': ({ event }: Of) => statementNames.some((name) => messageNamed(event, name)),
  'the pictures are soft, and we have not asked': ({ context }: Of) => isSoft(context) && !context.isClear,
  'the veil is down': ({ context }: Of) => isVeiled(context),
  'the veil is up': ({ context }: Of) => !isVeiled(context),
  // It does not outlast its limit as an excuse for a picture that is missing.
  'the veil holds': ({ context }: Of) =>
    isVeiled(context) && context.ports.clock.now() < (veilEnd(context) ?? 0) + context.durations.grace,
  'the veil can be dropped': ({ context }: Of) => canBeDropped(context),
  'the veil can be lifted': ({ context }: Of) => isVeiled(context) && !waitsForPartner(context),
  'our veil is over': ({ context }: Of) => isOurVeil(context) && context.ports.clock.now() >= (veilEnd(context) ?? 0),
  'the veil is ours': ({ context }: Of) => isOurVeil(context),
  'it is a description': ({ event }: Of) => messageNamed(event, 'sdp'),
  'it is a candidate': ({ event }: Of) => messageNamed(event, 'icecandidate'),
  'it is a thank you': ({ event }: Of) => messageNamed(event, 'thankyou'),
  'it is an add to the circle': ({ event }: Of) => messageNamed(event, 'addedcircle'),
  // Two who meet in the circle's pool are known to be a match; the partner's name is not.
  'the circle is to be asked': ({ context: { circle, person } }: Of) =>
    !person.guest && (!circle.known || (isMatch(circle) && circle.firstName === undefined)),
  'their add makes a match': ({ context: { circle, person }, event }: Of) =>
    messageNamed(event, 'addedcircle') && circle.addedByMe && !person.guest,
  'the end is said at once': ({ context }: Of) => context.endReason !== 'natural',
  'another can be met': ({ context: { endReason, pool, person } }: Of) =>
    leadsToDigesting(endReason) && pool.poolType !== 'personalInvite' && !person.guest,
  'we can add them': ({ context: { circle, person } }: Of) =>
    circle.known && !circle.pending && !circle.addedByMe && !circle.otherIsGuest && !person.guest,
  'we can remove them': ({ context: { circle, person } }: Of) => !circle.pending && circle.addedByMe && !person.guest,
  'it asks for a new connection': ({ event }: Of) => messageNamed(event, 'ready') && readyOf(event).again === true,
  'a session of this tab runs': ({ context, event }: Of) =>
    event.type === 'snapshot arrived' && resumedSession(event.snapshot, context) === 'connected',
  'an intro of this tab runs': ({ context, event }: Of) =>
    event.type === 'snapshot arrived' && resumedSession(event.snapshot, context) === 'intro',
  'it has a script': ({ context }: Of) => isScripted(context),
  'the session has begun': ({ context }: Of) => hasBegun(context),
  'a microphone is needed': ({ context }: Of) => needsMicrophone(context),
  'the sounds are settled': ({ context }: Of) => !isScripted(context) || context.sounds !== 'loading',
  'the limit on ready applies': ({ context }: Of) => !isScripted(context) || !areBothReady(context),
  'it is our intro': ({ context, event }: Of) =>
    context.introStartsAt === undefined && introOf(event)?.roomID === context.room?.roomID,
  'the sounds are still loading': ({ context }: Of) => context.sounds === 'loading',
  // Two ends may have crossed: the one that the server names counts.
  'the end changes': ({ context, event }: Of) => endNamed(event) !== context.endReason,
  'the end changes by a close': ({ context, event }: Of) => messageNamed(event, 'close') && endNamed(event) !== context.endReason,
  'the start is named': ({ context }: Of) => context.startNamed,
  'this tab has a reserved entry': ({ context: { ports, person }, event }: Of) => {
    const clickID = ports.tab.connectRequest()?.clickID;
    return (
      event.type === 'snapshot arrived' &&
      clickID !== undefined &&
      event.snapshot.clickID === clickID &&
      (person.guidanceAccepted || ports.tab.connectRequest()?.pool.experienceType !== minuteType)
    );
  },
  'the caller is greeted': ({ context, event }: Of) => context.room?.position === 1 && messageNamed(event, 'hello'),
  'we are the caller': ({ context }: Of) => context.room?.position === 1,
  'the partner is ready': ({ context }: Of) => context.partnerReady,
  'both are ready': ({ context }: Of) => areBothReady(context),
  'the picture is there': ({ context }: Of) => pictureIsThere(context),
  'the socket is down and the picture is there': ({ context }: Of) =>
    !context.ports.socket.isConnected() && pictureIsThere(context),
  // Only the first announcement counts: a repeated one is no more exact.
  'it is our start': ({ context, event }: Of) => !context.startNamed && startOf(event)?.roomID === context.room?.roomID,
  'it is about our room': ({ context, event }: Of) => startOf(event)?.roomID === context.room?.roomID,
  // Once the minute runs, it is between the two clients: what the server remembers does not end it.
  'the minute has not begun': ({ context }: Of) => !hasBegun(context),
  'the server knows no room before the minute': ({ context, event }: Of) =>
    event.type === 'snapshot arrived' && event.snapshot.roomID !== context.room?.roomID && !hasBegun(context),
  'the guideline is wanted': ({ context }: Of) => context.person.showPositionGuideline,
  'the end leads to digesting': ({ context }: Of) => leadsToDigesting(context.endReason),
  // An attempt that failed, but not by this side, leaves the invitation valid.
  'our invitation still stands': ({ context }: Of) => invitationStands(context, context.ports.clock.now()),
  'the report is about this room': ({ context, event }: Of) =>
    event.type === 'report sent' && event.roomID === context.room?.roomID,
  'we have not thanked': ({ context }: Of) => !context.thanksGiven,
};
