import { dropped, isDown, lifted } from '@unspoken/contract/veil';
import { assign, enqueueActions, sendTo } from 'xstate';
import type { RoomCommand } from './actors.ts';
import { baseChart } from './base-chart.ts';
import * as noted from './noted.ts';
import type { PeerCommand } from './peer-actor.ts';
import { heardFrom, isSoft, sharedStatements, wishesAfter } from './statements.ts';
import { rememberedVeil, veilFrom, veilWith } from './veil.ts';

/**
 * The vocabulary of the chart: that of `base-chart.ts`, and of what stands beside the specified minute. The states that use it are in
 * `states-*.ts`, the machine in `machine.ts`.
 */
export const chart = baseChart.extend({
  actions: {
    'note the additions': assign(({ context, event }) => noted.additions(event, context)),
    'drop the veil': assign(({ context }) =>
      context.room ? veilWith(context, dropped(context.veil, context.room.position)) : {},
    ),
    'lift the veil': assign(({ context }) =>
      context.room && context.veil ? veilWith(context, lifted(context.veil, context.room.position)) : {},
    ),
    'send the veil': enqueueActions(({ context, enqueue }) => {
      if (context.veil) enqueue.sendTo('room', { type: 'send veil', veil: context.veil } satisfies RoomCommand);
    }),
    'take the veil': assign(({ context, event }) => {
      const veil = veilFrom(event, context);
      return veil ? veilWith(context, veil) : {};
    }),
    'remember the veil': ({ context }) => context.ports.tab.rememberVeil(rememberedVeil(context)),
    'change the wishes': assign(({ context, event }) => {
      if (event.type !== 'wishes changed') return {};
      const wishes = wishesAfter(context.wishes, event.wishes);
      context.ports.wishes.keep(wishes);
      return { wishes };
    }),
    'ask to see clearly': assign(({ context }) => {
      context.ports.tab.rememberClear(context.room?.roomID);
      return { isClear: true };
    }),
    'say what we wish': enqueueActions(({ context, enqueue }) => {
      if (!context.startNamed) return;
      for (const [name, statement] of sharedStatements(context))
        enqueue.sendTo('room', { type: 'send statement', name, statement } satisfies RoomCommand);
    }),
    'hear the partner': assign(({ context, event }) => heardFrom(event, context)),
    'soften what is sent': sendTo('peer', ({ context }): PeerCommand => ({ type: 'soften', isSoft: isSoft(context) })),
    'cover what is sent': sendTo('peer', ({ context }): PeerCommand => ({ type: 'veil', isVeiled: isDown(context.veil) })),
  },
});

/** What follows from another state of the veil: nothing is sent under it, and all of it again once both have lifted it. */
export const veilFollowed = ['cover what is sent', 'follow the moment', 'remember the veil'] as const;

/** The page is in view again: a user who has asked to be called was counted as hidden meanwhile. */
export const pageIsShown = ['note that the page is shown', 'be present'] as const;
