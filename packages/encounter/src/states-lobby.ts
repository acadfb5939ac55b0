import { requestOf } from './actors.ts';
import { chart, pageIsShown } from './chart.ts';

const running = ['take the running room', 'open the room'] as const;

/** This tab was in the middle of a session when its page was reloaded. */
const resume = [
  { guard: 'a session of this tab runs', target: '#encounter.inRoom.resuming', actions: running },
  { guard: 'an intro of this tab runs', target: '#encounter.inRoom.resumingIntro', actions: running },
] as const;

/** The page was reloaded while it was queued, and the server still holds its entry. */
const continueWaiting = {
  guard: 'this tab has a reserved entry',
  target: '#encounter.waiting',
  actions: ['resume the request'],
} as const;

const outOfTime = { type: 'give notice', params: { notice: 'pairing_timeout' } } as const;

/** Waiting ends when the time for pairing is over; unless it is for one person only, it may go on later. */
const pairing = [
  {
    guard: 'waiting can be paused, unseen',
    target: '#encounter.absent',
    actions: [outOfTime, 'pause the request'],
  },
  {
    guard: 'waiting can be paused',
    target: '#encounter.searchPaused',
    actions: [outOfTime, 'pause the request'],
  },
  {
    target: '#encounter.present',
    actions: [outOfTime, 'cancel the request'],
  },
] as const;

const connectPressed = [
  { guard: 'nobody is in the circle', actions: { type: 'give notice', params: { notice: 'circle_empty' } } },
  { guard: 'the guidance is not accepted', target: 'firstTimeGuidance', actions: ['note the request'] },
  {
    guard: 'the socket is down',
    target: '#encounter.waiting.connecting',
    actions: ['note the request', 'start the search clock'],
  },
  { target: 'waiting', actions: ['note the request', 'start the search clock'] },
] as const;

const hidden = { target: '#encounter.absent', actions: ['note that the page is hidden'] } as const;

/** Present in the lobby, and free to connect. */
export const present = chart.createStateConfig({
  tags: ['present'],
  entry: ['be present'],
  after: { presenceTimeout: { guard: 'no calls are wanted', target: 'absent' } },
  on: {
    'connect pressed': connectPressed,
    'snapshot arrived': [...resume, continueWaiting],
    'notice dismissed': { actions: ['dismiss the notice'] },
    'page hidden': [{ guard: 'calls are wanted', actions: ['note that the page is hidden', 'be present'] }, hidden],
    'page shown': { actions: pageIsShown },
    'calls wanted': [
      {
        guard: 'the page is hidden, and calls are no longer wanted',
        target: 'absent',
        actions: ['note whether calls are wanted'],
      },
      { target: 'present', reenter: true, actions: ['note whether calls are wanted'] },
    ],
    'person active': { target: 'present', reenter: true },
  },
});

/** A partner was found for a paused request. */
const endPause = ['dismiss the notice', 'stop pausing the request', 'take the room'] as const;

const actions = ['note that the page is shown'] as const;
const back = [
  { guard: 'the search is paused', target: 'searchPaused', actions },
  { target: 'present', actions },
] as const;

/** Away: the page is hidden, or the user has been inactive for a while. */
export const absent = chart.createStateConfig({
  tags: ['absent'],
  entry: ['be absent'],
  on: {
    'snapshot arrived': [...resume, continueWaiting],
    'page shown': back,
    'person active': back,
    'calls wanted': [
      // The server still holds its entry: the user returns to it when they are back.
      { guard: 'the search is paused', actions: ['note whether calls are wanted'] },
      { guard: 'calls are wanted', target: 'present', actions: ['note whether calls are wanted'] },
      { actions: ['note whether calls are wanted'] },
    ],
    // The server had paired the request before the pause arrived.
    'matchmaker event arrived': {
      guard: 'a paused request was given a room',
      target: '#encounter.waiting.greeting',
      actions: ['be present', ...endPause],
    },
    'notice dismissed': { actions: ['dismiss the notice'] },
  },
});

const keepWaiting = {
  target: '#encounter.waiting',
  actions: ['dismiss the notice', 'stop pausing the request', 'start the search clock'],
} as const;
const giveUp = { target: 'present', actions: ['dismiss the notice', 'cancel the request'] } as const;

/**
 * Nobody came within the time for pairing. The request is paused, at its position. While the user is at the page, waiting goes on by
 * itself after a few seconds; when it has gone on for some minutes, the user is asked.
 */
export const searchPaused = chart.createStateConfig({
  tags: ['present', 'the search is paused'],
  entry: ['be present'],
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'the search has lasted long', target: 'asking' }, { target: 'counting' }] },
    counting: {
      tags: ['waiting goes on by itself'],
      entry: ['set the countdown of waiting', 'run the countdown'],
      after: { keepWaiting },
    },
    asking: { after: { presenceTimeout: { target: '#encounter.absent' } } },
  },
  on: {
    'keep waiting pressed': keepWaiting,
    'cancel pressed': giveUp,
    'notice dismissed': giveUp,
    'connect pressed': connectPressed,
    'snapshot arrived': resume,
    // The server had paired the request before the pause arrived.
    'matchmaker event arrived': {
      guard: 'a room was given',
      target: '#encounter.waiting.greeting',
      actions: endPause,
    },
    'page hidden': hidden,
  },
});

const accepted = [
  'remember that the guidance is accepted',
  'record that the guidance is accepted',
  'start the search clock',
] as const;

/** The introduction to the minute, shown until it is accepted. Its buttons become active when the countdown is over. */
export const firstTimeGuidance = chart.createStateConfig({
  tags: ['firstTimeGuidance'],
  initial: 'counting',
  entry: ['set the guidance countdown'],
  invoke: {
    src: 'announcement',
    id: 'announcement',
    input: ({ context }) => ({
      ...requestOf(context),
      every: context.durations.gettingReadyInterval,
      limit: context.durations.gettingReadyLimit,
    }),
  },
  states: {
    counting: {
      entry: ['run the countdown'],
      exit: ['stop the countdown'],
      after: { countdown: { target: 'decidable' } },
      on: { 'language list opened': { target: 'paused' } },
    },
    paused: {
      tags: ['the countdown is paused'],
      entry: ['run the countdown'],
      exit: ['count the pause'],
      after: { pauseLeft: { target: 'counting' } },
      on: { 'language list closed': { target: 'counting' } },
    },
    decidable: {
      tags: ['guidance can be answered'],
      on: {
        'guidance accepted': [
          // The position is reserved, as for any lost socket.
          { guard: 'the socket is down', target: '#encounter.waiting.away', actions: accepted },
          { target: '#encounter.waiting', actions: accepted },
        ],
        'guidance declined': {
          target: '#encounter.present',
          actions: ['record that the guidance is declined', 'cancel the request'],
        },
      },
    },
  },
  on: {
    // Others see that somebody is getting ready only while the guidance is in view.
    'page hidden': { actions: ['note that the page is hidden', 'stop announcing the request'] },
    'page shown': { actions: [...pageIsShown, 'go on announcing the request'] },
    // Closing the guidance is no answer to it, so nothing is recorded.
    'cancel pressed': { target: 'present', actions: ['cancel the request'] },
    'matchmaker event arrived': {
      guard: 'the matchmaker refused',
      target: 'present',
      actions: ['give notice of the refusal'],
    },
  },
});

/** Waiting for a partner, then greeting the one who was found. */
export const waiting = chart.createStateConfig({
  tags: ['waiting'],
  initial: 'searching',
  entry: ['remember the request in this tab'],
  exit: ['forget the request in this tab'],
  on: {
    'cancel pressed': { target: 'present', actions: ['cancel the request', 'put the room aside', 'forget the room'] },
    'socket disconnected': { target: '.away', actions: ['put the room aside', 'forget the room'] },
    'matchmaker event arrived': [
      { guard: 'a room was given', target: '.greeting', actions: ['put the room aside', 'take the room'] },
      { guard: 'somebody is getting ready', actions: ['note that somebody is getting ready'] },
      { guard: 'we are next', actions: ['note that we are next'] },
      { guard: 'we are queued', target: '.searching.queued', actions: ['put the room aside', 'forget the room'] },
      {
        guard: 'the matchmaker refused',
        target: 'present',
        actions: ['give notice of the refusal', 'cancel the request', 'put the room aside', 'forget the room'],
      },
    ],
  },
  states: {
    searching: {
      initial: 'asking',
      after: { pairing },
      states: {
        asking: {
          invoke: { src: 'connectRequest', input: ({ context }) => requestOf(context) },
          after: {
            matchmakerAnswer: {
              target: '#encounter.present',
              actions: [{ type: 'give notice', params: { notice: 'matchmaker_failed' } }, 'cancel the request'],
            },
          },
          on: {
            'connect answered': [
              {
                guard: 'the connect was refused',
                target: '#encounter.present',
                actions: ['give notice of the refusal', 'cancel the request'],
              },
              { target: 'queued' },
            ],
          },
        },
        queued: { tags: ['queued'] },
      },
    },
    // The page has just been opened, or its socket is about to be back.
    connecting: {
      after: {
        matchmakerAnswer: {
          target: '#encounter.present',
          actions: [{ type: 'give notice', params: { notice: 'matchmaker_failed' } }],
        },
      },
      on: { 'socket connected': { target: 'searching' } },
    },
    // The server holds the entry of a lost socket for as long as `reservationLife`.
    away: {
      after: {
        pairing,
        reservationLife: {
          target: '#encounter.present',
          actions: [{ type: 'give notice', params: { notice: 'matchmaker_failed' } }, 'cancel the request'],
        },
      },
      on: { 'socket connected': { target: 'searching' } },
    },
    greeting: {
      tags: ['partner found'],
      initial: 'calling',
      entry: ['open the room'],
      after: { noAnswer: { target: 'searching', actions: ['put the room aside', 'forget the room'] } },
      on: {
        'room lost': { target: 'searching', actions: ['put the room aside', 'forget the room'] },
        'cancel pressed': [
          {
            guard: 'we are the caller',
            target: '#encounter.present',
            actions: ['cancel the request', { type: 'send', params: { type: 'leave' } }, 'put the room aside', 'forget the room'],
          },
          {
            target: '#encounter.disconnected',
            actions: [
              { type: 'end', params: { reason: 'cancel_self' } },
              { type: 'send', params: { type: 'send close', close: {} } },
              'cancel the request',
            ],
          },
        ],
      },
      states: {
        // The callee greets and the caller answers; the server's acknowledgement of that answer confirms the room.
        calling: {
          entry: ['greet'],
          on: {
            'room message arrived': [
              {
                guard: 'the caller is greeted',
                target: 'answering',
                actions: [{ type: 'send', params: { type: 'answer hello' } }],
              },
              { guard: 'it is a hello', target: '#encounter.inRoom' },
              { guard: 'it is a close', target: '#encounter.disconnected', actions: ['end as the server says'] },
            ],
          },
        },
        answering: {
          on: {
            'hello acknowledged': { target: '#encounter.inRoom' },
            'hello refused': {
              target: '#encounter.waiting.searching',
              actions: ['put the room aside', 'forget the room'],
            },
          },
        },
      },
    },
  },
});
