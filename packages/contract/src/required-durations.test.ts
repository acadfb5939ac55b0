import { expect, test } from 'vitest';
import { type Durations, shippedDurations } from './durations.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** What the requirements fix in numbers, with the section that does. */
const required: readonly (readonly [where: string, Partial<Durations>])[] = [
  ['requirements/matchmaking 2', { presenceTimeout: 300 * second, presenceEmission: 4 * second, presenceLease: 15 * second }],
  ['requirements/matchmaking 2', { socketPing: 4 * second, socketPingTimeout: 3 * second }],
  ['requirements/matchmaking 3', { countInterval: second }],
  ['requirements/matchmaking 4', { reservationLife: 15 * second }],
  ['requirements/matchmaking 5', { avoidRepeatWindow: hour }],
  ['requirements/matchmaking 7', { peerNoAnswerTimeout: 5 * second }],
  ['requirements/matchmaking 8', { pairingTimeout: minute, keepWaiting: 10 * second, searchLimit: 5 * minute }],
  ['requirements/matchmaking 8', { foundNotice: 3 * second }],
  ['requirements/encounter 2', { guidanceDelay: 15 * second, guidanceDelayExperienced: 5 * second }],
  ['requirements/encounter 2', { gettingReadyInterval: 5 * second, gettingReadyLimit: 5 * minute }],
  ['requirements/encounter 3', { enteringRoom: 10 * second, languageResume: second, languagePauseLimit: 30 * second }],
  ['requirements/encounter 4', { permissionPromptDelay: second, cameraPromptLimit: minute, cameraRetry: 2 * second }],
  ['requirements/encounter 5', { startButtonDelay: 3 * second, positionGuideline: 10 * second, hintDelay: 5 * second }],
  ['requirements/encounter 5', { peerNotReadyTimeout: minute, startWarning: 20 * second, readyLimit: 165 * second }],
  ['requirements/encounter 5', { connectLimit: 15 * second, controlsAtStart: 10 * second }],
  ['requirements/encounter 6', { introDuration: 4 * second, connectionDuration: minute, afterConnectionDuration: 5 * second }],
  ['requirements/encounter 6', { progressAlwaysShown: 10 * second, controlsOnMove: 5 * second }],
  ['requirements/encounter 8', { frameLost: 2 * second, reconnectAfter: 7 * second, frameTimeout: 15 * second }],
  ['requirements/encounter 8', { rejoinConnected: 15 * second, rejoinBeforeConnected: 7 * second }],
  ['requirements/encounter 12', { credentialLife: 10 * minute }],
  ['requirements/encounter 16', { personalInviteTimeout: 30 * minute }],
  ['requirements/experiences 6', { scriptAttempt: 3 * second, scriptAttempts: 2 }],
  ['requirements/experiences 7', { connectAfterIntro: 11 * second, iceRefresh: 8 * minute, leastIntro: 4 * second }],
  ['requirements/experiences 7', { leastConnection: minute, leastAfter: 5 * second }],
  ['requirements/experiences 9', { soundPatience: 20 * second }],
  ['requirements/looking 4', { shortMeeting: 20 * second, mediumMeeting: 40 * second, welcomeWait: 5 * second }],
  ['requirements/gatherings 3', { gatheringReminderDay: day, gatheringReminderSoon: 15 * minute, gatheringSweep: 15 * second }],
  ['requirements/gatherings 4', { gatheringRepeatAfter: 8 * second, gatheringLastAfter: 15 * second, standInAfter: 8 * second }],
  ['requirements/gatherings 4', { gatheringEnteringRoom: 4 * second }],
  ['requirements/gatherings 5', { gatheringDoors: 10 * minute, gatheringClosing: 600 * second }],
  ['requirements/gatherings 6', { surveyLimit: 610 * second }],
  ['requirements/gatherings 8', { anchorSweep: hour }],
  ['requirements/notifications 4', { firstRing: 3 * second, nextRing: 15 * second }],
  ['requirements/notifications 5', { ringAcknowledgement: 3 * second, ringLife: minute }],
  ['requirements/membership 12', { catchUp: minute, membershipDue: minute, reconcile: day, booksCheck: hour }],
  ['requirements/threats 3', { ticketLife: minute }],
  ['requirements/threats 5', { requestHeaders: 5 * second, requestWhole: 15 * second, socketAuthTimeout: 5 * second }],
  ['requirements/threats 12', { encountersRetention: 90 * day, reportsRetention: 365 * day, visitsRetention: 90 * day }],
];

test.each(required)('the shipped durations are those of %s: %o', (_, durations) => {
  expect(shippedDurations).toMatchObject(durations);
});

test('a socket without an answer is gone within eight seconds', () => {
  expect(shippedDurations.socketPing + shippedDurations.socketPingTimeout).toBeLessThanOrEqual(8 * second);
});
