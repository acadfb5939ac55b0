import { type PageDurations, pageDurationNames, pageDurations } from './page-durations.ts';

/** The durations that only the server keeps, in milliseconds. */
const serverDurations = {
  // Pairing.
  /** How long until two entries that were paired, but may not meet after all, are requeued. */
  requeueDelay: 250,
  avoidRepeatWindow: 3_600_000,
  // On the way to the minute.
  /** How long the credentials of a relay live. */
  credentialLife: 600_000,
  // During the minute.
  /** How long after a completed minute the answer whether it has helped is accepted. */
  feelingsWindow: 7 * 24 * 3_600_000,
  /** How long an ended room still accepts thanks. */
  endedRoomLife: 600_000,
  // Gentle ways in.
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
  /** How long answers to the survey of a gathering are accepted. */
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

/**
 * The durations of an encounter and its surroundings, in milliseconds: one table that server, tests and simulation share, and of which
 * pages have a part.
 * Periods of a single domain (the life of a link, of a session, of a claim) are constants in its `rules.ts`.
 * A test may replace entries (`DURATIONS` in the environment); production refuses that.
 * Source: requirements/encounter 1 to 8, requirements/matchmaking 2 to 8.
 */
export const shippedDurations = { ...pageDurations, ...serverDurations };

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

/** Of a table, what pages have to know. */
export const durationsOfPages = (durations: Durations): PageDurations =>
  Object.fromEntries(pageDurationNames.map((name) => [name, durations[name]])) as PageDurations;
