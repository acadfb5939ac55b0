import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { io, type Socket } from 'socket.io-client';

/** How long pairings take, ms: from the later connect request to the arrival of the room at the later of the two clients. */
export class PairingTimes {
  readonly all: number[] = [];
  readonly #halves = new Map<string, { requestedAt: number; notifiedAt: number }>();

  note(room: string, requestedAt: number): void {
    const notifiedAt = performance.now();
    const half = this.#halves.get(room);
    if (!half) {
      this.#halves.set(room, { requestedAt, notifiedAt });
      return;
    }
    this.#halves.delete(room);
    this.all.push(Math.max(notifiedAt, half.notifiedAt) - Math.max(requestedAt, half.requestedAt));
  }
}

/** Fields of a connect request; the pool of everybody if it is empty. */
type RequestFields = Readonly<Record<string, string>>;

let requests = 0;

/** Members who connect repeatedly, and leave each room as soon as it is announced to them. */
export class PairingLoad {
  readonly #sockets: Socket[] = [];

  /** Opens a socket for each token; `where` gives the process and the headers. */
  static async open(
    tokens: readonly string[],
    where: (i: number) => { readonly origin: string; readonly headers?: Record<string, string> },
  ): Promise<PairingLoad> {
    const it = new PairingLoad();
    for (const [i, token] of tokens.entries()) {
      const { origin, headers } = where(i);
      const socket = io(origin, {
        ...{ transports: ['websocket'], forceNew: true },
        // A ticket opens one socket, so each attempt needs a new one.
        auth: (give) => void ticketOf(origin, token, headers).then((ticket) => give({ token: ticket })),
        ...(headers && { extraHeaders: headers }),
      });
      await new Promise<void>((resume) => socket.once('connect', () => resume()));
      it.#sockets.push(socket);
    }
    return it;
  }

  /** Connects all members with `fields` for `span` ms, with `pause` ms between requests; returns the time of each pairing, ms. */
  async meet(span: number, { pause = 0, fields = {} }: { pause?: number; fields?: RequestFields } = {}): Promise<number[]> {
    const times = new PairingTimes();
    const until = performance.now() + span;
    const connectRepeatedly = async (socket: Socket) => {
      if (pause > 0) await sleep(pause * Math.random());
      while (performance.now() < until) {
        const clickID = `request ${++requests}`;
        const room = roomOf(socket, clickID);
        const requestedAt = await connect(socket, { clickID, ...fields }, until);
        const found = await Promise.race([room, sleep(span).then(() => undefined)]);
        if (found !== undefined) times.note(found, requestedAt);
        await socket.emitWithAck('cancelClick', { clickID });
        if (pause > 0) await sleep(pause);
      }
    };
    await Promise.all(this.#sockets.map(connectRepeatedly));
    return times.all;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

/**
 * Sends the connect request until it is accepted: a member who has just left a room is refused until that is recorded.
 * Returns when the accepted request was sent.
 */
async function connect(socket: Socket, request: RequestFields, until: number): Promise<number> {
  for (;;) {
    const requestedAt = performance.now();
    const answer: { error?: string } = await socket.emitWithAck('connectClick', request);
    if (answer.error === undefined || requestedAt > until) return requestedAt;
    await sleep(2);
  }
}

/** The room that a connect request leads to. */
const roomOf = (socket: Socket, clickID: string): Promise<string> =>
  new Promise((resolve) => {
    const listen = (event: MatchmakerEvent) => {
      if (event.clickID !== clickID || event.roomID === undefined) return;
      socket.off('matchmakerEvent', listen);
      resolve(event.roomID);
    };
    socket.on('matchmakerEvent', listen);
  });

/** The ticket with which the owner of a session token opens one socket. */
export async function ticketOf(origin: string, token: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/realtime/auth`, { headers: { ...headers, authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { token: string }).token;
}
