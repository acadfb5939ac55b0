import { chart } from './chart.ts';
import type { Context } from './model.ts';

const click = ({ context }: { context: Context }) => ({
  ports: context.ports,
  pool: context.pool,
  noRepeat: context.noRepeat,
  clickID: context.clickID,
  retry: context.durations.requestRetry,
});

/** This tab was in the middle of a minute when its page was loaded anew. */
const resume = {
  guard: 'a minute of this tab runs',
  target: '#encounter.inRoom.resuming',
  actions: ['take the running room', 'open the room'],
} as const;

/** The page was loaded again while it waited, and the server still keeps its place. */
const waitOn = {
  guard: 'this tab has a place to return to',
  target: '#encounter.waiting',
  actions: ['take up the press'],
} as const;

/** How waiting ends by itself. */
const pairing = {
  target: '#encounter.present',
  actions: [{ type: 'give notice', params: { notice: 'pairing_timeout' } }, 'take the press back'],
} as const;

/** Here, and free. */
export const present = chart.createStateConfig({
  tags: ['present'],
  entry: ['be present'],
  after: { presenceTimeout: { target: 'absent' } },
  on: {
    'connect pressed': [
      { guard: 'nobody is in the circle', actions: { type: 'give notice', params: { notice: 'circle_empty' } } },
      {
        guard: 'the socket is down',
        actions: ['note the press', { type: 'give notice', params: { notice: 'matchmaker_failed' } }],
      },
      { guard: 'the guidance is not accepted', target: 'firstTimeGuidance', actions: ['note the press'] },
      { target: 'waiting', actions: ['note the press', 'start the search clock'] },
    ],
    'snapshot arrived': [resume, waitOn],
    'notice dismissed': { actions: ['dismiss the notice'] },
    'page hidden': { target: 'absent' },
    'person active': { target: 'present', reenter: true },
  },
});

/** Away: the page is hidden, or nothing has been done for a while. */
export const absent = chart.createStateConfig({
  tags: ['absent'],
  entry: ['be absent'],
  on: {
    'snapshot arrived': [resume, waitOn],
    'page shown': { target: 'present' },
    'person active': { target: 'present' },
    'notice dismissed': { actions: ['dismiss the notice'] },
  },
});

/** Reading what the minute is, once. The buttons wake up when the countdown is over. */
export const firstTimeGuidance = chart.createStateConfig({
  tags: ['firstTimeGuidance'],
  initial: 'counting',
  entry: ['set the guidance countdown'],
  states: {
    counting: {
      entry: ['run the countdown'],
      exit: ['stop the countdown'],
      after: { countdown: { target: 'decidable' } },
      on: { 'language list opened': { target: 'paused' } },
    },
    paused: { tags: ['the countdown is paused'], on: { 'language list closed': { target: 'counting' } } },
    decidable: {
      tags: ['guidance can be answered'],
      on: {
        'guidance accepted': {
          target: '#encounter.waiting',
          actions: ['remember that the guidance is accepted', 'record that the guidance is accepted', 'start the search clock'],
        },
        'guidance declined': { target: '#encounter.present', actions: ['record that the guidance is declined'] },
      },
    },
  },
  on: { 'cancel pressed': { target: 'present' } },
});

/** Looking for somebody, then greeting whoever was found. */
export const waiting = chart.createStateConfig({
  tags: ['waiting'],
  initial: 'searching',
  entry: ['remember the press in this tab'],
  exit: ['forget the press in this tab'],
  on: {
    'cancel pressed': { target: 'present', actions: ['take the press back', 'put the room aside', 'forget the room'] },
    'socket disconnected': { target: '.away', actions: ['put the room aside', 'forget the room'] },
    'matchmaker spoke': [
      { guard: 'a room was given', target: '.greeting', actions: ['put the room aside', 'take the room'] },
      { guard: 'we are queued', target: '.searching.queued', actions: ['put the room aside', 'forget the room'] },
      {
        guard: 'the matchmaker refused',
        target: 'present',
        actions: ['give notice of the refusal', 'put the room aside', 'forget the room'],
      },
    ],
  },
  states: {
    searching: {
      initial: 'asking',
      after: { pairing },
      states: {
        asking: {
          invoke: { src: 'connectRequest', input: click },
          after: {
            matchmakerAnswer: {
              target: '#encounter.present',
              actions: [{ type: 'give notice', params: { notice: 'matchmaker_failed' } }, 'take the press back'],
            },
          },
          on: {
            'connect answered': [
              {
                guard: 'the connect was refused',
                target: '#encounter.present',
                actions: ['give notice of the refusal', 'take the press back'],
              },
              { target: 'queued' },
            ],
          },
        },
        queued: {},
      },
    },
    // The server keeps the place of a lost socket for as long as this lasts.
    away: {
      after: {
        pairing,
        placeKept: {
          target: '#encounter.present',
          actions: [{ type: 'give notice', params: { notice: 'matchmaker_failed' } }, 'take the press back'],
        },
      },
      on: { 'socket connected': { target: 'searching' } },
    },
    greeting: {
      tags: ['somebody is found'],
      initial: 'calling',
      entry: ['open the room'],
      after: { noAnswer: { target: 'searching', actions: ['put the room aside', 'forget the room'] } },
      on: {
        'room lost': { target: 'searching', actions: ['put the room aside', 'forget the room'] },
        'cancel pressed': [
          {
            guard: 'we are the caller',
            target: '#encounter.present',
            actions: [
              'take the press back',
              { type: 'tell', params: { type: 'leave' } },
              'put the room aside',
              'forget the room',
            ],
          },
          {
            target: '#encounter.disconnected',
            actions: [
              { type: 'end', params: { reason: 'cancel_self' } },
              { type: 'tell', params: { type: 'say close', close: {} } },
              'take the press back',
            ],
          },
        ],
      },
      states: {
        // The one who came greets; the one who waited answers, and the server's word that it took the answer confirms.
        calling: {
          entry: ['greet'],
          on: {
            'room message arrived': [
              {
                guard: 'the caller is greeted',
                target: 'answering',
                actions: [{ type: 'tell', params: { type: 'answer hello' } }],
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
