import type { CircleFlags } from '@unspoken/contract/circle';
import type {
  CameraFailureReason,
  Candidate,
  ConnectionPath,
  RoomBegin,
  RoomIntro,
  RoomMessage,
  Snapshot as ServerSnapshot,
  SessionDescription,
  WireAddition,
} from '@unspoken/contract/encounters';
import type { LengthWish } from '@unspoken/contract/lengths';
import type { MatchmakerEvent, Pool } from '@unspoken/contract/matchmaking';
import type { Position } from '@unspoken/contract/rooms';
import type { Plan, ScriptPhase } from '@unspoken/contract/script-time';
import type { VeilState } from '@unspoken/contract/veil';

/**
 * What the client's side of a minute needs from the outside. The browser implements these with real
 * devices, the simulation with models in virtual time.
 */
export interface Ports {
  readonly clock: Clock;
  readonly socket: SocketPort;
  readonly camera: CameraPort;
  readonly window: WindowPort;
  readonly microphone: MicrophonePort;
  readonly sound: SoundPort;
  readonly peer: PeerPort;
  readonly calls: CallsPort;
  readonly tab: TabMemory;
  readonly wishes: WishesPort;
  readonly serverClock: {
    /** This machine's time of a server instant; before the clock is measured, by when it was sent. */
    local(serverInstant: number, sentAt: number): number;
    /** The same, once the clock is measured. */
    measured(serverInstant: number): number | undefined;
    /** Measures again: an estimate made on a slow connection is not exact enough for a common start. */
    refine(): void;
  };
  /** What this page can do in a room beside the specified minute, where the installation offers it. */
  readonly additions: readonly WireAddition[];
  /** An unguessable identifier, fresh at every call. */
  readonly freshID: () => string;
  /** What this browser reports about itself in a connect request. None of it is stored. */
  readonly agent: () => Agent;
  /** The call from which a connect request in this pool comes, if the page has just shown one. */
  readonly callFor?: (pool: Pool) => string | undefined;
}

/** Source: requirements/calls 5, `connectClick`. */
export interface Agent {
  readonly timeZone: string;
  readonly appName: string;
  readonly appCodeName: string;
  readonly language: string;
  readonly userAgent: string;
}

/** Milliseconds since the epoch by this machine's own clock, and timers by the same clock. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, delay: number): unknown;
  clearTimeout(timer: unknown): void;
}

export type SocketEvent =
  | { type: 'socket connected' }
  | { type: 'socket disconnected' }
  | { type: 'snapshot arrived'; snapshot: ServerSnapshot }
  | { type: 'matchmaker event arrived'; event: MatchmakerEvent }
  | { type: 'room message arrived'; message: RoomMessage }
  | { type: 'intro announced'; intro: RoomIntro }
  | { type: 'start announced'; begin: RoomBegin };

export interface SocketPort {
  isConnected(): boolean;
  /** Emits once. `answered` is called at most once, with the acknowledgement, if one comes. */
  emit(event: string, payload: object, answered?: (answer: unknown) => void): void;
  /** Returns a function that stops listening. */
  listen(listener: (event: SocketEvent) => void): () => void;
}

/** An open camera. `stream` is what a video element shows, and what is sent; its type is known only to the implementation. */
export interface Camera {
  readonly stream: unknown;
  /** Only head and shoulders are in it: the rest is cut off before anything is shown or sent. */
  readonly isFramed: boolean;
  /** The device and its name, where the browser tells them. */
  readonly device?: { readonly id: string; readonly label: string };
  stop(): void;
}

export interface CameraPort {
  /**
   * Opens the camera with this id if one is given, otherwise the one last used, with a portrait window if its picture can be cut.
   * `lost` is called when the camera, or its window, is taken away while open. Rejects with a `DeviceRefused` naming the browser's reason.
   */
  open(options: {
    readonly deviceId: string | undefined;
    readonly isFramed: boolean;
    readonly lost: () => void;
  }): Promise<Camera>;
}

/** For whom a window is chosen: people who have not met by their circle or an invitation, or those who have. */
export type Company = 'strangers' | 'acquaintances';

/** The portrait window: the partner receives head and shoulders, and nothing of the room around them. */
export interface WindowPort {
  /** Whether this browser can cut pictures; undefined where the installation has no portrait windows. */
  readonly isAvailable: boolean | undefined;
  /** What the user has chosen in this browser; undefined before that. */
  choice(company: Company): boolean | undefined;
  choose(company: Company, isFramed: boolean): void;
}

export class DeviceRefused extends Error {
  readonly reason: CameraFailureReason;
  constructor(reason: CameraFailureReason) {
    super(`the device could not be opened: ${reason}`);
    this.name = 'DeviceRefused';
    this.reason = reason;
  }
}

/** An open microphone. `stream` is known only to the implementation. */
export interface Microphone {
  readonly stream: unknown;
  stop(): void;
}

export interface MicrophonePort {
  /** Opens the microphone. `lost` is called when it is taken away while open. Rejects with a `DeviceRefused`. */
  open(options: { readonly lost: () => void }): Promise<Microphone>;
}

export type SoundEvent =
  | { type: 'sounds loaded' }
  /** The browser does not play sound until the user presses something. */
  | { type: 'sound blocked' }
  | { type: 'sound allowed' };

/** The sound of one room: the files of its script, and the partner's voice. */
export interface SoundHandle {
  /** Loads these files, and no others; sends `sounds loaded` when all of them can be played. */
  load(addresses: readonly string[]): void;
  /** Called while the user presses something: only then do browsers allow sound. */
  allow(): void;
  /**
   * Plays the file of a phase so that its beginning is heard at this instant of this machine's clock, ms; if that has passed, the
   * file is entered late. Called again with another instant, it corrects what plays.
   */
  play(phase: ScriptPhase, address: string, startsAt: number): void;
  /** Stops what plays or is due to play, but for the sound of the phase `keeps`. */
  silence(keeps?: ScriptPhase): void;
  mute(isMuted: boolean): void;
  /** The partner's voice. It is heard only while `openVoice` says so. */
  takeVoice(stream: unknown): void;
  openVoice(isOpen: boolean): void;
  close(): void;
}

export interface SoundPort {
  open(emit: (event: SoundEvent) => void): SoundHandle;
}

export type PeerEvent =
  | { type: 'description made'; description: SessionDescription }
  | { type: 'candidate found'; candidate: Candidate }
  | { type: 'peer connected' }
  | { type: 'peer disconnected' }
  | { type: 'peer failed' }
  /** The partner's stream exists (no frame need have arrived). */
  | { type: 'stream arrived'; stream: unknown }
  /** The partner's sound section exists; whether anything is to be heard of it is not decided by it. */
  | { type: 'voice arrived'; stream: unknown }
  /** New frames of the partner were decoded; sent at most every few hundred milliseconds, with their path where it is known. */
  | { type: 'frame arrived'; path?: ConnectionPath };

export interface PeerHandle {
  /** Whether what is shown is sent with few lines only. */
  soften(isSoft: boolean): void;
  /** Makes an offer, which comes as `description made`. */
  offer(): void;
  receiveDescription(description: SessionDescription): void;
  receiveCandidate(candidate: Candidate): void;
  /** From now on the partner receives this picture, or none at all. Before this call, no picture of the user is sent. */
  show(camera: Camera | undefined): void;
  /** From now on the partner receives this microphone, or no sound at all. Before this call, nothing is sent. */
  speak(microphone: Microphone | undefined): void;
  /** The directions of the sound section in descriptions made from now on. */
  allowSound(sound: SoundDirections): void;
  /** From the next path on, these servers are used. */
  configure(ice: IceSetup): void;
  /** Gathers a new path and offers it. Only the caller restarts, so that two restarts cannot cross. */
  restart(): void;
  close(): void;
}

/** The servers and the policy by which two clients connect to each other. */
export interface IceSetup {
  readonly iceServers: readonly IceServer[];
  /** Connect over a relay only: neither side may learn the other's network address. */
  readonly relayOnly: boolean;
}

export interface IceServer {
  urls: string[];
  username?: string | undefined;
  credential?: string | undefined;
}

/** In which directions a session description may carry sound. */
export interface SoundDirections {
  readonly sends: boolean;
  readonly receives: boolean;
}

export interface PeerPort {
  /** Without `sound`, as in the minute, the connection has no sound section. */
  open(
    options: IceSetup & { readonly sound?: SoundDirections | undefined; readonly emit: (event: PeerEvent) => void },
  ): PeerHandle;
}

/** A connect request, as it survives a reload. */
export interface ConnectRequest {
  readonly pool: Pool;
  readonly noRepeat: boolean;
  /** Absent in what an earlier version of the page has remembered. */
  readonly lengthWish?: LengthWish;
  readonly ownInvitationUntil: number | undefined;
  readonly patientUntil?: number | undefined;
  readonly clickID: string;
  /** When this round of waiting began, and when Connect was pressed, by this machine's clock. */
  readonly clickedAt: number;
  readonly searchingSince: number;
}

/** The veil in a room, and since when it is down, by this machine's clock. */
export interface RememberedVeil {
  readonly roomID: string;
  readonly veil: VeilState;
  readonly at: number | undefined;
}

/** What a user can wish of their minutes, beside the specified minute. */
export interface Wishes {
  /** To say: "This is my first minute." */
  readonly firstMinute: boolean;
  /** To say: "I do not see you; I hear that you are there." */
  readonly cannotSee: boolean;
  /** That both pictures are soft until both have asked to see clearly. */
  readonly isSoft: boolean;
  /** Not to see their own picture from Start on. */
  readonly hidesOwnPicture: boolean;
  /** To hear and feel the minute: its moments, and the partner's movement. */
  readonly hearsPresence: boolean;
  /** To help to find out whether the minute helps: to say, randomised, whether they feel better after it. */
  readonly sharesChange: boolean;
}

/** The addition that each wish needs. */
export const additionOf = {
  firstMinute: 'signs',
  cannotSee: 'signs',
  isSoft: 'soft',
  hidesOwnPicture: 'ownPicture',
  hearsPresence: 'sounds',
  sharesChange: 'feelings',
} as const satisfies Record<keyof Wishes, string>;
export type WishedAddition = (typeof additionOf)[keyof Wishes];

/** The wishes that this browser keeps. */
export interface WishesPort {
  /** What this installation has of them. */
  readonly offered: readonly WishedAddition[];
  kept(): Wishes;
  keep(wishes: Wishes): void;
  /** The length of meetings with strangers; nothing where this installation has only the minute. */
  length(): LengthWish;
}

/** What outlives a reload of this tab, and only of this tab. */
export interface TabMemory {
  /** The connect request under which this tab was queued. */
  connectRequest(): ConnectRequest | undefined;
  rememberRequest(request: ConnectRequest | undefined): void;
  /** The room of the minute this tab was in. */
  room(): string | undefined;
  /** The private space of a gathering in which that minute was found, if it was one. */
  groupSpace(): string | undefined;
  remember(roomID: string | undefined, groupSpace?: string): void;
  /** Whether the user keeps their microphone off in that room. */
  microphoneOff(): boolean;
  rememberMicrophoneOff(isOff: boolean): void;
  /** The veil in that room, if there was one. */
  veil(): RememberedVeil | undefined;
  rememberVeil(veil: RememberedVeil | undefined): void;
  /** The room in which the user has asked to see clearly. */
  clearIn(): string | undefined;
  rememberClear(roomID: string | undefined): void;
  /** Whether the user's picture is framed in that room. */
  isFramed(): boolean;
  rememberFramed(isFramed: boolean): void;
}

/** The side of a room whose script is asked for. */
export interface ScriptSide {
  readonly roomID: string;
  readonly type: string;
  readonly position: Position;
}

/** The script of an experience, as this side receives it. */
export interface ReceivedScript {
  readonly name: string;
  readonly plan: Plan;
}

/** The HTTP calls of a minute. Those that return nothing fail silently: they are only logged. */
export interface CallsPort {
  iceServers(): Promise<IceSetup>;
  /** The script of a room that this user is in, in their language. Rejects when it cannot be had. */
  script(side: ScriptSide): Promise<ReceivedScript>;
  guidanceAccepted(): void;
  guidanceDeclined(): void;
  cameraFailed(reason: CameraFailureReason): void;
  hidePositionGuideline(): void;
  /** Reads or changes how the two of a room stand to each other's circle. Rejects when the server refuses or is unreachable. */
  circle(command: CircleCommand, room: { readonly roomID: string; readonly position: Position }): Promise<CircleFlags>;
}

export type CircleCommand = 'check' | 'add' | 'remove';
