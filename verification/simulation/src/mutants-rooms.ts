import type { MemoryEncounterStore } from '@unspoken/server/encounters/memory-store';
import { RoomRegistry, type RoomRegistryOptions } from '@unspoken/server/encounters/room-registry';
import { Encounters, type EncountersOptions } from '@unspoken/server/encounters/service';
import type { Connection } from '@unspoken/server/platform/socket/gateway';
import type { Mutant } from './mutants.ts';
import type { CredulousStore } from './mutants-stores.ts';

/** The mutants in rooms. */

type Sent = Parameters<RoomRegistry['send']>[1];

/** Delivers what the real service refused with this code directly to one member of the room. */
class LeakyRooms extends RoomRegistry {
  readonly #code: string;
  readonly #leak: (message: Sent, from: Connection) => void;
  constructor(options: RoomRegistryOptions, code: string, leak: (message: Sent, from: Connection) => void) {
    super(options);
    this.#code = code;
    this.#leak = leak;
  }
  override send(connection: Connection, message: Sent): object {
    try {
      return super.send(connection, message);
    } catch (error) {
      if ((error as { code?: string }).code === this.#code) this.#leak(message, connection);
      throw error;
    }
  }
}

class EchoingRooms extends RoomRegistry {
  override send(connection: Connection, message: Sent): object {
    const answer = super.send(connection, message);
    const position = this.look(connection.accountId, message.roomID)?.position;
    if (position) connection.send('room:message', { ...message, position, seq: 901 });
    return answer;
  }
}

class CredulousEncounters extends Encounters {
  readonly #store: CredulousStore;
  constructor(options: EncountersOptions) {
    super(options);
    this.#store = options.store as CredulousStore;
  }
  override async noteSessionData(connection: Connection, data: { roomID: string; position: number }): Promise<void> {
    await super.noteSessionData(connection, data);
    this.#store.noteReport(data.roomID);
  }
}

class RestingEncounters extends Encounters {
  override rejoin(): void {}
}

export function mutantEncounters(mutant: Mutant | undefined, options: EncountersOptions): Encounters {
  if (mutant === 'the counter trusts the client') return new CredulousEncounters(options);
  if (mutant === 'sockets do not rejoin a process that was away') return new RestingEncounters(options);
  return new Encounters(options);
}

class ObliviousRooms extends RoomRegistry {
  override join(connection: Connection, roomID: string): { position: number; heard: number; told: number } {
    return super.join(connection, roomID, 'now');
  }
}

/** Takes the report of one side as the report of both. */
class HurriedRooms extends RoomRegistry {
  readonly #store: MemoryEncounterStore;
  readonly #connections: (accountId: string) => Connection[];
  constructor(options: RoomRegistryOptions, connections: (accountId: string) => Connection[]) {
    super(options);
    this.#store = options.store as MemoryEncounterStore;
    this.#connections = connections;
  }
  override reportMedia(connection: Connection, roomID: string): void {
    super.reportMedia(connection, roomID);
    const row = this.#store.rows.get(roomID);
    const other = row?.a === connection.accountId ? row.b : row?.a;
    for (const each of this.#connections(other ?? ''))
      try {
        super.reportMedia(each, roomID);
      } catch {
        // The other side is not ready yet.
      }
  }
}

/** Ignores the report of one side that it sees the other. */
class BlindRooms extends RoomRegistry {
  override reportMedia(connection: Connection, roomID: string): void {
    if (this.look(connection.accountId, roomID)?.position === 1) super.reportMedia(connection, roomID);
  }
}

/** Forwards a Start without recording it. */
class DistractedRooms extends RoomRegistry {
  override send(connection: Connection, message: Sent): object {
    const answer = super.send(connection, message);
    const side = this.running()
      .find(({ id }) => id === message.roomID)
      ?.side(connection.accountId);
    if (message.name === 'ready' && side?.position === 1) side.ready = false;
    return answer;
  }
}

/** Forwards something else in place of such a message. */
class SilentRooms extends RoomRegistry {
  readonly #about: Sent['name'];
  constructor(options: RoomRegistryOptions, about: Sent['name']) {
    super(options);
    this.#about = about;
  }

  override send(connection: Connection, message: Sent): object {
    return super.send(
      connection,
      message.name === this.#about ? { ...message, name: 'ready', payload: { camera: 'back' } } : message,
    );
  }
}

/** The mutated service, or the real one. `connections` finds the open sockets of an account. */
export function mutantRooms(
  mutant: Mutant | undefined,
  options: RoomRegistryOptions,
  store: MemoryEncounterStore,
  connections: (accountId: string) => Connection[],
): RoomRegistry {
  const leak = (message: Sent, from: Connection): void => {
    const row = store.rows.get(message.roomID);
    if (!row) return;
    const receiver = row.a === from.accountId ? row.b : row.a;
    const position = receiver === row.a ? 2 : 1;
    connections(receiver)[0]?.send('room:message', { ...message, position, seq: 900 });
  };
  if (mutant === 'a stranger may send into a room') return new LeakyRooms(options, 'room_not_found', leak);
  if (mutant === 'messages pass after the end') return new LeakyRooms(options, 'room_ended', leak);
  if (mutant === 'a message is echoed to its sender') return new EchoingRooms(options);
  if (mutant === 'missed messages are not repeated') return new ObliviousRooms(options);
  if (mutant === 'the start is named before both see') return new HurriedRooms(options, connections);
  if (mutant === 'a reported picture is ignored') return new BlindRooms(options);
  if (mutant === 'a veil is not passed on') return new SilentRooms(options, 'veil');
  if (mutant === 'a wish for soft pictures is not passed on') return new SilentRooms(options, 'soft');
  if (mutant === 'a Start is not recorded') return new DistractedRooms(options);
  return new RoomRegistry(options);
}
