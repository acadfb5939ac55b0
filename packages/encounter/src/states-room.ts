import { chart } from './chart.ts';
import { backToTheLobby } from './states-after.ts';

const endedByServer = { target: '#encounter.disconnected', actions: ['end as the server says'] } as const;
const failed = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'ice_failure' } },
    { type: 'send', params: { type: 'send close', close: { iceFailure: true } } },
  ],
} as const;
const cancelled = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'cancel_self' } },
    { type: 'send', params: { type: 'send close', close: {} } },
  ],
} as const;
const timedOut = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'timeout_self' } },
    { type: 'send', params: { type: 'send close', close: { byTimeout: true } } },
  ],
} as const;

const ended = {
  target: '#encounter.disconnected',
  actions: [
    { type: 'end', params: { reason: 'manual_self' } },
    { type: 'send', params: { type: 'send close', close: {} } },
  ],
} as const;
const minuteOver = { target: '#encounter.disconnected', actions: [{ type: 'end', params: { reason: 'natural' } }] } as const;

/** A short pause before the camera. An open language list pauses the countdown, for 30 s in all at most. */
const enteringRoom = chart.createStateConfig({
  tags: ['enteringRoom'],
  initial: 'counting',
  entry: ['set the entering countdown'],
  states: {
    counting: {
      entry: ['run the countdown'],
      exit: ['stop the countdown'],
      after: { countdown: { target: '#encounter.inRoom.gettingMedia' } },
      on: { 'language list opened': { target: 'paused' } },
    },
    paused: {
      tags: ['the countdown is paused'],
      entry: ['run the countdown'],
      exit: ['count the pause'],
      after: { pauseLeft: { target: 'counting' } },
      on: { 'language list closed': { target: 'resuming' } },
    },
    resuming: {
      tags: ['the countdown is paused'],
      after: { languageResume: { target: 'counting' } },
      on: { 'language list opened': { target: 'paused' } },
    },
  },
  on: { 'cancel pressed': cancelled, 'end pressed': cancelled },
});

/** Requesting the camera, and nothing but the camera. */
const gettingMedia = chart.createStateConfig({
  tags: ['gettingMedia'],
  initial: 'quiet',
  entry: ['close the camera', 'open the camera'],
  states: {
    quiet: { after: { permissionPrompt: { target: 'prompting' } } },
    prompting: { tags: ['the permission prompt is explained'] },
  },
  after: { cameraPromptLimit: timedOut },
  on: {
    'camera opened': { target: 'preparing', actions: ['take the camera'] },
    'camera refused': {
      target: '#encounter.mediaDenied',
      actions: [
        'note the camera failure',
        { type: 'end', params: { reason: 'cancel_self' } },
        { type: 'send', params: { type: 'send close', close: { byMediaDenied: true } } },
      ],
    },
    'cancel pressed': cancelled,
    'end pressed': cancelled,
  },
});

/** The user sees their own picture, until Start. */
const preparing = chart.createStateConfig({
  tags: ['preparing'],
  type: 'parallel',
  after: { notReady: timedOut },
  on: {
    'cancel pressed': cancelled,
    'end pressed': cancelled,
    'camera chosen': { actions: ['open the chosen camera'] },
    'camera opened': { actions: ['take the camera'] },
    // The user's own picture is gone, so the camera is requested again.
    'camera lost': { target: 'gettingMedia' },
  },
  states: {
    start: {
      initial: 'settling',
      states: {
        settling: { after: { startButton: { target: 'offered' } } },
        offered: { tags: ['start is offered'], on: { 'start pressed': { target: '#encounter.inRoom.ready' } } },
      },
    },
    time: {
      initial: 'plenty',
      states: { plenty: { after: { startWarning: { target: 'short' } } }, short: { tags: ['little time is left'] } },
    },
    guideline: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'the guideline is wanted', target: 'shown' }, { target: 'hidden' }] },
        shown: {
          tags: ['the guideline is shown'],
          after: { guideline: { target: 'hidden' } },
          on: { 'guideline dismissed': { target: 'hidden', actions: ['hide the guideline for good'] } },
        },
        hidden: {},
      },
    },
    hint: {
      initial: 'alone',
      states: {
        alone: { always: { guard: 'the partner is ready', target: 'waited for' } },
        'waited for': { after: { hint: { target: 'shown' } } },
        shown: { tags: ['the hint that the other is ready'] },
      },
    },
    controls: {
      initial: 'shown',
      states: {
        shown: { tags: ['controls are shown'], after: { controlsAtStart: { target: 'dimmed' } } },
        dimmed: { on: { 'controls wanted': { target: 'shown' } } },
      },
    },
  },
});

/** The user's camera after Start: if it is taken away, the partner is notified, and the camera is requested until it opens. */
const ownCamera = chart.createStateConfig({
  initial: 'open',
  states: {
    open: {
      on: {
        // Another camera was chosen just before Start.
        'camera opened': { actions: ['take the camera', 'show ourselves'] },
        'camera lost': { target: 'lost', actions: [{ type: 'send', params: { type: 'send ready', ready: { camera: 'lost' } } }] },
      },
    },
    lost: {
      tags: ['our camera is lost'],
      entry: ['open the chosen camera'],
      after: { cameraRetry: { target: 'lost', reenter: true } },
      on: {
        'camera opened': {
          target: 'open',
          actions: [
            'take the camera',
            'show ourselves',
            { type: 'send', params: { type: 'send ready', ready: { camera: 'back' } } },
          ],
        },
      },
    },
  },
});

/** The user has pressed Start. The minute begins when the server announces the start. */
const ready = chart.createStateConfig({
  tags: ['ready'],
  type: 'parallel',
  entry: [{ type: 'send', params: { type: 'send ready' } }, 'show ourselves', 'refine the clock'],
  after: {
    readyLimit: {
      target: '#encounter.disconnected',
      actions: [
        { type: 'end', params: { reason: 'timeout_other' } },
        { type: 'send', params: { type: 'send close', close: { byTimeout: true } } },
      ],
    },
  },
  on: { 'cancel pressed': cancelled, 'end pressed': cancelled },
  states: {
    camera: ownCamera,
    hint: {
      initial: 'quiet',
      states: { quiet: { after: { hint: { target: 'shown' } } }, shown: { tags: ['the hint that we wait'] } },
    },
    start: {
      initial: 'waiting for the partner',
      // The announcement of the start implies that the partner is ready.
      on: {
        'start announced': { guard: 'it is our start', target: '.starting', actions: ['note the start'] },
        'snapshot arrived': { guard: 'it is our start', target: '.starting', actions: ['note the start'] },
      },
      states: {
        'waiting for the partner': { always: { guard: 'the partner is ready', target: 'connecting' } },
        connecting: {
          tags: ['both are ready'],
          initial: 'intro',
          entry: ['note that both are ready'],
          after: { connectLimit: failed },
          states: {
            intro: { after: { introLeft: { target: 'due' } } },
            // Without a socket the start cannot be announced to this side: it begins by itself once the picture is there.
            due: {
              always: {
                guard: 'the socket is down and the picture is there',
                target: '#encounter.inRoom.connected',
                actions: ['start by ourselves'],
              },
              on: { 'socket disconnected': { target: 'due', reenter: true } },
            },
          },
        },
        starting: {
          tags: ['both are ready', 'the start is announced'],
          after: { untilStart: { target: '#encounter.inRoom.connected' } },
        },
      },
    },
    picture: {
      initial: 'missing',
      states: {
        missing: { always: { guard: 'the picture is there', target: 'there' } },
        there: { entry: [{ type: 'send', params: { type: 'report media' } }] },
      },
    },
  },
});

/** The minute. */
const connected = chart.createStateConfig({
  tags: ['connected'],
  type: 'parallel',
  entry: ['remember the room in this tab'],
  on: {
    'end pressed': ended,
  },
  states: {
    camera: ownCamera,
    time: {
      initial: 'running',
      states: {
        running: {
          after: { untilEnd: minuteOver },
          on: { 'start announced': { guard: 'it is our start', target: 'running', reenter: true, actions: ['note the start'] } },
        },
      },
    },
    picture: {
      initial: 'flowing',
      states: {
        flowing: {
          after: { frameLost: { target: 'interrupted' } },
          on: { 'frame arrived': { target: 'flowing', reenter: true, actions: ['note a frame'] } },
        },
        interrupted: {
          tags: ['the partner is interrupted'],
          entry: ['find a new path if we are the caller'],
          after: { frameTimeout: failed, reconnectAfter: { actions: ['replace the connection'] } },
          on: {
            'frame arrived': { target: 'flowing', actions: ['note a frame'] },
            'socket connected': { actions: ['find a new path if we are the caller'] },
          },
        },
      },
    },
    controls: {
      initial: 'dimmed',
      states: {
        shown: {
          tags: ['controls are shown'],
          after: { controlsOnMove: { target: 'dimmed' } },
          on: { 'controls wanted': { target: 'shown', reenter: true } },
        },
        dimmed: { on: { 'controls wanted': { target: 'shown' } } },
      },
    },
  },
});

/** The page was reloaded in the middle of the minute: it returns to the minute with a new peer connection. */
const resuming = chart.createStateConfig({
  tags: ['connected', 'we are coming back'],
  entry: ['open the camera', 'ask for an offer'],
  after: { untilEnd: minuteOver },
  on: {
    'camera opened': { target: 'connected', actions: ['take the camera', 'show ourselves'] },
    'camera refused': {
      target: '#encounter.mediaDenied',
      actions: [
        'note the camera failure',
        { type: 'end', params: { reason: 'manual_self' } },
        { type: 'send', params: { type: 'send close', close: { byMediaDenied: true } } },
      ],
    },
    'end pressed': ended,
  },
});

/** From confirmation to the end of the minute: one room, one peer connection, one partner. */
export const inRoom = chart.createStateConfig({
  initial: 'enteringRoom',
  entry: ['confirm the room', 'refine the clock', 'open the peer connection'],
  exit: ['close the peer connection', 'close the camera', 'forget the room in this tab'],
  on: {
    'room message arrived': [
      { guard: 'it is a close', ...endedByServer },
      { guard: 'it asks for a new connection', actions: [{ type: 'instruct', params: { type: 'start over' } }] },
      { guard: 'it is a ready', actions: ['note that the partner is ready'] },
      { guard: 'it is a description', actions: ['pass the description on'] },
      { guard: 'it is a candidate', actions: ['pass the candidate on'] },
    ],
    'description made': { actions: ['pass the description on'] },
    'candidate found': { actions: ['pass the candidate on'] },
    'stream arrived': { actions: ['note the stream'] },
    'peer connected': { actions: ['note the connection'] },
    'peer disconnected': { actions: ['note the lost connection'] },
    'peer failed': { actions: ['note the lost connection', 'find a new path if we are the caller'] },
    'frame arrived': { actions: ['note a frame'] },
    // The close is sent all the same: if the socket reconnects before the server gives this side up, both get the same end.
    // The server ends the minute of a report for both sides. This side does not wait for its message: nobody has to look at
    // the person they have just reported, and the message may be late or lost.
    'report sent': {
      guard: 'the report is about this room',
      target: '#encounter.present',
      actions: [
        { type: 'end', params: { reason: 'manual_self' } },
        { type: 'send', params: { type: 'send close', close: {} } },
        'send the session data',
        ...backToTheLobby,
      ],
    },
    'room lost': { guard: 'the minute has not begun', ...failed },
    'snapshot arrived': [
      {
        guard: 'the server knows no room before the minute',
        target: '#encounter.disconnected',
        actions: [{ type: 'end', params: { reason: 'ice_failure' } }],
      },
    ],
  },
  states: { enteringRoom, gettingMedia, preparing, ready, connected, resuming },
});
