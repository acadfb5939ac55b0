import { chart } from './chart.ts';
import { ended, failed, minuteOver } from './room-ends.ts';

const gone = {
  target: '#encounter.mediaDenied',
  actions: [
    'note the camera failure',
    { type: 'end', params: { reason: 'manual_self' } },
    { type: 'send', params: { type: 'send close', close: { byMediaDenied: true } } },
  ],
} as const;

/** The page was reloaded in the middle of the session: it returns with a new peer connection, after its script and its devices. */
const returning = {
  initial: 'deciding',
  entry: ['ask for an offer'],
  states: {
    deciding: { always: [{ guard: 'it has a script', target: 'script' }, { target: 'camera' }] },
    script: {
      entry: ['open the script'],
      on: { 'script arrived': { target: 'camera', actions: ['take the script'] } },
    },
    camera: {
      entry: ['open the camera'],
      on: {
        'camera opened': [
          { guard: 'a microphone is needed', target: 'microphone', actions: ['take the camera'] },
          { target: 'back', actions: ['take the camera'] },
        ],
        'camera refused': gone,
      },
    },
    // The session goes on without a microphone, as it does when one is lost.
    microphone: {
      entry: ['open the microphone'],
      on: {
        'microphone opened': { target: 'back', actions: ['take the microphone'] },
        'microphone refused': { target: 'back' },
      },
    },
    back: {
      always: [
        { guard: 'the session has begun', target: '#encounter.inRoom.connected', actions: ['show ourselves'] },
        { target: '#encounter.inRoom.ready' },
      ],
    },
  },
  on: { 'end pressed': ended },
} as const;

/** Within the connection. */
export const resuming = chart.createStateConfig({
  ...returning,
  tags: ['connected', 'we are coming back'],
  after: { untilEnd: minuteOver },
});

/** The same within the intro of a script; if the connection begins meanwhile, it is entered late. */
export const resumingIntro = chart.createStateConfig({
  ...returning,
  tags: ['ready', 'we are coming back'],
  after: { connectLimit: failed },
});
