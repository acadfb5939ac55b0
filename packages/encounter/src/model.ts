import type { CircleFlags } from '@unspoken/contract/circle';
import type { CameraFailureReason, ConnectionPath, EndReason, RoomBegin, WireAddition } from '@unspoken/contract/encounters';
import type { ErrorCode } from '@unspoken/contract/errors';
import type { LengthWish, ShortLength } from '@unspoken/contract/lengths';
import { minuteType, type Pool, type PoolType } from '@unspoken/contract/matchmaking';
import type { PageDurations } from '@unspoken/contract/page-durations';
import { durationsInRoom, type ScriptDurations } from '@unspoken/contract/room-durations';
import type { Position } from '@unspoken/contract/rooms';
import type { ScriptMoment, ScriptPhase } from '@unspoken/contract/script-time';
import type { Statements } from '@unspoken/contract/statements';
import type { VeilState } from '@unspoken/contract/veil';
import type { Camera, Microphone, PeerEvent, Ports, ReceivedScript, SocketEvent, SoundEvent, Wishes } from './ports.ts';

/** What the chart must know about the user; it comes from their account. */
export interface Person {
  readonly guidanceAccepted: boolean;
  /** Shortens the guidance (requirements/encounter 2.3). */
  readonly experienced: boolean;
  readonly showPositionGuideline: boolean;
  /** How many people of the circle are a match. */
  readonly circleMatched: number;
  /** Has completed no minute yet. */
  readonly isNew: boolean;
  /** Here by a personal invitation, without an account of their own. */
  readonly guest: boolean;
}

/** How the two stand to each other's circle; unknown until the server has answered. */
export interface CircleState {
  readonly known: boolean;
  readonly addedByMe: boolean;
  readonly addedByOther: boolean;
  readonly otherIsGuest: boolean;
  /** A request of ours to add or remove the partner is unanswered. */
  readonly pending: boolean;
  /** The last such request failed. */
  readonly failed: boolean;
  /** The partner's first name, once the two are a match. */
  readonly firstName?: string;
}
export const isMatch = ({ addedByMe, addedByOther }: CircleState): boolean => addedByMe && addedByOther;
export const unknownCircle: CircleState = {
  known: false,
  addedByMe: false,
  addedByOther: false,
  otherIsGuest: false,
  pending: false,
  failed: false,
};

/** A notice for the lobby: an error code, or that nobody came. */
export type Notice = ErrorCode | 'pairing_timeout';

export interface Room {
  readonly roomID: string;
  readonly position: Position;
  /** The partner has come by this user's own invitation, without an account. */
  readonly partnerIsGuest?: true;
  /** The user has met somebody in this gathering before. */
  readonly hasMetHere?: true;
  /** The two have agreed to meet for less than the minute. */
  readonly length?: ShortLength;
}

/** The room alone, without the other fields of the matchmaker's message. */
export const roomOf = ({ roomID, position, partnerIsGuest, hasMetHere, length }: Room): Room => ({
  roomID,
  position,
  ...(partnerIsGuest && { partnerIsGuest }),
  ...(hasMetHere && { hasMetHere }),
  ...(length && { length }),
});

export interface Context {
  readonly ports: Ports;
  readonly durations: PageDurations;
  person: Person;
  notice: Notice | undefined;
  wishes: Wishes;
  /** The page is behind another tab or window. */
  pageHidden: boolean;
  /** The user has asked to be called while somebody waits: neither idleness nor a hidden page makes them absent. */
  callsWanted: boolean;

  // The current connect request.
  pool: Pool;
  noRepeat: boolean;
  /** What the user wishes of its length; only among strangers. */
  lengthWish: LengthWish;
  /** Until when the user's own invitation is valid, by this machine's clock; undefined without one. */
  ownInvitationUntil: number | undefined;
  clickID: string;
  /** The call that the user has answered with this request. */
  ringID: string | undefined;
  /** When this round of waiting began: it is over when the time for pairing is. */
  clickedAt: number;
  /** When Connect was pressed. Waiting may have been continued since. */
  searchingSince: number;
  /** Until when waiting has no time-out, by this machine's clock: for a user who stands in during a gathering. */
  patientUntil: number | undefined;
  /** Until when the user is shown that somebody is getting ready to meet them, by this machine's clock. */
  gettingReadyUntil: number;
  /** In a gathering nobody has waited longer than the user. */
  isNext: boolean;

  // The room, from pairing to moving on.
  room: Room | undefined;
  confirmedAt: number;
  camera: Camera | undefined;
  /** The user wants their picture to be framed; from Start on: it is, and stays so. */
  isFramed: boolean;
  partnerStream: unknown;
  partnerReady: boolean;
  /** The room knows that this user has pressed Start. */
  readyAcknowledged: boolean;
  /** The partner has reported that their camera is lost. */
  partnerCameraLost: boolean;
  /** When both had pressed Start, by this machine's clock. */
  bothReadyAt: number | undefined;
  peerConnected: boolean;
  /** When a frame of the partner was last decoded, by this machine's clock. */
  frameAt: number | undefined;
  /** The path over which the pictures come, where that is known. */
  path: ConnectionPath | undefined;
  /** When the minute begins or began, by this machine's clock. */
  startsAt: number | undefined;
  /** The server named the start; this side did not begin by itself. */
  startNamed: boolean;
  /** What the pages of both have beside the specified minute. */
  additions: readonly WireAddition[];
  /** What the partner has said of themselves. */
  heard: Statements;
  /** The user has asked to see clearly. */
  isClear: boolean;
  /** The veil that is down, or was; and since when it is down without a break, by this machine's clock. */
  veil: VeilState | undefined;
  veiledAt: number | undefined;
  cameraFailure: CameraFailureReason | undefined;
  failedDevice: 'camera' | 'microphone';
  endReason: EndReason;
  thanksGiven: boolean;
  thanksReceived: boolean;
  circle: CircleState;

  // An experience with a script.
  script: ReceivedScript | undefined;
  scriptDurations: ScriptDurations | undefined;
  /** When the intro begins or began, by this machine's clock. */
  introStartsAt: number | undefined;
  /** The common start as the server has named it, so that it can be converted again when its clock is known better. */
  namedStart: RoomBegin | undefined;
  /** What the script shows and plays now. */
  moment: ScriptMoment | undefined;
  microphone: Microphone | undefined;
  /** The user keeps their microphone off within its windows. */
  microphoneOff: boolean;
  partnerMicrophoneLost: boolean;
  /** Files of the script that are still loading; `failed` when Start did not wait for them any longer. */
  sounds: 'loading' | 'loaded' | 'failed';
  soundBlocked: boolean;
  soundOff: boolean;
  captionsOn: boolean;

  // Countdowns that can be paused: what is left, ms, and since when they have been running.
  countdownLeft: number;
  countdownSince: number;
  pauseLeft: number;
}

export interface Input {
  readonly ports: Ports;
  readonly durations: PageDurations;
  readonly person: Person;
}

/** What the user does. */
export type PersonEvent =
  | { type: 'person known'; person: Person }
  | {
      type: 'connect pressed';
      /** The minute, unless it is given. */
      experienceType?: string;
      poolType: PoolType;
      noRepeat: boolean;
      /** With `personalInvite`: the code of the invitation, whether it is the user's own, and its end, if it was made earlier. */
      invitation?: { readonly code: string; readonly own: boolean; readonly until?: number };
      /** The private space of a gathering, in which alone the user is paired. */
      groupSpace?: string;
      patientUntil?: number | undefined;
      /** The call that the user answers. */
      ringID?: string;
    }
  /** The private space whose page is shown, if there is one. */
  | { type: 'group space shown'; groupSpace: string | undefined }
  | { type: 'cancel pressed' }
  | { type: 'keep waiting pressed' }
  | { type: 'guidance accepted' }
  | { type: 'guidance declined' }
  | { type: 'language list opened' }
  | { type: 'language changed' }
  | { type: 'microphone pressed' }
  | { type: 'sound pressed' }
  | { type: 'captions pressed' }
  | { type: 'turn sound on pressed' }
  | { type: 'language list closed' }
  | { type: 'start pressed' }
  | { type: 'guideline dismissed'; forGood: boolean }
  | { type: 'camera chosen'; deviceId: string }
  | { type: 'window chosen'; isFramed: boolean }
  | { type: 'end pressed' }
  | { type: 'wishes changed'; wishes: Partial<Wishes> }
  | { type: 'see clearly pressed' }
  | { type: 'veil pressed' }
  | { type: 'lift pressed' }
  | { type: 'controls wanted' }
  | { type: 'thank pressed' }
  | { type: 'add to circle pressed' }
  | { type: 'remove from circle pressed' }
  | { type: 'report sent'; roomID: string }
  | { type: 'move on pressed' }
  | { type: 'leave pressed' }
  | { type: 'meet another pressed' }
  | { type: 'notice dismissed' }
  | { type: 'page hidden' }
  | { type: 'page shown' }
  | { type: 'calls wanted'; wanted: boolean }
  | { type: 'person active' };

/** What the chart's own actors send it. */
export type ActorEvent =
  | { type: 'room lost' }
  | { type: 'room joined'; additions: readonly WireAddition[]; veil: VeilState | undefined; partner: Statements }
  | { type: 'hello acknowledged' }
  | { type: 'hello refused' }
  | { type: 'ready acknowledged' }
  | { type: 'server named the end'; endReason: EndReason }
  | { type: 'connect answered'; error: string | undefined }
  | { type: 'thank stored' }
  | { type: 'thank refused' }
  | { type: 'circle known'; flags: CircleFlags }
  | { type: 'circle refused' }
  | { type: 'camera opened'; camera: Camera }
  | { type: 'camera refused'; reason: CameraFailureReason }
  | { type: 'camera lost' }
  | { type: 'microphone opened'; microphone: Microphone }
  | { type: 'microphone refused'; reason: CameraFailureReason }
  | { type: 'microphone lost' }
  | { type: 'script arrived'; script: ReceivedScript }
  | { type: 'script failed' }
  | { type: 'start corrected' }
  | { type: 'script moment'; phase: ScriptPhase; moment: ScriptMoment };

export type Event = PersonEvent | ActorEvent | SocketEvent | PeerEvent | SoundEvent;

/** Whether the room is one of an experience with a script; the minute has none. */
export const isScripted = ({ pool }: Pick<Context, 'pool'>): boolean => pool.experienceType !== minuteType;

/** The durations of the room: those of the table, with those of its script or of a shorter meeting in their place. */
export const roomDurations = ({
  durations,
  scriptDurations,
  room,
}: Pick<Context, 'durations' | 'scriptDurations' | 'room'>): PageDurations =>
  durationsInRoom(durations, { script: scriptDurations, length: room?.length });

/** Resets everything about the last encounter. */
export const noRoom = {
  room: undefined,
  confirmedAt: 0,
  camera: undefined,
  isFramed: false,
  partnerStream: undefined,
  partnerReady: false,
  readyAcknowledged: false,
  partnerCameraLost: false,
  bothReadyAt: undefined,
  peerConnected: false,
  frameAt: undefined,
  path: undefined,
  startsAt: undefined,
  startNamed: false,
  additions: [],
  heard: {},
  isClear: false,
  veil: undefined,
  veiledAt: undefined,
  endReason: 'unknown',
  thanksGiven: false,
  thanksReceived: false,
  circle: unknownCircle,
  script: undefined,
  scriptDurations: undefined,
  introStartsAt: undefined,
  namedStart: undefined,
  moment: undefined,
  microphone: undefined,
  microphoneOff: false,
  partnerMicrophoneLost: false,
  sounds: 'loading',
  soundBlocked: false,
} satisfies Partial<Context>;

export const initialContext = (input: Input): Context => ({
  ...input,
  ...noRoom,
  notice: undefined,
  wishes: input.ports.wishes.kept(),
  pageHidden: false,
  callsWanted: false,
  pool: { experienceType: minuteType, poolType: 'anyone', groupSpace: 'open' },
  noRepeat: false,
  lengthWish: {},
  ownInvitationUntil: undefined,
  clickID: '',
  ringID: undefined,
  clickedAt: 0,
  searchingSince: 0,
  patientUntil: undefined,
  gettingReadyUntil: 0,
  isNext: false,
  cameraFailure: undefined,
  failedDevice: 'camera',
  soundOff: false,
  captionsOn: true,
  countdownLeft: 0,
  countdownSince: 0,
  pauseLeft: 0,
});
