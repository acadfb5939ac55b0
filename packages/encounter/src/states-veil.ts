import { chart, veilFollowed } from './chart.ts';
import { ended } from './room-ends.ts';

/** What the user can do about the veil within the minute. */
export const veilPressed = {
  'veil pressed': { guard: 'the veil can be dropped', actions: ['drop the veil', ...veilFollowed, 'send the veil'] },
  'lift pressed': { guard: 'the veil can be lifted', actions: ['lift the veil', ...veilFollowed, 'send the veil'] },
} as const;

/** What the user can do about soft pictures within the minute. */
export const clearPressed = {
  'see clearly pressed': {
    guard: 'the pictures are soft, and we have not asked',
    actions: ['ask to see clearly', 'say what we wish', 'soften what is sent'],
  },
} as const;

/** The veil over both pictures. The minute runs on beneath it. */
export const veil = chart.createStateConfig({
  initial: 'up',
  states: {
    up: { always: { guard: 'the veil is down', target: 'down' } },
    down: {
      tags: ['the veil is down'],
      // The veil of the partner may have outlasted its limit when the user drops it again.
      always: [
        { guard: 'the veil is up', target: 'rising' },
        { guard: 'our veil is over', ...ended },
      ],
      after: { veilLimit: { guard: 'the veil is ours', ...ended } },
    },
    // What stands in the picture until the first new frame is from before the veil.
    rising: {
      tags: ['the veil is rising'],
      always: { guard: 'the veil is down', target: 'down' },
      on: { 'frame arrived': { target: 'up' } },
      after: { veilRise: { target: 'up' } },
    },
  },
});
