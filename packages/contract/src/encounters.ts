import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall, defineEmission } from './call.ts';
import { count, line } from './fields.ts';
import type { ShortLength } from './lengths.ts';
import { limits } from './limits.ts';
import { ok } from './presence.ts';
import type { ScriptDurations } from './room-durations.ts';
import { otherPosition, type Position, position, roomID, roomOfMine } from './rooms.ts';
import { statementNames, statementPayloads, statements } from './statements.ts';
import { veilState } from './veil.ts';

/** How an encounter ended, seen from one side (requirements/calls 10.27). */
export const endReasons = [
  'unknown',
  'natural',
  'manual_self',
  'manual_other',
  'cancel_self',
  'cancel_other',
  'timeout_self',
  'timeout_other',
  'ice_failure',
] as const;
export type EndReason = (typeof endReasons)[number];

/**
 * The path of an encounter's pictures: direct, or over a relay, with the protocol by which one side reaches the relay
 * (W3C webrtc-stats, relayProtocol).
 */
export const connectionPaths = ['direct', 'relay_udp', 'relay_tcp', 'relay_tls'] as const;
export type ConnectionPath = (typeof connectionPaths)[number];

/** The only pairs the two sides of one encounter can end with (requirements/encounter 7). Order does not matter. */
export const endReasonPairs: readonly (readonly [EndReason, EndReason])[] = [
  ['natural', 'natural'],
  ['manual_self', 'manual_other'],
  ['cancel_self', 'cancel_other'],
  ['timeout_self', 'timeout_other'],
  ['timeout_self', 'timeout_self'],
  ['ice_failure', 'ice_failure'],
  ['unknown', 'ice_failure'],
];

export const userStates = [
  'present',
  'absent',
  'waiting',
  'firstTimeGuidance',
  'enteringRoom',
  'gettingMedia',
  'mediaDenied',
  'preparing',
  'ready',
  'connected',
  'disconnected',
  'digesting',
] as const;
export type UserState = (typeof userStates)[number];

/** Identifies one peer connection of one side; a reload or a replaced connection has a new id. */
const peerID = z.optional(line(32));

const description = z.object({
  type: z.enum(['offer', 'answer']),
  from: peerID,
  /** With an answer: the id of the connection whose offer it answers. */
  to: peerID,
  sdp: z.string().check(z.maxLength(limits.description)),
});
const candidate = z.object({
  // Firefox marks the end of its candidates by one with an empty text.
  candidate: z.string().check(z.maxLength(limits.candidate)),
  sdpMid: z.nullish(line(16)),
  sdpMLineIndex: z.nullish(z.number().check(z.minimum(0), z.maximum(16))),
  usernameFragment: z.nullish(line(64)),
  from: peerID,
});

/**
 * What a page can do in a room beside the specified minute, and says when it joins. A message of an addition is refused unless the pages of
 * both members have it. Source: requirements/looking.
 */
export const wireAdditions = ['veil', ...statementNames] as const;
export type WireAddition = (typeof wireAdditions)[number];
const knownAdditions = z.array(line(32)).check(z.maxLength(16));

/** The messages that two clients exchange, with the payload of each: the seven of the specified minute, and those of additions. */
export const roomPayloads = {
  hello: nothing,
  ready: z.object({
    /** A callee whose page was reloaded in the minute, or whose path has failed, asks the caller for a new offer. Does not count as Start. */
    again: z.optional(z.boolean()),
    /** The state of the sender's camera after Start. */
    camera: z.optional(z.enum(['lost', 'back'])),
    /** The state of the sender's microphone, in an experience in which they speak. */
    microphone: z.optional(z.enum(['lost', 'back'])),
  }),
  thankyou: nothing,
  addedcircle: nothing,
  close: z.object({
    byTimeout: z.optional(z.boolean()),
    byMediaDenied: z.optional(z.boolean()),
    iceFailure: z.optional(z.boolean()),
  }),
  sdp: description,
  icecandidate: candidate,
  veil: veilState,
  ...statementPayloads,
} as const;
export type RoomMessageName = keyof typeof roomPayloads;
export const roomMessageNames = Object.keys(roomPayloads) as [RoomMessageName, ...RoomMessageName[]];
export type SessionDescription = z.output<typeof description>;
export type Candidate = z.output<typeof candidate>;
export type ReadyPayload = z.output<typeof roomPayloads.ready>;
export type ClosePayload = z.output<typeof roomPayloads.close>;

export const joinRoom = defineEmission({
  event: 'room:join',
  summary:
    'Open the channel of a room the caller is a member of. `after` is the last number received: later messages are repeated. ' +
    'With `resume`, by a reloaded page, nothing is repeated, and `told` is the number to continue from. `additions` are those that the ' +
    'page has, and in the answer those that both pages have; `veil` is what the page, or the room, knows of the veil, and `partner` ' +
    'what the partner has said of themselves.',
  payload: z.object({
    roomID,
    after: z.optional(count),
    resume: z.optional(z.boolean()),
    additions: z.optional(knownAdditions),
    veil: z.optional(veilState),
  }),
  answer: z.object({
    position: z.number(),
    heard: z.number(),
    told: z.number(),
    additions: z.optional(z.array(z.enum(wireAdditions))),
    veil: z.optional(veilState),
    partner: z.optional(statements),
  }),
});

export const sendToRoom = defineEmission({
  event: 'room:send',
  summary: 'Send one of the messages to the partner. `n` counts from 1; a repeated number changes nothing.',
  payload: z.object({
    roomID,
    name: z.enum(roomMessageNames),
    payload: z.optional(z.unknown()),
    n: z.optional(count),
  }),
  answer: z.object({ ok: z.literal(true), endReason: z.optional(z.enum(endReasons)) }),
});

export const leaveRoom = defineEmission({
  event: 'room:leave',
  summary: 'Leave the room for good.',
  payload: z.object({ roomID }),
  answer: ok,
});

export const reportMedia = defineEmission({
  event: 'room:media',
  summary: 'Report that the peer connection is up and a frame of the partner has been decoded.',
  payload: z.object({ roomID }),
  answer: ok,
});

/** A message of the partner, or the server's close. `seq` counts the messages to this side from 1. */
export interface RoomMessage {
  readonly roomID: string;
  readonly name: RoomMessageName;
  readonly payload?: unknown;
  readonly position: Position;
  readonly seq: number;
  /** With a `close`: how the encounter ended for the recipient. */
  readonly endReason?: EndReason;
}

/** The common start, both server epoch milliseconds. */
export interface RoomBegin {
  readonly roomID: string;
  readonly startsAt: number;
  readonly now: number;
  /** What the pages of both have beside the specified minute. */
  readonly additions?: readonly WireAddition[];
}

/** With a script: when the intro begins for both, as `RoomBegin`. Sent as `room:intro`. */
export type RoomIntro = RoomBegin;

/** The server's state of a user, sent on every socket connect. */
export interface Snapshot {
  readonly userState: UserState;
  /** The connect request under which this user is queued, or to whose reserved entry they may return (`reservationLife`). */
  readonly clickID?: string;
  readonly roomID?: string;
  readonly position?: Position;
  readonly startsAt?: number;
  /** The meeting is shorter than the minute. */
  readonly length?: ShortLength;
  /** In an experience with a script: its type, and when the intro begins, until the connection has begun. */
  readonly experienceType?: string;
  readonly introStartsAt?: number;
  /** The durations of its script, ms. */
  readonly plan?: ScriptDurations;
  readonly now: number;
}

export const thanksClick = defineEmission({
  event: 'thanksClick',
  summary: 'Thank the partner of a room; counts once per room and giver.',
  payload: z.object({ roomID, position, token: z.optional(z.string()) }),
  answer: ok,
});

export const updateSessionData = defineEmission({
  event: 'updatesessiondata',
  summary: 'A side’s report of how a connection ended. The server’s record prevails; only the path is taken from the report.',
  payload: z.object({
    roomID,
    position,
    duration: count,
    endReason: line(32),
    experienceType: z.optional(line(64)),
    path: z.optional(z.enum(connectionPaths)),
    token: z.optional(z.string()),
  }),
  answer: ok,
});

export const thanks = defineCall({
  method: 'POST',
  path: '/api/v1/thanks',
  audience: 'member',
  opensToGuests: true,
  summary: 'Thank the partner of a room; counts once per room and giver.',
  params: nothing,
  body: roomOfMine,
  answer: z.object({ success: z.boolean() }),
  errors: ['room_not_found', 'wrong_position', 'message_not_allowed'],
});

export const recentEncounters = defineCall({
  method: 'GET',
  path: '/api/v1/encounters/recent',
  audience: 'member',
  summary: 'The caller’s encounters of the last 72 hours, which can still be reported, newest first; nothing about the partners.',
  params: nothing,
  body: nothing,
  answer: z.object({
    encounters: z.array(
      z.object({
        roomID: z.string(),
        position: z.number(),
        /** When the minute began, or when the two were paired if it never did; epoch ms. */
        at: z.number(),
        /** How long the two saw each other, ms. */
        duration: z.number(),
        endReason: z.nullable(z.enum(endReasons)),
        reported: z.boolean(),
        /** The user chose never to meet this partner again; the partner's choice is not revealed. */
        apart: z.boolean(),
      }),
    ),
  }),
  errors: [],
});
export type RecentEncounter = z.output<typeof recentEncounters.answer>['encounters'][number];

const iceAnswer = z.object({
  iceServers: z.array(
    z.object({ urls: z.array(z.string()), username: z.optional(z.string()), credential: z.optional(z.string()) }),
  ),
  /** Only paths over a relay may be used, so that neither side learns the other’s network address. */
  relayOnly: z.boolean(),
});
export type IceServers = z.output<typeof iceAnswer>;

export const iceServers = defineCall({
  method: 'GET',
  path: '/api/v1/iceservers',
  audience: 'anyone',
  summary: 'ICE servers for a peer connection. Accounts that wait or are in a room get a relay; all others get STUN only.',
  params: nothing,
  body: nothing,
  answer: iceAnswer,
  errors: [],
});

export const testIceServers = defineCall({
  method: 'POST',
  path: '/api/v1/iceservers/test',
  audience: 'member',
  refusesSuspended: true,
  summary: 'ICE servers for the connection test: a relay for two minutes.',
  params: nothing,
  body: nothing,
  answer: iceAnswer,
  errors: ['account_suspended'],
});

export const cameraFailureReasons = [
  'NotAllowedError',
  'NotFoundError',
  'NotReadableError',
  'OverconstrainedError',
  'SecurityError',
  'AbortError',
  'TypeError',
  'InvalidStateError',
  'UnknownError',
] as const;
export type CameraFailureReason = (typeof cameraFailureReasons)[number];

export const cameraFailure = defineCall({
  method: 'POST',
  path: '/api/v1/cameraFailure',
  failureLog: 'Sending cameraFailure failed',
  audience: 'account',
  opensToGuests: true,
  summary: 'Why the camera could not be opened, in the browser’s name for it.',
  params: nothing,
  body: z.object({ reason: z.enum(cameraFailureReasons, 'invalid') }),
  answer: z.object({ success: z.boolean() }),
  errors: [],
});

/** What one media section of a session description asks for. */
export interface MediaSection {
  /** `audio`, `video`, `application` … in lower case. */
  readonly kind: string;
  readonly sends: boolean;
  readonly receives: boolean;
}

const directions: Readonly<Record<string, Pick<MediaSection, 'sends' | 'receives'>>> = {
  sendrecv: { sends: true, receives: true },
  sendonly: { sends: true, receives: false },
  recvonly: { sends: false, receives: true },
  inactive: { sends: false, receives: false },
};

/** Everything that begins as a direction does: what a browser may read as one, with a colon or a space after it. */
const directionLine = /^a=(sendrecv|sendonly|recvonly|inactive)(?![\w-])/i;

/** The direction that a list of lines states: undefined for none, both ways where browsers could disagree which one counts. */
function statedDirection(lines: readonly string[]): string | undefined {
  const stated = lines.filter((line) => directionLine.test(line));
  const [first] = stated;
  if (first === undefined) return undefined;
  const exact = /^a=(\w+)$/.exec(first)?.[1];
  return stated.length === 1 && exact !== undefined && Object.hasOwn(directions, exact) ? exact : 'sendrecv';
}

/**
 * The media sections of a session description (RFC 8866, sections 5.14 and 6.7): a direction that is not given is that of the whole
 * description, or else both ways; a section with port 0 carries nothing (RFC 3264, section 6), unless it is part of a bundle (RFC 9143,
 * section 6). What could be read in two ways counts as both ways.
 */
export function mediaSections(sdp: string): readonly MediaSection[] {
  // A lone carriage return ends a line for nobody but a regular expression.
  const lines = sdp.split(/\r?\n/);
  const starts = lines.flatMap((line, i) => (/^m=/i.test(line) ? [i] : []));
  const whole = statedDirection(lines.slice(0, starts[0] ?? lines.length));
  return starts.map((start, i) => {
    const section = lines.slice(start, starts[i + 1]);
    const [, kind = '', port = ''] = /^m=(\S*) *(\S*)/i.exec(section[0] ?? '') ?? [];
    const isRejected = port === '0' && !section.some((line) => /^a=bundle-only/i.test(line));
    const direction = isRejected ? 'inactive' : (statedDirection(section) ?? whole ?? 'sendrecv');
    return { kind: kind.toLowerCase(), ...(directions[direction] as Pick<MediaSection, 'sends' | 'receives'>) };
  });
}

/** The spelling of an end reason in `updatesessiondata`, with positions in place of `_self` and `_other`. */
export const endReasonOnWire = (reason: EndReason, own: Position): string =>
  reason.replace(/_self$/, `_${own}`).replace(/_other$/, `_${otherPosition(own)}`);
