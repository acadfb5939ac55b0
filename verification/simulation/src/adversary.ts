import { presence } from '@unspoken/contract/presence';
import type { Clock } from '@unspoken/server/platform/clock';
import type { Connection, Gateway } from '@unspoken/server/platform/socket/gateway';
import type { ServerAudit } from './audit.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A description that no browser makes. */
export const forgedDescription = 'model x y';

interface AdversaryOptions {
  readonly gateway: Gateway;
  readonly audit: ServerAudit;
  readonly time: Clock;
  readonly random: SeededRandom;
}

/** An attacker with an account, who knows the id of every room and tries to get in. */
export class Adversary {
  readonly #options: AdversaryOptions;

  constructor(options: AdversaryOptions) {
    this.#options = options;
    const { gateway, audit, time, random } = options;
    const accountId = 'adversary';
    const connection: Connection = {
      id: 'adversary-socket',
      accountId,
      sessionId: 'session of the adversary',
      tab: 'adversary',
      send: (event, payload) => audit.sent(connection, event, payload),
      close: () => {},
    };
    gateway.opened(connection);
    const attack = () => {
      const rooms = [...audit.store.rows.keys()].slice(-4);
      const roomID = random.pick(rooms);
      if (roomID) {
        const name = random.pick(['hello', 'ready', 'sdp', 'close', 'thankyou']);
        void gateway.receive(connection, 'room:join', { roomID });
        void gateway.receive(connection, 'room:send', { roomID, name, payload: { type: 'offer', sdp: forgedDescription } });
        void gateway.receive(connection, 'room:media', { roomID });
        void gateway.receive(connection, 'room:leave', { roomID });
        void gateway.receive(connection, 'thanksClick', { roomID, position: 1 });
        this.#memberMisbehaves(roomID, random);
      }
      time.after(random.around(9_000), attack);
    };
    time.after(20_000, () => {
      // The adversary's only heartbeat: once its lease has run out, presence must no longer count the adversary.
      void gateway.receive(connection, presence.event, { state: 'present' });
      attack();
    });
  }

  /** A member of an ended room tries to keep sending, and to have a minute counted that was not completed. */
  #memberMisbehaves(roomID: string, random: SeededRandom): void {
    const { gateway, audit } = this.#options;
    const row = audit.store.rows.get(roomID);
    if (!row?.end) return;
    const accountId = random.pick([row.a, row.b]);
    const position = row.a === accountId ? 1 : 2;
    const [connection] = gateway.of(accountId);
    if (!connection) return;
    void gateway.receive(connection, 'room:join', { roomID }).then((answer) => {
      const heard = (answer as { heard?: number }).heard;
      if (heard === undefined) return;
      const payload = { type: 'offer', sdp: forgedDescription };
      void gateway.receive(connection, 'room:send', { roomID, name: 'sdp', payload, n: heard + 1 });
    });
    void gateway.receive(connection, 'updatesessiondata', { roomID, position, duration: 60_000, endReason: 'natural' });
    if (random.chance(0.5)) for (let i = 0; i < 2; i++) void gateway.receive(connection, 'thanksClick', { roomID, position });
  }
}
