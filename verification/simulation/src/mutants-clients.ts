import type { RoomBegin, RoomMessage, Snapshot } from '@unspoken/contract/encounters';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import type { Softness } from '@unspoken/contract/statements';
import type { VeilState } from '@unspoken/contract/veil';
import type { PeerPort, SocketEvent, TabMemory } from '@unspoken/encounter/ports';
import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import type { Mutant } from './mutants.ts';
import type { SimulatedSocket } from './network.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The mutants between server and client, and in the client's tabs. */

/** A payload that the server sends to a person, mutated before it is sent. */
export const mutatedPayload = (mutant: Mutant | undefined, event: string, payload: unknown, accountId: string): unknown =>
  mutant === 'both have the same position' && event === 'matchmakerEvent' && (payload as MatchmakerEvent).position === 2
    ? { ...(payload as MatchmakerEvent), position: 1 }
    : mutant === 'each side has its own intro' && event === 'room:intro'
      ? { ...(payload as RoomBegin), startsAt: (payload as RoomBegin).startsAt + 10 * accountId.charCodeAt(accountId.length - 1) }
      : mutant === 'a veil is lifted by one of the two' && (payload as RoomMessage).name === 'veil'
        ? { ...(payload as RoomMessage), payload: { ...((payload as RoomMessage).payload as VeilState), lifted: [true, true] } }
        : mutant === 'one of the two makes both clear' && (payload as RoomMessage).name === 'soft'
          ? { ...(payload as RoomMessage), payload: { ...((payload as RoomMessage).payload as Softness), isClear: true } }
          : payload;

/** Makes a socket alter or drop some of the events that arrive. */
export function mutateLine(
  mutant: Mutant | undefined,
  socket: SimulatedSocket,
  accountId: string,
  store: MemoryEncounterStore,
): void {
  const second = (roomID: string | undefined) => store.rows.get(roomID ?? '')?.b === accountId;
  const tamper = (event: SocketEvent): SocketEvent | undefined => {
    if (mutant === 'each side has its own start' && event.type === 'start announced' && second(event.begin.roomID))
      return { ...event, begin: { ...event.begin, startsAt: event.begin.startsAt + 700 } };
    if (mutant === 'the end is sent to one side only' && event.type === 'room message arrived')
      return event.message.name === 'close' && second(event.message.roomID) ? undefined : event;
    // A snapshot that names the room would undo the mutation.
    if (mutant === 'the end is sent to one side only' && event.type === 'snapshot arrived')
      return { ...event, snapshot: { userState: 'present', now: event.snapshot.now } satisfies Snapshot };
    return event;
  };
  if (mutant === 'the intro begins with one’s own Start') startByOneself(socket, store);
  const listen = socket.listen.bind(socket);
  socket.listen = (listener) =>
    listen((event) => {
      const tampered = tamper(event);
      if (tampered) listener(tampered);
    });
}

/** Announces the intro to a side as soon as it has pressed Start. */
function startByOneself(socket: SimulatedSocket, store: MemoryEncounterStore): void {
  const emit = socket.emit.bind(socket);
  const heard = new Set<(event: SocketEvent) => void>();
  const listen = socket.listen.bind(socket);
  socket.listen = (listener) => {
    heard.add(listener);
    const stop = listen(listener);
    return () => {
      heard.delete(listener);
      stop();
    };
  };
  socket.emit = (event, payload, answered) => {
    emit(event, payload, answered);
    const { roomID, name } = payload as { roomID: string; name?: string };
    if (name !== 'ready' || store.rows.get(roomID)?.versionId === undefined) return;
    const now = socket.now();
    for (const listener of [...heard]) listener({ type: 'intro announced', intro: { roomID, startsAt: now, now } });
  };
}

/** A peer connection that does not do what it is told about sound, or about the veil. */
function deafPeer(port: PeerPort, deafTo: 'speak' | 'allowSound' | 'show' | 'soften'): PeerPort {
  return {
    open: (options) => {
      const handle = port.open(options);
      const speak = handle.speak.bind(handle);
      const show = handle.show.bind(handle);
      if (deafTo === 'soften') handle.soften = () => {};
      else if (deafTo === 'show') handle.show = (camera) => camera && show(camera);
      else if (deafTo === 'speak') handle.speak = (microphone) => microphone && speak(microphone);
      else handle.allowSound = () => {};
      return handle;
    },
  };
}

/** A peer connection that reports its last frame again and again, as if there were new ones. */
export function mutatedPeer(mutant: Mutant | undefined, port: PeerPort, time: VirtualTime): PeerPort {
  if (mutant === 'a microphone is sent outside its windows') return deafPeer(port, 'speak');
  if (mutant === 'sound is asked for after the last window') return deafPeer(port, 'allowSound');
  if (mutant === 'a soft picture is sent clearly') return deafPeer(port, 'soften');
  if (mutant === 'a picture is sent under the veil') return deafPeer(port, 'show');
  if (mutant !== 'a frozen picture counts as a moving one') return port;
  return {
    open: (options) => {
      let stop = () => {};
      const repeat = () => {
        options.emit({ type: 'frame arrived' });
        stop = time.after(1_000, repeat);
      };
      const handle = port.open({
        ...options,
        emit: (event) => {
          if (event.type !== 'frame arrived') return options.emit(event);
          stop();
          repeat();
        },
      });
      const close = handle.close.bind(handle);
      handle.close = () => {
        stop();
        close();
      };
      return handle;
    },
  };
}

/** Every tab of a person believes that the minute is its own, or forgets how its user was shown. */
export function mutatedTabs(mutant: Mutant | undefined): (accountId: string, memory: TabMemory) => TabMemory {
  const shared = new Map<string, TabMemory>();
  return (accountId, memory) => {
    if (mutant === 'a reload forgets the window') return { ...memory, isFramed: () => false };
    if (mutant !== 'a reload is another tab’s too') return memory;
    const known = shared.get(accountId) ?? memory;
    shared.set(accountId, known);
    return known;
  };
}
