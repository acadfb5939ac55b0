import type { ShortLength } from './lengths.ts';

/**
 * The durations of an encounter and its surroundings, in milliseconds: one table that server, client, tests and simulation share.
 * Periods of a single domain (the life of a link, of a session, of a claim) are constants in its `rules.ts`.
 * A test may replace entries (`DURATIONS` in the environment); production refuses that.
 * Source: requirements/encounter 1 to 8, requirements/matchmaking 2 to 8.
 */
export const shippedDurations = {
  // The encounter, as data of the experience.
  introDuration: 4_000,
  connectionDuration: 60_000,
  afterConnectionDuration: 5_000,
  /** How much of the time after a whole minute stays without words. */
  endQuiet: 2_000,
  // Pairing.
  pairingTimeout: 60_000,
  /** After the pairing time-out: how long until waiting continues by itself while the page is visible, and for how long in all. */
  keepWaiting: 10_000,
  searchLimit: 300_000,
  peerNoAnswerTimeout: 5_000,
  /** How long an inviter waits for the guest of a personal invitation. */
  personalInviteTimeout: 1_800_000,
  matchmakerAnswer: 3_000,
  /** How long the entry of a queued member is reserved after their socket is lost. Nobody is paired with them in this time. */
  reservationLife: 15_000,
  /**
   * While a user reads the guidance: how often their client announces it, for how long in all their position is reserved, and how long
   * a waiting user is shown after an announcement that somebody is getting ready.
   */
  gettingReadyInterval: 5_000,
  gettingReadyLimit: 300_000,
  gettingReadyShown: 8_000,
  /** How long until two entries that were paired, but may not meet after all, are requeued. */
  requeueDelay: 250,
  avoidRepeatWindow: 3_600_000,
  // On the way to the minute.
  /** On a page other than the lobby: the time between the notice that a partner is found and the screen of the encounter. */
  foundNotice: 3_000,
  guidanceDelay: 15_000,
  guidanceDelayExperienced: 5_000,
  enteringRoom: 10_000,
  languageResume: 1_000,
  languagePauseLimit: 30_000,
  permissionPromptDelay: 1_000,
  cameraPromptLimit: 60_000,
  startButtonDelay: 3_000,
  hintDelay: 5_000,
  positionGuideline: 10_000,
  peerNotReadyTimeout: 60_000,
  startWarning: 20_000,
  readyLimit: 165_000,
  connectLimit: 15_000,
  /** In an experience with a script: the limit for connecting is its intro and this. */
  connectAfterIntro: 11_000,
  /** The least durations of a script. */
  leastIntro: 4_000,
  leastConnection: 60_000,
  leastAfter: 5_000,
  /** How long one request for the script of a room may take, and how often it is made before the room is given up. */
  scriptAttempt: 3_000,
  scriptAttempts: 2,
  /** How long Start waits for the sounds of a script. */
  soundPatience: 20_000,
  /** How often the start of a script is compared with the server's clock. */
  clockCheck: 30_000,
  /** How long the answers of one measurement of the clock are waited for. */
  clockMeasured: 1_500,
  /** How long the credentials of a relay live, and the age from which a client requests new ones before it gathers a new path. */
  credentialLife: 600_000,
  iceRefresh: 480_000,
  beginLead: 250,
  mediaDeniedDwell: 1_000,
  // During the minute.
  controlsAtStart: 10_000,
  controlsOnMove: 5_000,
  progressAlwaysShown: 10_000,
  frameLost: 2_000,
  frameTimeout: 15_000,
  /** Time since the last frame after which the two open a new peer connection. */
  reconnectAfter: 7_000,
  cameraRetry: 2_000,
  /** How long a veil may be down: until then the absence of frames is no interruption. */
  veilLimit: 30_000,
  rejoinBeforeConnected: 7_000,
  rejoinConnected: 15_000,
  /** How long after a completed minute the answer whether it has helped is accepted. */
  feelingsWindow: 7 * 24 * 3_600_000,
  /** How long an ended room still accepts thanks. */
  endedRoomLife: 600_000,
  /** What the server adds to a limit that the client keeps itself, for the delivery of the client's message. */
  grace: 3_000,
  // Gentle ways in.
  /** How long shorter first meetings last. */
  shortMeeting: 20_000,
  mediumMeeting: 40_000,
  /** How long a newcomer waits for a welcomer, and until when others may be passed over for them, from their own position in the queue. */
  welcomeWait: 5_000,
  /** How long after a welcomer has connected another one is likely to. */
  welcomersAbout: 120_000,
  // Gatherings.
  /** How long a member who waits in a gathering avoids the people they have met in it, and the one they have met last. */
  gatheringRepeatAfter: 8_000,
  gatheringLastAfter: 15_000,
  /** How long a member has waited when they can be paired with a stand-in. */
  standInAfter: 8_000,
  /** The pause before the camera, from a member's second minute in a gathering on. */
  gatheringEnteringRoom: 4_000,
  /** How long before the start the doors of a private space open. */
  gatheringDoors: 600_000,
  /** How long the ended view of a gathering is shown, until its space closes; and how long answers to its survey are accepted. */
  gatheringClosing: 600_000,
  surveyLimit: 610_000,
  /** How long before the start the two reminders are due. */
  gatheringReminderDay: 24 * 3_600_000,
  gatheringReminderSoon: 900_000,
  /** How often due reminders and changes are mailed, and how often the gatherings of further zones are decided. */
  gatheringSweep: 15_000,
  anchorSweep: 3_600_000,
  // Calls.
  /** How long somebody has waited when the first member is called for them, and the time until the next one is. */
  firstRing: 3_000,
  nextRing: 15_000,
  /** How long a call is worth answering. */
  ringLife: 60_000,
  /** How often it is looked whose rendezvous begins soon. */
  rendezvousSweep: 5_000,
  /** How long an open page has to acknowledge a call, before it is sent by push. */
  ringAcknowledgement: 3_000,
  // Presence and the socket.
  presenceTimeout: 300_000,
  presenceEmission: 4_000,
  presenceLease: 15_000,
  countInterval: 1_000,
  socketPing: 4_000,
  socketPingTimeout: 3_000,
  /** How long a connection may take to send the headers of a request, and the whole of it. */
  requestHeaders: 5_000,
  requestWhole: 15_000,
  /** How long a socket may stay open without a ticket. */
  socketAuthTimeout: 5_000,
  ticketLife: 60_000,
  /** How often a process checks whether the sessions of its sockets are still valid. */
  sessionCheck: 3_000,
  requestRetry: 1_500,
  /** How often expired guest accounts are swept. */
  guestSweep: 600_000,
  /** How often the books are checked, and compared with the balance at the payment provider. */
  booksCheck: 3_600_000,
  reconcile: 24 * 3_600_000,
  /** How often the payment provider is asked what has happened, and what is due in memberships is done. */
  catchUp: 60_000,
  membershipDue: 60_000,
  /** Retention of each kind of record (`*Retention`), and the interval between retention sweeps (`retentionSweep`). */
  gatheringsRetention: 90 * 24 * 3_600_000,
  waitsRetention: 90 * 24 * 3_600_000,
  ringsRetention: 30 * 24 * 3_600_000,
  filesRetention: 30 * 24 * 3_600_000,
  uploadsRetention: 24 * 3_600_000,
  rendezvousRetention: 30 * 24 * 3_600_000,
  visitsRetention: 90 * 24 * 3_600_000,
  encountersRetention: 90 * 24 * 3_600_000,
  reportsRetention: 365 * 24 * 3_600_000,
  /** As long as the ledger, which has a line for each decision. */
  welcomingRetention: 365 * 24 * 3_600_000,
  /** Three years: how long a separation outlives the account of one of the two, while the other account exists. */
  separationsRetention: 3 * 365 * 24 * 3_600_000,
  /** Ten years, counted from the end of the calendar year. */
  booksRetention: 3_653 * 24 * 3_600_000,
  declarationsRetention: 3 * 365 * 24 * 3_600_000,
  providerEventsRetention: 90 * 24 * 3_600_000,
  networksRetention: 7 * 24 * 3_600_000,
  /** As long as an address that was invited is not invited again. */
  invitedRetention: 7 * 24 * 3_600_000,
  sessionsRetention: 30 * 24 * 3_600_000,
  countsRetention: 24 * 3_600_000,
  knownBrowsersRetention: 180 * 24 * 3_600_000,
  guestAddsRetention: 7 * 24 * 3_600_000,
  veilsRetention: 7 * 24 * 3_600_000,
  feelingsRetention: 8 * 24 * 3_600_000,
  retentionSweep: 3_600_000,
  /** The interval between a process's heartbeats, and how long it counts as alive after the last one. */
  heartbeatInterval: 2_000,
  nodeLease: 8_000,
  /** How long a process that is shutting down waits for rooms whose minute has not begun. */
  drainLimit: 90_000,
  /** How soon a process takes over a setting that another process has changed. */
  settingsCheck: 5_000,
} as const satisfies Record<string, number>;

export type DurationName = keyof typeof shippedDurations;
export type Durations = Readonly<Record<DurationName, number>>;

/** The shipped table with some entries replaced. Throws an error that names the first invalid entry. */
export function durationsWith(replacements: Readonly<Record<string, unknown>>): Durations {
  for (const [name, value] of Object.entries(replacements)) {
    if (!Object.hasOwn(shippedDurations, name)) throw new Error(`there is no duration called ${name}`);
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
      throw new Error(`the duration ${name} must be a number of milliseconds`);
  }
  return { ...shippedDurations, ...replacements };
}

/** The durations of the table that a script replaces, ms. */
export type ScriptDurations = Pick<Durations, 'introDuration' | 'connectionDuration' | 'afterConnectionDuration'>;

/** The duration of the table that each length stands for. */
const durationOf = { short: 'shortMeeting', medium: 'mediumMeeting' } as const satisfies Record<ShortLength, DurationName>;

/** What a room may have instead of the durations of the minute. */
export interface RoomTimes {
  readonly script?: ScriptDurations | undefined;
  readonly length?: ShortLength | undefined;
}

/**
 * The table as it holds in a room: with the durations of its script, if it has one, or that of a meeting shorter than the minute.
 * Source: requirements/experiences 7.6, requirements/looking 4.4.
 */
export function durationsInRoom(durations: Durations, { script, length }: RoomTimes): Durations {
  if (script) return { ...durations, ...script, connectLimit: script.introDuration + durations.connectAfterIntro };
  return length ? { ...durations, connectionDuration: durations[durationOf[length]] } : durations;
}
