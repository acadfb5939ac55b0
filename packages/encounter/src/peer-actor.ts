import type { Candidate, SessionDescription } from '@unspoken/contract/encounters';
import { fromCallback } from 'xstate';
import type { Event, Room } from './model.ts';
import type { Camera, IceSetup, Microphone, PeerEvent, PeerHandle, Ports, SoundDirections } from './ports.ts';

export type PeerCommand =
  | { type: 'take description'; description: SessionDescription }
  | { type: 'take candidate'; candidate: Candidate }
  | { type: 'show'; camera: Camera }
  /** Nothing is sent of what is shown, until this is taken back. */
  | { type: 'veil'; isVeiled: boolean }
  /** It is sent with few lines only, until this is taken back. */
  | { type: 'soften'; isSoft: boolean }
  | { type: 'speak'; microphone: Microphone | undefined }
  | { type: 'allow sound'; sound: SoundDirections }
  | { type: 'find a new path' }
  | { type: 'start over' };

export interface PeerInput {
  readonly ports: Ports;
  readonly room: Room;
  readonly retry: number;
  /** The age, ms, from which the ICE servers are requested again before a new path is gathered. */
  readonly refresh: number;
  /** In an experience: the connection is opened when it is known in which directions it may carry sound. */
  readonly awaitsSound: boolean;
  /** From the beginning: see the command `veil`. */
  readonly isVeiled: boolean;
  /** From the beginning: see the command `soften`. */
  readonly isSoft: boolean;
}

/** How many times the ICE servers are requested before the connection is opened without any. */
const attempts = 4;

/**
 * The peer connection of one room. The caller makes an offer as soon as it is open; commands that come earlier wait. Each
 * connection has an id. An offer with a new id means that the caller has opened a new connection, and a new connection
 * answers it; an answer to an earlier offer, or a candidate of an earlier connection, is ignored.
 */
export const peerActor = fromCallback<PeerCommand, PeerInput, Event>(
  ({ sendBack, receive, input: { ports, room, retry, refresh, awaitsSound, ...input } }) => {
    const caller = room.position === 1;
    let setup: IceSetup | undefined;
    let setupAt = 0;
    let handle: PeerHandle | undefined;
    let own = '';
    let theirs: string | undefined;
    // Connections opened later show the same picture, and send the same sound.
    let shown: Camera | undefined;
    let { isVeiled, isSoft } = input;
    let spoken: Microphone | undefined;
    let sound: SoundDirections | undefined;
    let isRefreshing = false;
    let closed = false;
    let timer: unknown;
    let refreshing: unknown;
    const early: PeerCommand[] = [];

    const open = (ice: IceSetup) => {
      handle?.close();
      const name = ports.freshID();
      own = name;
      theirs = undefined;
      handle = ports.peer.open({ ...ice, sound, emit: (event) => !closed && own === name && sendBack(named(event)) });
      if (isSoft) handle.soften(true);
      if (shown && !isVeiled) handle.show(shown);
      if (spoken) handle.speak(spoken);
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
    /** The first time, the connection can be opened; later the caller offers the directions that are left. */
    const allowSound = (allowed: SoundDirections) => {
      const isSame = sound?.sends === allowed.sends && sound.receives === allowed.receives;
      sound = allowed;
      if (isSame) return;
      if (!handle) return begin();
      handle.allowSound(allowed);
      if (caller) handle.offer();
    };
    const begin = () => {
      if (!setup || handle || (awaitsSound && !sound)) return;
      open(setup);
      drain();
    };
    const drain = () => {
      for (const command of early.splice(0)) act(command);
    };
    /** Credentials that are about to expire would give a new path no relay. An answer gathers nothing. */
    const withServers = (command: PeerCommand) => {
      const isAnswer = command.type === 'take description' && command.description.type === 'answer';
      if (isAnswer || ports.clock.now() - setupAt < refresh) return gather(command);
      isRefreshing = true;
      // Once only: with the answer, or without it where that takes too long.
      let isDone = false;
      const goOn = (answer?: IceSetup) => {
        if (isDone || closed) return;
        isDone = true;
        ports.clock.clearTimeout(refreshing);
        if (answer) renew(answer);
        isRefreshing = false;
        gather(command);
        drain();
      };
      refreshing = ports.clock.setTimeout(() => goOn(), retry);
      ports.calls.iceServers().then(goOn, () => goOn());
    };
    const renew = (answer: IceSetup) => {
      setup = answer;
      setupAt = ports.clock.now();
      // A browser that refuses them keeps the servers it has.
      try {
        handle?.configure(answer);
      } catch (error) {
        console.warn(`the ICE servers were not renewed: ${(error as Error).name}`);
      }
    };
    const gather = (command: PeerCommand) => {
      if (!setup) return;
      if (command.type === 'take description') take(command.description, setup);
      else if (command.type === 'find a new path') handle?.restart();
      else if (command.type === 'start over') open(setup);
    };
    const act = (command: PeerCommand) => {
      switch (command.type) {
        case 'show':
          shown = command.camera;
          if (!isVeiled) handle?.show(shown);
          return;
        case 'veil':
          if (isVeiled === command.isVeiled) return;
          isVeiled = command.isVeiled;
          if (shown) handle?.show(isVeiled ? undefined : shown);
          return;
        case 'soften':
          if (isSoft === command.isSoft) return;
          isSoft = command.isSoft;
          handle?.soften(isSoft);
          return;
        case 'speak':
          if (spoken === command.microphone) return;
          spoken = command.microphone;
          handle?.speak(spoken);
          return;
        case 'allow sound':
          return allowSound(command.sound);
      }
      if (!handle || isRefreshing) return void early.push(command);
      if (command.type !== 'take candidate') return withServers(command);
      if (theirs === undefined || command.candidate.from === theirs) handle.receiveCandidate(command.candidate);
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
          setupAt = ports.clock.now();
          begin();
        });
    };
    ask(attempts);
    return () => {
      closed = true;
      ports.clock.clearTimeout(timer);
      ports.clock.clearTimeout(refreshing);
      handle?.close();
    };
  },
);
