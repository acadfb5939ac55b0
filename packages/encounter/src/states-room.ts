import { chart, pageIsShown, veilFollowed } from './chart.ts';
import { cancelled, ended, failed, minuteOver, timedOut } from './room-ends.ts';
import { backToTheLobby, hearing } from './states-after.ts';
import { gettingMedia, languageFollows, ownCamera, ownMicrophone } from './states-devices.ts';
import { resuming, resumingIntro } from './states-returning.ts';
import { clearPressed, veil, veilPressed } from './states-veil.ts';

const endedByServer = { target: '#encounter.disconnected', actions: ['end as the server says'] } as const;
/**
 * The two have confirmed, and this side fetches its script. For the user it is still the time of waiting; what the partner sends
 * meanwhile is taken.
 */
const loadingScript = chart.createStateConfig({
  tags: ['waiting', 'partner found'],
  on: {
    'script arrived': { target: 'enteringRoom', actions: ['take the script'] },
    'script failed': {
      target: '#encounter.present',
      actions: [
        { type: 'end', params: { reason: 'cancel_self' } },
        { type: 'give notice', params: { notice: 'experience_data_failed' } },
        { type: 'send', params: { type: 'send close', close: {} } },
        ...backToTheLobby,
      ],
    },
    'cancel pressed': cancelled,
    'end pressed': cancelled,
  },
});

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
  on: { ...languageFollows, 'cancel pressed': cancelled, 'end pressed': cancelled },
});

// Browsers allow sound while the user presses something.
const startPressed = {
  'start pressed': {
    guard: 'there is a picture of us',
    target: '#encounter.inRoom.ready',
    actions: [{ type: 'sound', params: { type: 'allow' } }, 'keep the window'],
  },
} as const;

/** The user sees their own picture, until Start. */
const preparing = chart.createStateConfig({
  tags: ['preparing'],
  type: 'parallel',
  after: { notReady: timedOut },
  on: {
    'cancel pressed': cancelled,
    'end pressed': cancelled,
    'camera chosen': { actions: ['open the chosen camera'] },
    'camera opened': [
      { guard: 'it is framed as wanted', actions: ['take the camera'] },
      // It could not be cut: the user sees that for a while before Start is offered again.
      { target: '.start.settling', actions: ['take the camera'] },
    ],
    'window chosen': { actions: ['choose the window'] },
    'wishes changed': { actions: ['change the wishes', 'soften what is sent'] },
    'camera refused': { guard: 'there is no picture of us', target: 'gettingMedia' },
    // The user's own picture is gone, so the camera is requested again.
    'camera lost': { target: 'gettingMedia' },
    'microphone lost': { target: 'gettingMedia', actions: ['note that the microphone is lost'] },
    // Asked for before, in a language chosen then.
    'script arrived': { actions: ['take the script'] },
  },
  states: {
    start: {
      initial: 'settling',
      states: {
        settling: { after: { startButton: { target: 'hearing' } } },
        // What is to be heard has to be there before it is due.
        hearing: {
          tags: ['the sounds are loading'],
          always: { guard: 'the sounds are settled', target: 'offered' },
          after: { soundPatience: { target: 'offered', actions: ['give up the sounds'] } },
        },
        offered: { tags: ['start is offered'], on: startPressed },
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

const runIntro = { type: 'run the script', params: { phase: 'intro' } } as const;
const runConnection = { type: 'run the script', params: { phase: 'connection' } } as const;
const introNamed = ['note the intro', 'remember the room in this tab', runIntro] as const;
const startNamed = ['note the start', 'say what we wish', 'soften what is sent', 'schedule the sounds'] as const;

/** The user has pressed Start. The minute begins when the server announces the start. */
const ready = chart.createStateConfig({
  tags: ['ready'],
  type: 'parallel',
  entry: [{ type: 'send', params: { type: 'send ready' } }, 'show ourselves', 'refine the clock'],
  after: {
    // An intro may be longer than the time that two people have to get ready.
    readyLimit: {
      guard: 'the limit on ready applies',
      target: '#encounter.disconnected',
      actions: [
        { type: 'end', params: { reason: 'timeout_other' } },
        { type: 'send', params: { type: 'send close', close: { byTimeout: true } } },
      ],
    },
  },
  on: { 'ready acknowledged': { actions: ['note who is ready'] }, 'cancel pressed': cancelled, 'end pressed': cancelled },
  states: {
    camera: ownCamera,
    microphone: ownMicrophone,
    script: {
      entry: [runIntro],
      on: {
        'intro announced': { guard: 'it is our intro', actions: introNamed },
        'snapshot arrived': { guard: 'it is our intro', actions: introNamed },
      },
    },
    hint: {
      initial: 'quiet',
      states: { quiet: { after: { hint: { target: 'shown' } } }, shown: { tags: ['the hint that we wait'] } },
    },
    start: {
      initial: 'waiting for the partner',
      // The announcement of the start implies that the partner is ready.
      on: {
        'start announced': { guard: 'it is our start', target: '.starting', actions: startNamed },
        'snapshot arrived': { guard: 'it is our start', target: '.starting', actions: startNamed },
      },
      states: {
        'waiting for the partner': {
          always: [
            { guard: 'the start is named', target: 'starting' },
            { guard: 'both are ready', target: 'connecting' },
          ],
        },
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
  entry: ['remember the room in this tab', runConnection],
  on: {
    'end pressed': ended,
    ...veilPressed,
    ...clearPressed,
  },
  states: {
    camera: ownCamera,
    microphone: ownMicrophone,
    veil,
    clock: {
      initial: 'deciding',
      // A page that was away may have slept, and answers to a measurement may have been lost with the old socket. What is known by then
      // is applied at once: a socket that breaks often must not put it off.
      on: {
        'socket connected': { guard: 'it has a script', target: '.measuring', actions: ['correct the start'] },
        'page shown': { guard: 'it has a script', target: '.measuring', actions: [...pageIsShown, 'correct the start'] },
      },
      states: {
        // After an intro, or a reload, the start was noted with an old estimate or none.
        deciding: { always: { guard: 'it has a script', target: 'measuring', actions: ['correct the start'] } },
        checking: {
          after: {
            clockCheck: [
              { guard: 'the sounds are still loading', target: 'measuring', actions: ['give up the sounds'] },
              { target: 'measuring' },
            ],
          },
        },
        // What a measurement finds is applied once its answers are there.
        measuring: {
          entry: ['refine the clock'],
          after: { clockMeasured: { target: 'checking', actions: ['correct the start'] } },
        },
      },
    },
    time: {
      initial: 'running',
      states: {
        running: {
          after: { untilEnd: minuteOver },
          on: {
            'start announced': {
              guard: 'it is our start',
              target: 'running',
              reenter: true,
              actions: ['note the start', 'say what we wish', 'soften what is sent', runConnection],
            },
            'start corrected': { target: 'running', reenter: true, actions: [runConnection] },
          },
        },
      },
    },
    picture: {
      initial: 'flowing',
      states: {
        flowing: {
          always: { guard: 'the veil holds', target: 'veiled' },
          after: { frameLost: { target: 'interrupted' } },
          on: { 'frame arrived': { target: 'flowing', reenter: true, actions: ['note a frame'] } },
        },
        // Nothing is sent under the veil.
        veiled: {
          always: { guard: 'the veil is up', target: 'flowing', actions: ['note a frame'] },
          after: { veilPatience: { target: 'flowing', actions: ['note a frame'] } },
        },
        interrupted: {
          tags: ['the partner is interrupted'],
          always: { guard: 'the veil holds', target: 'veiled' },
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

/** What the room has said of both pages, and of the partner. */
const joined = ['note the additions', 'hear the partner', 'say what we wish', 'soften what is sent', 'take the veil'] as const;

/** From confirmation to the end of the minute: one room, one peer connection, one partner. */
export const inRoom = chart.createStateConfig({
  initial: 'deciding',
  entry: ['confirm the room', 'refine the clock', 'open the peer connection'],
  exit: [
    'close the peer connection',
    'close the camera',
    'close the microphone',
    'close the script',
    'stop the script',
    'forget the room in this tab',
  ],
  on: {
    'room message arrived': [
      { guard: 'it is a close', ...endedByServer },
      { guard: 'it asks for a new connection', actions: [{ type: 'instruct', params: { type: 'start over' } }] },
      { guard: 'it is a ready', actions: ['note who is ready'] },
      { guard: 'it is a description', actions: ['pass the description on'] },
      { guard: 'it is a candidate', actions: ['pass the candidate on'] },
      { guard: 'it is a veil', actions: ['take the veil', ...veilFollowed] },
      { guard: 'the partner says something of themselves', actions: ['hear the partner', 'soften what is sent'] },
    ],
    'room joined': { actions: [...joined, ...veilFollowed] },
    // Again: the partner's page has joined, and may have more or less than before.
    'start announced': {
      guard: 'it is about our room',
      actions: ['note the additions', 'say what we wish', 'soften what is sent'],
    },
    'description made': { actions: ['pass the description on'] },
    'candidate found': { actions: ['pass the candidate on'] },
    'stream arrived': { actions: ['note the stream'] },
    'peer connected': { actions: ['note the connection'] },
    'peer disconnected': { actions: ['note the lost connection'] },
    'peer failed': [
      // The path may return before the caller has noticed its failure: then only the callee knows that a new connection is needed.
      {
        guard: 'the minute has not begun',
        actions: ['note the lost connection', 'find a new path if we are the caller', 'ask for an offer'],
      },
      { actions: ['note the lost connection', 'find a new path if we are the caller'] },
    ],
    'frame arrived': { actions: ['note a frame'] },
    'voice arrived': { actions: ['note the voice'] },
    ...hearing,
    'script moment': { actions: ['note the moment', 'follow the moment'] },
    'microphone pressed': { actions: ['switch the microphone', 'follow the moment'] },
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
  states: {
    deciding: {
      always: [{ guard: 'it has a script', target: 'loadingScript', actions: ['open the script'] }, { target: 'enteringRoom' }],
    },
    ...{ loadingScript, enteringRoom, gettingMedia, preparing, ready, connected, resuming, resumingIntro },
  },
});
