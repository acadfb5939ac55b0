/**
 * The durations that a page has to know, in milliseconds. The service gives them to each page with the configuration, so that no script
 * contains them.
 * Source: requirements/encounter 1 to 8, requirements/matchmaking 2 to 8.
 */
export const pageDurations = {
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
  /** The age of a relay's credentials from which a client requests new ones before it gathers a new path. */
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
  /** What the server adds to a limit that the client keeps itself, for the delivery of the client's message. */
  grace: 3_000,
  // Gentle ways in.
  /** How long shorter first meetings last. */
  shortMeeting: 20_000,
  mediumMeeting: 40_000,
  // Gatherings.
  /** The pause before the camera, from a member's second minute in a gathering on. */
  gatheringEnteringRoom: 4_000,
  /** How long before the start the doors of a private space open. */
  gatheringDoors: 600_000,
  /** How long the ended view of a gathering is shown, until its space closes. */
  gatheringClosing: 600_000,
  // Presence and the socket.
  presenceTimeout: 300_000,
  presenceEmission: 4_000,
  requestRetry: 1_500,
} as const satisfies Record<string, number>;

export const pageDurationNames = Object.keys(pageDurations) as PageDurationName[];

export type PageDurationName = keyof typeof pageDurations;
export type PageDurations = Readonly<Record<PageDurationName, number>>;
