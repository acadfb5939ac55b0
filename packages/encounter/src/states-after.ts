import { chart } from './chart.ts';

const backToTheLobby = ['leave the room', 'put the room aside', 'forget the room'] as const;

/** The camera could not be opened; the page that explains it is elsewhere. */
export const mediaDenied = chart.createStateConfig({
  tags: ['mediaDenied'],
  entry: ['report the camera failure'],
  after: { mediaDeniedDwell: { target: 'present', actions: backToTheLobby } },
});

/** The end, and how it came. The server's word corrects ours where two ends crossed. */
export const disconnected = chart.createStateConfig({
  tags: ['disconnected'],
  entry: ['send the session data'],
  after: {
    afterConnection: [
      { guard: 'the end leads to digesting', target: 'digesting' },
      { target: 'present', actions: backToTheLobby },
    ],
  },
  on: {
    'server named the end': { actions: ['end as the server says'] },
    'room message arrived': [
      { guard: 'it is a close', actions: ['end as the server says'] },
      { guard: 'it is a thank you', actions: ['note their thanks'] },
    ],
    'move on pressed': [
      { guard: 'the end leads to digesting', target: 'digesting' },
      { target: 'present', actions: backToTheLobby },
    ],
  },
});

/** Afterwards: thank, and move on. */
export const digesting = chart.createStateConfig({
  tags: ['digesting'],
  on: {
    'thank pressed': {
      guard: 'we have not thanked',
      actions: ['note our thanks', { type: 'tell', params: { type: 'thank' } }],
    },
    'thank refused': { actions: ['take our thanks back'] },
    'room message arrived': { guard: 'it is a thank you', actions: ['note their thanks'] },
    'move on pressed': { target: 'present', actions: backToTheLobby },
  },
});
