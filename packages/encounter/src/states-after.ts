import { chart } from './chart.ts';

export const backToTheLobby = ['leave the room', 'put the room aside', 'close the sound', 'forget the room'] as const;

/** The sound after the connection follows a natural end only. */
const afterwards = ['silence the script', { type: 'run the script', params: { phase: 'after' } }] as const;

/** What the user can do about what they hear and read, from the script's arrival to the end of its sound. */
export const hearing = {
  'sounds loaded': { actions: ['note that the sounds are loaded'] },
  'sound blocked': { actions: ['note that sound is blocked'] },
  'sound allowed': { actions: ['note that sound is allowed'] },
  'turn sound on pressed': { actions: [{ type: 'sound', params: { type: 'allow' } }] },
  'sound pressed': { actions: ['switch the sound'] },
  'captions pressed': { actions: ['switch the captions'] },
} as const;

/** The guest may return while the invitation is valid, so the inviter continues to wait, under a new connect request. */
const continueWaiting = {
  guard: 'our invitation still stands',
  target: 'waiting',
  actions: [...backToTheLobby, 'make a new request', 'start the search clock'],
} as const;

/**
 * After an end before its time, the user may go on to somebody else, or leave. A report leaves after every end. Somebody else is
 * never the partner who has just been left, whatever the user has chosen about meeting people again.
 */
const departures = {
  'meet another pressed': {
    guard: 'another can be met',
    target: 'waiting',
    actions: [...backToTheLobby, 'make a new request', 'avoid people met lately', 'start the search clock'],
  },
  'report sent': { guard: 'the report is about this room', target: 'present', actions: backToTheLobby },
  'leave pressed': { guard: 'the end leads to digesting', target: 'present', actions: backToTheLobby },
} as const;

/** The camera could not be opened. The web application explains why on a page of its own. */
export const mediaDenied = chart.createStateConfig({
  tags: ['mediaDenied'],
  entry: ['report the camera failure', 'close the sound'],
  after: { mediaDeniedDwell: { target: 'present', actions: backToTheLobby } },
});

/** The encounter has ended, and the user sees how. The server's end reason replaces ours if two ends crossed. */
export const disconnected = chart.createStateConfig({
  tags: ['disconnected'],
  entry: [
    'send the session data',
    'mark the partner of the circle',
    { type: 'sound', params: { type: 'open voice', isOpen: false } },
    ...afterwards,
  ],
  exit: ['stop the script', 'close the sound'],
  initial: 'quiet',
  states: {
    quiet: {
      tags: ['the end is not said yet'],
      always: { guard: 'the end is said at once', target: 'said' },
      after: { endQuiet: { target: 'said' } },
    },
    said: {},
  },
  after: {
    afterConnection: [
      { guard: 'the end leads to digesting', target: 'digesting' },
      continueWaiting,
      { target: 'present', actions: backToTheLobby },
    ],
  },
  on: {
    ...departures,
    ...hearing,
    'script moment': { actions: ['note the moment'] },
    'server named the end': { guard: 'the end changes', actions: ['end as the server says', ...afterwards] },
    'room message arrived': [
      { guard: 'the end changes by a close', actions: ['end as the server says', ...afterwards] },
      { guard: 'it is a thank you', actions: ['note their thanks'] },
      { guard: 'it is an add to the circle', actions: ['note their add'] },
    ],
    'move on pressed': [
      { guard: 'the end leads to digesting', target: 'digesting' },
      continueWaiting,
      { target: 'present', actions: backToTheLobby },
    ],
  },
});

/** Afterwards: thank, add to the circle, report, move on. */
export const digesting = chart.createStateConfig({
  tags: ['digesting'],
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'the circle is to be asked', target: 'asking' }, { target: 'settled' }] },
    asking: {
      invoke: {
        src: 'circleCheck',
        input: ({ context }) => ({
          ports: context.ports,
          room: context.room as NonNullable<typeof context.room>,
          retry: context.durations.requestRetry,
        }),
      },
      on: { 'circle known': { target: 'settled', actions: ['note the circle'] } },
    },
    settled: {},
  },
  on: {
    ...departures,
    'thank pressed': {
      guard: 'we have not thanked',
      actions: ['note our thanks', { type: 'send', params: { type: 'thank' } }],
    },
    'thank refused': { actions: ['take our thanks back'] },
    'add to circle pressed': {
      guard: 'we can add them',
      actions: ['note our circle request', { type: 'send', params: { type: 'circle', change: 'add' } }],
    },
    'remove from circle pressed': {
      guard: 'we can remove them',
      actions: ['note our circle request', { type: 'send', params: { type: 'circle', change: 'remove' } }],
    },
    'circle known': { actions: ['note the circle'] },
    'circle refused': { actions: ['note that it failed'] },
    'room message arrived': [
      { guard: 'it is a thank you', actions: ['note their thanks'] },
      { guard: 'their add makes a match', target: '.asking', actions: ['note their add'] },
      { guard: 'it is an add to the circle', actions: ['note their add'] },
    ],
    'move on pressed': { target: 'present', actions: backToTheLobby },
  },
});
