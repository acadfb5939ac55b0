import type { ClosePayload, EndReason, ReadyPayload } from '@unspoken/contract/encounters';
import { thanksClick } from '@unspoken/contract/encounters';
import type { LengthWish } from '@unspoken/contract/lengths';
import { cancelClick, connectClick, type Pool } from '@unspoken/contract/matchmaking';
import type { PageDurations } from '@unspoken/contract/page-durations';
import { presence } from '@unspoken/contract/presence';
import type { StatementName } from '@unspoken/contract/statements';
import type { VeilState } from '@unspoken/contract/veil';
import { type EventObject, fromCallback } from 'xstate';
import type { Context, Event, Room } from './model.ts';
import type { Ports, SocketEvent } from './ports.ts';
import { emitUntilAnswered, refusalOf } from './requests.ts';
import { RoomChannel } from './room-channel.ts';

/**
 * The chart's effects. A state or an action starts each of them, and each returns its own clean-up, so that
 * leaving the state is enough to undo it.
 */

/** Turns socket events into events of the machine, except room messages: the room's channel delivers those, once and in order. */
export const socketListener = fromCallback<EventObject, { ports: Ports }, SocketEvent>(({ sendBack, input }) =>
  input.ports.socket.listen((event) => {
    if (event.type !== 'room message arrived') sendBack(event);
  }),
);

export type PresenceCommand =
  | { type: 'be present' }
  | { type: 'be hidden' }
  | { type: 'be absent' }
  | { type: 'show group space'; groupSpace: string | undefined };

const reported = { 'be present': 'present', 'be hidden': 'hidden', 'be absent': 'absent' } as const;

/**
 * Reports to the server whether the user is here, and which group space their page shows: every few seconds, and at once on a change
 * or a reconnect.
 */
export const presenceHeartbeat = fromCallback<PresenceCommand, { ports: Ports; every: number }>(({ receive, input }) => {
  const { socket, clock } = input.ports;
  let state: 'present' | 'absent' | 'hidden' = 'present';
  let groupSpace: string | undefined;
  let timer: unknown;
  const report = () => {
    clock.clearTimeout(timer);
    if (socket.isConnected()) socket.emit(presence.event, { state, ...(groupSpace && { groupSpace }) });
    timer = clock.setTimeout(report, input.every);
  };
  receive((command) => {
    if (command.type === 'show group space') groupSpace = command.groupSpace;
    else state = reported[command.type];
    report();
  });
  const unlisten = socket.listen((event) => {
    if (event.type === 'socket connected') report();
  });
  report();
  return () => {
    unlisten();
    clock.clearTimeout(timer);
  };
});

export interface ClickInput {
  readonly ports: Ports;
  readonly pool: Pool;
  readonly noRepeat: boolean;
  readonly lengthWish: LengthWish;
  readonly clickID: string;
  /** The call that the user answers. */
  readonly ringID?: string | undefined;
  readonly retry: number;
}

/** What the actors of a connect request need. */
export const requestOf = ({ ports, pool, noRepeat, lengthWish, clickID, ringID, durations }: Context): ClickInput => ({
  ...{ ports, pool, noRepeat, lengthWish, clickID, ringID },
  retry: durations.requestRetry,
});

const connectPayload = ({ pool, noRepeat, lengthWish, clickID, ringID, ports }: ClickInput) => ({
  ...pool,
  ...lengthWish,
  noRepeat,
  clickID,
  ...(ringID !== undefined && { ringID }),
  clickTime: Math.floor(ports.clock.now()),
  ...ports.agent(),
});

/** Sends the connect request until the server acknowledges it; its outcome arrives as `matchmaker spoke`. */
export const connectRequest = fromCallback<EventObject, ClickInput, Event>(({ sendBack, input }) =>
  emitUntilAnswered(
    input.ports,
    {
      event: connectClick.event,
      payload: connectPayload(input),
      every: input.retry,
    },
    (answer) => sendBack({ type: 'connect answered', error: refusalOf(answer) }),
  ),
);

/**
 * Announces a connect request whose user still reads the guidance, again and again: the server reserves its position, and shows the
 * person they would meet that somebody is getting ready. The next announcement recovers from the loss of one.
 */
export const announcement = fromCallback<
  { type: 'pause' } | { type: 'go on' },
  ClickInput & { readonly every: number; readonly limit: number }
>(({ input, receive }) => {
  const { socket, clock } = input.ports;
  const until = clock.now() + input.limit;
  let timer: unknown;
  let isPaused = false;
  const announce = () => {
    clock.clearTimeout(timer);
    if (isPaused || clock.now() >= until) return;
    if (socket.isConnected()) socket.emit(connectClick.event, { ...connectPayload(input), gettingReady: true });
    timer = clock.setTimeout(announce, input.every);
  };
  receive(({ type }) => {
    isPaused = type === 'pause';
    announce();
  });
  const unlisten = socket.listen((event) => {
    if (event.type === 'socket connected') announce();
  });
  announce();
  return () => {
    unlisten();
    clock.clearTimeout(timer);
  };
});

/** Cancels a connect request, or pauses it. It outlives the state that sent it: it repeats until the server has acknowledged it. */
export const cancelRequest = fromCallback<EventObject, ClickInput & { readonly pause?: true }, Event>(({ input }) =>
  emitUntilAnswered(input.ports, {
    event: cancelClick.event,
    payload: {
      ...input.pool,
      noRepeat: input.noRepeat,
      clickID: input.clickID,
      cancelClickTime: Math.floor(input.ports.clock.now()),
      ...(input.pause && { pause: true }),
    },
    every: input.retry,
  }),
);

export type RoomCommand =
  | { type: 'send hello' }
  | { type: 'answer hello' }
  | { type: 'send ready'; ready?: ReadyPayload }
  | { type: 'send close'; close: ClosePayload }
  | { type: 'send sdp'; description: object }
  | { type: 'send candidate'; candidate: object }
  | { type: 'report media' }
  | { type: 'send veil'; veil: VeilState }
  | { type: 'send statement'; name: StatementName; statement: object }
  | { type: 'thank' }
  | { type: 'circle'; change: 'add' | 'remove' }
  /** Leave for good; without it the channel is only closed on this side. */
  | { type: 'leave' };

/** The channel of one room, open from pairing until the user has moved on. */
export const roomActor = fromCallback<
  RoomCommand,
  { ports: Ports; room: Room; resume: boolean; durations: PageDurations; patience: number },
  Event
>(({ sendBack, receive, input: { ports, room, resume, durations, patience } }) => {
  const channel = new RoomChannel({
    socket: ports.socket,
    clock: ports.clock,
    roomID: room.roomID,
    retry: durations.requestRetry,
    patience,
    resume,
    about: () => {
      const remembered = ports.tab.veil();
      const veil = remembered?.roomID === room.roomID ? remembered.veil : undefined;
      return ports.additions.length === 0 ? {} : { additions: [...ports.additions], ...(veil && { veil }) };
    },
    onJoined: ({ additions = [], veil, partner = {} }) => sendBack({ type: 'room joined', additions, veil, partner }),
    onMessage: (message) => sendBack({ type: 'room message arrived', message }),
    onLost: () => sendBack({ type: 'room lost' }),
  });
  let stopThanking: (() => void) | undefined;
  receive((command) => {
    switch (command.type) {
      case 'send hello':
        return channel.send('hello');
      case 'answer hello':
        return channel.send('hello', {}, (answer) =>
          sendBack({ type: refusalOf(answer) === undefined ? 'hello acknowledged' : 'hello refused' }),
        );
      case 'send ready':
        return channel.send('ready', command.ready, (answer) => {
          if (!command.ready?.again && refusalOf(answer) === undefined) sendBack({ type: 'ready acknowledged' });
        });
      case 'send close':
        return channel.send('close', command.close, (answer) => {
          const endReason = (answer as { endReason?: EndReason }).endReason;
          if (endReason) sendBack({ type: 'server named the end', endReason });
        });
      case 'send sdp':
        return channel.send('sdp', command.description);
      case 'send candidate':
        return channel.send('icecandidate', command.candidate);
      case 'send veil':
        return channel.send('veil', command.veil);
      case 'send statement':
        return channel.send(command.name, command.statement);
      case 'report media':
        return channel.reportMedia();
      case 'leave':
        return channel.close(true);
      case 'circle':
        return void ports.calls.circle(command.change, room).then(
          (flags) => {
            if (command.change === 'add') channel.send('addedcircle');
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
});

/** Asks how the two stand to each other's circle, repeatedly until the server answers. */
export const circleCheck = fromCallback<EventObject, { ports: Ports; room: Room; retry: number }, Event>(
  ({ sendBack, input: { ports, room, retry } }) => {
    let active = true;
    let timer: unknown;
    const ask = () =>
      void ports.calls.circle('check', room).then(
        (flags) => active && sendBack({ type: 'circle known', flags }),
        () => {
          if (active) timer = ports.clock.setTimeout(ask, retry);
        },
      );
    ask();
    return () => {
      active = false;
      ports.clock.clearTimeout(timer);
    };
  },
);
