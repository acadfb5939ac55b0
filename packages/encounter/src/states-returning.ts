import { chart } from './chart.ts';
import { cancelled, ended, failed, minuteOver } from './room-ends.ts';
import { clearPressed, veilPressed } from './states-veil.ts';

const gone = {
  target: '#encounter.mediaDenied',
  actions: [
    'note the camera failure',
    { type: 'end', params: { reason: 'manual_self' } },
    { type: 'send', params: { type: 'send close', close: { byMediaDenied: true } } },
  ],
} as const;

/**
 * The page was reloaded in the middle of the session: it returns with a new peer connection, after its script and its camera. The
 * microphone is asked for beside them, and the session goes on without it until it opens.
 */
const returning = {
  initial: 'deciding',
  entry: ['ask for an offer'],
  states: {
    deciding: { always: [{ guard: 'it has a script', target: 'script' }, { target: 'camera' }] },
    script: {
      entry: ['open the script'],
      on: { 'script arrived': { target: 'camera', actions: ['take the script', 'open the microphone if it is needed'] } },
    },
    camera: {
      entry: ['close the camera', 'frame us as before', 'open the camera'],
      on: {
        'camera opened': [
          {
            guard: 'it is framed as wanted',
            target: 'back',
            actions: ['take the camera', 'report our devices again'],
          },
          gone,
        ],
        'camera refused': gone,
      },
    },
    back: {
      always: [
        { guard: 'the session has begun', target: '#encounter.inRoom.connected', actions: ['show ourselves'] },
        { target: '#encounter.inRoom.ready' },
      ],
    },
  },
} as const;

const devices = {
  'microphone opened': { actions: ['take the microphone'] },
  'microphone lost': { actions: ['note that the microphone is lost'] },
} as const;

/** Within the connection. */
export const resuming = chart.createStateConfig({
  ...returning,
  tags: ['connected', 'we are coming back'],
  after: { untilEnd: minuteOver },
  on: { ...devices, ...veilPressed, ...clearPressed, 'end pressed': ended },
});

const startNamed = { guard: 'it is our start', actions: ['note the start'] } as const;

/** The same within the intro of a script; if the connection begins meanwhile, it is entered late. */
export const resumingIntro = chart.createStateConfig({
  ...returning,
  tags: ['ready', 'we are coming back'],
  after: { connectLimit: failed },
  on: {
    ...devices,
    'start announced': startNamed,
    'snapshot arrived': startNamed,
    'cancel pressed': cancelled,
    'end pressed': cancelled,
  },
});
