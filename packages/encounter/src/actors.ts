import type { Durations } from '@unspoken/contract/durations';
import type { ClosePayload, EndReason, ReadyPayload } from '@unspoken/contract/encounters';
import { thanksClick } from '@unspoken/contract/encounters';
import { cancelClick, connectClick, type Pool } from '@unspoken/contract/matchmaking';
import { presence } from '@unspoken/contract/presence';
import { type EventObject, fromCallback } from 'xstate';
import type { Event, Room } from './model.ts';
import type { Ports, SocketEvent } from './ports.ts';
import { emitUntilAnswered, refusalOf } from './requests.ts';
import { RoomChannel } from './room-channel.ts';

/**
 * The chart's effects. Each is started by a state or an action and returns its own clean-up, so that
 * leaving the state is all it takes to undo it.
 */

/** What the server says is an event of the machine; only the messages of a room come by its channel, in order and once. */
export const socketListener = fromCallback<EventObject, { ports: Ports }, SocketEvent>(({ sendBack, input }) =>
  input.ports.socket.listen((event) => {
    if (event.type !== 'room message arrived') sendBack(event);
  }),
);

export type PresenceCommand = { type: 'be present' } | { type: 'be absent' };

/** Tells the server every few seconds, and at once on a change or a reconnect, whether the person is here. */
export const presenceBeat = fromCallback<PresenceCommand, { ports: Ports; every: number }>(({ receive, input }) => {
  const { socket, clock } = input.ports;
  let state: 'present' | 'absent' = 'present';
  let timer: unknown;
  const beat = () => {
    clock.clearTimeout(timer);
    if (socket.isConnected()) socket.emit(presence.event, { state });
    timer = clock.setTimeout(beat, input.every);
  };
  receive((command) => {
    state = command.type === 'be present' ? 'present' : 'absent';
    beat();
  });
  const unlisten = socket.listen((event) => {
    if (event.type === 'socket connected') beat();
  });
  beat();
  return () => {
    unlisten();
    clock.clearTimeout(timer);
  };
});

export interface ClickInput {
  readonly ports: Ports;
  readonly pool: Pool;
  readonly noRepeat: boolean;
  readonly clickID: string;
  readonly retry: number;
}

/** Presses Connect on the server; whatever becomes of it comes as `matchmaker spoke`. */
export const connectRequest = fromCallback<EventObject, ClickInput, Event>(({ sendBack, input }) =>
  emitUntilAnswered(
    input.ports,
    {
      event: connectClick.event,
      payload: {
        ...input.pool,
        noRepeat: input.noRepeat,
        clickID: input.clickID,
        clickTime: Math.floor(input.ports.clock.now()),
        ...input.ports.agent(),
      },
      every: input.retry,
    },
    (answer) => sendBack({ type: 'connect answered', error: refusalOf(answer) }),
  ),
);

/** Takes a press of Connect back. Outlives the state that sent it: it goes on until the server has heard. */
export const cancelRequest = fromCallback<EventObject, ClickInput, Event>(({ input }) =>
  emitUntilAnswered(input.ports, {
    event: cancelClick.event,
    payload: {
      ...input.pool,
      noRepeat: input.noRepeat,
      clickID: input.clickID,
      cancelClickTime: Math.floor(input.ports.clock.now()),
    },
    every: input.retry,
  }),
);

export type RoomCommand =
  | { type: 'say hello' }
  | { type: 'answer hello' }
  | { type: 'say ready'; ready?: ReadyPayload }
  | { type: 'say close'; close: ClosePayload }
  | { type: 'say sdp'; description: object }
  | { type: 'say candidate'; candidate: object }
  | { type: 'report media' }
  | { type: 'thank' }
  | { type: 'circle'; wish: 'add' | 'remove' }
  /** Leave for good; without it the room is only put aside. */
  | { type: 'leave' };

/** The channel of one room, open from pairing until the person has moved on. */
export const roomActor = fromCallback<RoomCommand, { ports: Ports; room: Room; resume: boolean; durations: Durations }, Event>(
  ({ sendBack, receive, input: { ports, room, resume, durations } }) => {
    const channel = new RoomChannel({
      socket: ports.socket,
      clock: ports.clock,
      roomID: room.roomID,
      retry: durations.requestRetry,
      patience: durations.rejoinBeforeConnected,
      resume,
      heard: (message) => sendBack({ type: 'room message arrived', message }),
      lost: () => sendBack({ type: 'room lost' }),
    });
    let stopThanking: (() => void) | undefined;
    receive((command) => {
      switch (command.type) {
        case 'say hello':
          return channel.send('hello');
        case 'answer hello':
          return channel.send('hello', {}, (answer) =>
            sendBack({ type: refusalOf(answer) === undefined ? 'hello acknowledged' : 'hello refused' }),
          );
        case 'say ready':
          return channel.send('ready', command.ready);
        case 'say close':
          return channel.send('close', command.close, (answer) => {
            const endReason = (answer as { endReason?: EndReason }).endReason;
            if (endReason) sendBack({ type: 'server named the end', endReason });
          });
        case 'say sdp':
          return channel.send('sdp', command.description);
        case 'say candidate':
          return channel.send('icecandidate', command.candidate);
        case 'report media':
          return channel.reportMedia();
        case 'leave':
          return channel.close(true);
        case 'circle':
          return void ports.calls.circle(command.wish, room).then(
            (flags) => {
              if (command.wish === 'add') channel.send('addedcircle');
              sendBack({ type: 'circle known', flags });
            },
            () => sendBack({ type: 'circle refused' }),
          );
        case 'thank':
          stopThanking ??= emitUntilAnswered(
            ports,
            {
              event: thanksClick.event,
              payload: { roomID: room.roomID, position: room.position },
              every: durations.requestRetry,
            },
            (answer) => {
              stopThanking = undefined;
              if (refusalOf(answer) !== undefined) return sendBack({ type: 'thank refused' });
              channel.send('thankyou');
              sendBack({ type: 'thank stored' });
            },
          );
      }
    });
    return () => {
      stopThanking?.();
      channel.close(false);
    };
  },
);

/** Finds out how the two stand to each other's circle, again and again until the server says. */
export const circleCheck = fromCallback<EventObject, { ports: Ports; room: Room; retry: number }, Event>(
  ({ sendBack, input: { ports, room, retry } }) => {
    let wanted = true;
    let timer: unknown;
    const ask = () =>
      void ports.calls.circle('check', room).then(
        (flags) => wanted && sendBack({ type: 'circle known', flags }),
        () => {
          if (wanted) timer = ports.clock.setTimeout(ask, retry);
        },
      );
    ask();
    return () => {
      wanted = false;
      ports.clock.clearTimeout(timer);
    };
  },
);
