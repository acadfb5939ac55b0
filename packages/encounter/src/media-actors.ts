import type { Candidate, SessionDescription } from '@unspoken/contract/encounters';
import { fromCallback } from 'xstate';
import type { Event, Room } from './model.ts';
import { type Camera, CameraRefused, type IceSetup, type PeerEvent, type PeerHandle, type Ports } from './ports.ts';

/** The camera and the peer connection, as actors that return their clean-up. */

export type CameraCommand = { type: 'open'; deviceId?: string | undefined };

/**
 * The user's camera, from the request for it to the end of the room. When it is opened again, the new picture replaces
 * the old one; if the user has left before it opens, it is closed again at once.
 */
export const cameraActor = fromCallback<CameraCommand, { ports: Pick<Ports, 'camera'> }, Event>(
  ({ sendBack, receive, input }) => {
    let camera: Camera | undefined;
    let attempt = 0;
    const open = (deviceId?: string) => {
      const own = ++attempt;
      const isCurrent = () => own === attempt;
      const lost = () => isCurrent() && sendBack({ type: 'camera lost' });
      input.ports.camera.open({ deviceId, lost }).then(
        (opened) => {
          if (!isCurrent()) return opened.stop();
          camera?.stop();
          camera = opened;
          sendBack({ type: 'camera opened', camera });
        },
        (error: unknown) => {
          if (isCurrent())
            sendBack({ type: 'camera refused', reason: error instanceof CameraRefused ? error.reason : 'UnknownError' });
        },
      );
    };
    receive(({ deviceId }) => open(deviceId));
    open();
    return () => {
      attempt++;
      camera?.stop();
    };
  },
);

export type PeerCommand =
  | { type: 'take description'; description: SessionDescription }
  | { type: 'take candidate'; candidate: Candidate }
  | { type: 'show'; camera: Camera }
  | { type: 'find a new path' }
  | { type: 'start over' };

/** How many times the ICE servers are requested before the connection is opened without any. */
const attempts = 4;

/**
 * The peer connection of one room. The caller makes an offer as soon as it is open; commands that come earlier wait. Each
 * connection has an id. An offer with a new id means that the caller has opened a new connection, and a new connection
 * answers it; an answer to an earlier offer, or a candidate of an earlier connection, is ignored.
 */
export const peerActor = fromCallback<PeerCommand, { ports: Ports; room: Room; retry: number }, Event>(
  ({ sendBack, receive, input: { ports, room, retry } }) => {
    const caller = room.position === 1;
    let setup: IceSetup | undefined;
    let handle: PeerHandle | undefined;
    let own = '';
    let theirs: string | undefined;
    let shown: Camera | undefined;
    let closed = false;
    let timer: unknown;
    const early: PeerCommand[] = [];

    const open = (ice: IceSetup) => {
      handle?.close();
      const name = ports.freshID();
      own = name;
      theirs = undefined;
      handle = ports.peer.open({ ...ice, emit: (event) => !closed && own === name && sendBack(named(event)) });
      if (shown) handle.show(shown);
      if (caller) handle.offer();
    };
    const named = (event: PeerEvent): PeerEvent => {
      if (event.type === 'candidate found') return { ...event, candidate: { ...event.candidate, from: own } };
      if (event.type !== 'description made') return event;
      const { type } = event.description;
      return { ...event, description: { ...event.description, from: own, ...(type === 'answer' && { to: theirs }) } };
    };
    const take = (description: SessionDescription, ice: IceSetup) => {
      const { type, from, to } = description;
      if (type === 'answer' && to !== own) return;
      if (type === 'offer' && theirs !== undefined && theirs !== from) open(ice);
      theirs = from;
      handle?.receiveDescription(description);
    };
    const act = (command: PeerCommand) => {
      if (command.type === 'show') {
        // Connections opened later show it as well.
        shown = command.camera;
        handle?.show(shown);
        return;
      }
      if (!handle || !setup) return void early.push(command);
      switch (command.type) {
        case 'take description':
          return take(command.description, setup);
        case 'take candidate':
          if (theirs === undefined || command.candidate.from === theirs) handle.receiveCandidate(command.candidate);
          return;
        case 'find a new path':
          return handle.restart();
        case 'start over':
          return open(setup);
      }
    };
    receive(act);
    const ask = (left: number) => {
      ports.calls
        .iceServers()
        .catch((): IceSetup | undefined => (left > 1 ? undefined : { iceServers: [], relayOnly: false }))
        .then((answer) => {
          if (closed) return;
          if (!answer) {
            timer = ports.clock.setTimeout(() => ask(left - 1), retry);
            return;
          }
          setup = answer;
          open(answer);
          for (const command of early.splice(0)) act(command);
        });
    };
    ask(attempts);
    return () => {
      closed = true;
      ports.clock.clearTimeout(timer);
      handle?.close();
    };
  },
);
