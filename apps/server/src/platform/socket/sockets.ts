import type { Bus } from '../bus.ts';
import type { Connection, Gateway } from './gateway.ts';

/** What names a socket, wherever it is. */
export type SocketName = Pick<Connection, 'id' | 'accountId' | 'sessionId' | 'tab'>;

type Known = Pick<SocketName, 'id' | 'accountId'>;

const topics = { send: 'socket send', close: 'socket close' };

/** The sockets of every process: those of this one as they are, those of another by way of the bus. */
export class Sockets {
  readonly #bus: Bus;
  readonly #gateway: () => Gateway;

  constructor(bus: Bus, gateway: () => Gateway) {
    this.#bus = bus;
    this.#gateway = gateway;
    bus.serve(topics.send, ({ accountId, id, event, payload }: Known & { event: string; payload: unknown }) =>
      gateway().find(accountId, id)?.send(event, payload),
    );
    bus.serve(topics.close, ({ accountId, id }: Known) => gateway().find(accountId, id)?.close());
  }

  /** A socket of this process if it is open, or one of another process, whether or not it is. */
  find(node: string, { accountId, id }: Known): Connection | undefined {
    if (node === this.#bus.node) return this.#gateway().find(accountId, id);
    return this.at(node, { accountId, id, sessionId: '', tab: '' });
  }

  /** A socket to speak to, whether or not anybody hears. */
  at(node: string, name: SocketName): Connection {
    const { accountId, id } = name;
    return {
      ...name,
      node,
      send: (event, payload) => this.#bus.tell(node, topics.send, { accountId, id, event, payload }),
      close: () => this.#bus.tell(node, topics.close, { accountId, id }),
    };
  }
}
