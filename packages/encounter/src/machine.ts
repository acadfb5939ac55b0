import type { UserState } from '@unspoken/contract/encounters';
import { userStates } from '@unspoken/contract/encounters';
import { type Actor, type SnapshotFrom, sendTo } from 'xstate';
import { chart, pageIsShown } from './chart.ts';
import { initialContext } from './model.ts';
import { digesting, disconnected, mediaDenied } from './states-after.ts';
import { absent, firstTimeGuidance, present, searchPaused, waiting } from './states-lobby.ts';
import { inRoom } from './states-room.ts';

/**
 * One user's side of everything from arriving in the lobby to moving on: the twelve user states of
 * requirements/encounter 1, five of them inside one room. Each state carries its user state as a tag. Whatever comes from the
 * server, the partner's client, the camera or the user is an event; nothing else changes a state.
 */
export const encounterMachine = chart.createMachine({
  id: 'encounter',
  context: ({ input }) => initialContext(input),
  invoke: [
    { src: 'socketListener', input: ({ context }) => ({ ports: context.ports }) },
    {
      src: 'presenceHeartbeat',
      id: 'presence',
      input: ({ context }) => ({ ports: context.ports, every: context.durations.presenceEmission }),
    },
  ],
  initial: 'present',
  on: {
    'person known': { actions: ['learn the person'] },
    'group space shown': {
      actions: sendTo('presence', ({ event: { groupSpace } }) => ({ type: 'show group space', groupSpace })),
    },
    'page hidden': { actions: ['note that the page is hidden'] },
    // It may have been hidden when it left the lobby.
    'page shown': { actions: pageIsShown },
    'calls wanted': { actions: ['note whether calls are wanted'] },
  },
  states: { present, absent, searchPaused, firstTimeGuidance, waiting, inRoom, mediaDenied, disconnected, digesting },
});

export type EncounterActor = Actor<typeof encounterMachine>;
export type EncounterSnapshot = SnapshotFrom<typeof encounterMachine>;

/** Which of the twelve user states a snapshot is in. */
export const userStateOf = (snapshot: EncounterSnapshot): UserState =>
  userStates.find((state) => snapshot.hasTag(state)) ?? 'present';
