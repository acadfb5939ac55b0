import { chart } from './chart.ts';
import { cancelled, timedOut } from './room-ends.ts';

/** Until the user sees their own picture, the language of the script follows that of the page. */
export const languageFollows = {
  'language changed': { actions: ['fetch the script again'] },
  'script arrived': { actions: ['take the script'] },
} as const;

const refused = {
  target: '#encounter.mediaDenied',
  actions: [
    'note the camera failure',
    { type: 'end', params: { reason: 'cancel_self' } },
    { type: 'send', params: { type: 'send close', close: { byMediaDenied: true } } },
  ],
} as const;
const prompt = {
  quiet: { after: { permissionPrompt: { target: 'prompting' } } },
  prompting: { tags: ['the permission prompt is explained'] },
} as const;

/** Requesting the camera; the microphone, after it, only from a side that speaks in its script. */
export const gettingMedia = chart.createStateConfig({
  tags: ['gettingMedia'],
  initial: 'camera',
  entry: ['close the camera', 'decide about the window', 'open the camera'],
  states: {
    camera: {
      initial: 'quiet',
      states: prompt,
      on: {
        'camera opened': [
          { guard: 'a microphone is needed', target: 'microphone', actions: ['take the camera'] },
          { target: '#encounter.inRoom.preparing', actions: ['take the camera'] },
        ],
      },
    },
    microphone: {
      tags: ['the microphone is requested'],
      initial: 'quiet',
      entry: ['open the microphone'],
      states: prompt,
      on: {
        'microphone opened': { target: '#encounter.inRoom.preparing', actions: ['take the microphone'] },
        'microphone refused': refused,
        // The limit for both devices goes on.
        'camera lost': { target: 'camera', actions: ['close the camera', 'open the camera'] },
      },
    },
  },
  after: { cameraPromptLimit: timedOut },
  on: {
    ...languageFollows,
    'camera refused': refused,
    'microphone lost': { actions: ['note that the microphone is lost'] },
    'cancel pressed': cancelled,
    'end pressed': cancelled,
  },
});

const cameraIsLost = { type: 'send', params: { type: 'send ready', ready: { camera: 'lost' } } } as const;

/** The user's camera after Start: if it is taken away, the partner is notified, and the camera is requested until it opens. */
export const ownCamera = chart.createStateConfig({
  initial: 'deciding',
  states: {
    // The minute may begin while the camera is lost.
    deciding: { always: [{ guard: 'there is no picture of us', target: 'lost' }, { target: 'open' }] },
    open: {
      on: {
        // Another camera was chosen just before Start.
        'camera opened': [
          { guard: 'it is framed as wanted', actions: ['take the camera', 'show ourselves'] },
          { target: 'lost', actions: ['drop the lost camera', cameraIsLost] },
        ],
        'camera lost': { target: 'lost', actions: ['drop the lost camera', cameraIsLost] },
      },
    },
    lost: {
      tags: ['our camera is lost'],
      entry: ['open the chosen camera'],
      after: { cameraRetry: { target: 'lost', reenter: true } },
      on: {
        'camera opened': {
          guard: 'it is framed as wanted',
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

const microphoneSays = (microphone: 'lost' | 'back') =>
  ({ type: 'send', params: { type: 'send ready', ready: { microphone } } }) as const;

/** The user's microphone after Start. The session goes on without it, and it is requested until it opens. */
export const ownMicrophone = chart.createStateConfig({
  initial: 'deciding',
  states: {
    // A page that returns to the session may have none, and the browser may be asking for it.
    deciding: {
      always: [{ guard: 'a microphone is needed', target: 'lost', actions: [microphoneSays('lost')] }, { target: 'open' }],
    },
    open: {
      on: {
        'microphone lost': {
          target: 'lost',
          actions: ['note that the microphone is lost', 'follow the moment', microphoneSays('lost')],
        },
      },
    },
    lost: {
      tags: ['our microphone is lost'],
      entry: ['open the microphone again'],
      after: { cameraRetry: { target: 'lost', reenter: true } },
      on: {
        'microphone opened': {
          target: 'open',
          actions: ['take the microphone', 'follow the moment', microphoneSays('back')],
        },
      },
    },
  },
});
