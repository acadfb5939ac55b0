import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import { io, type Socket } from 'socket.io-client';

/** How long pairings take, from the second press to the second who is told of the room, ms. */
export class PairingTimes {
  readonly all: number[] = [];
  readonly #halves = new Map<string, { pressed: number; told: number }>();

  note(room: string, pressed: number): void {
    const told = performance.now();
    const half = this.#halves.get(room);
    if (!half) {
      this.#halves.set(room, { pressed, told });
      return;
    }
    this.#halves.delete(room);
    this.all.push(Math.max(told, half.told) - Math.max(pressed, half.pressed));
  }
}

/** What somebody presses Connect for; with nobody in particular if it is empty. */
type Wish = Readonly<Record<string, string>>;

let presses = 0;

/** People who press Connect over and over, and leave each room as soon as they have been told of it. */
export class Pressing {
  readonly #sockets: Socket[] = [];

  /** Opens a socket for each token; `where` says at which process, and with which headers. */
  static async open(
    tokens: readonly string[],
    where: (i: number) => { readonly origin: string; readonly headers?: Record<string, string> },
  ): Promise<Pressing> {
    const it = new Pressing();
    for (const [i, token] of tokens.entries()) {
      const { origin, headers } = where(i);
      const socket = io(origin, {
        ...{ transports: ['websocket'], forceNew: true },
        // A ticket opens one socket: each attempt takes another.
        auth: (give) => void ticketOf(origin, token, headers).then((ticket) => give({ token: ticket })),
        ...(headers && { extraHeaders: headers }),
      });
      await new Promise<void>((resume) => socket.once('connect', () => resume()));
      it.#sockets.push(socket);
    }
    return it;
  }

  /** Has everybody meet for `span` ms, pressing for `wish` again after `pause` ms; answers how long each pairing took, ms. */
  async meet(span: number, { pause = 0, wish = {} }: { pause?: number; wish?: Wish } = {}): Promise<number[]> {
    const times = new PairingTimes();
    const until = performance.now() + span;
    const play = async (socket: Socket) => {
      if (pause > 0) await sleep(pause * Math.random());
      while (performance.now() < until) {
        const clickID = `press ${++presses}`;
        const room = roomOf(socket, clickID);
        const pressed = await press(socket, { clickID, ...wish }, until);
        const found = await Promise.race([room, sleep(span).then(() => undefined)]);
        if (found !== undefined) times.note(found, pressed);
        await socket.emitWithAck('cancelClick', { clickID });
        if (pause > 0) await sleep(pause);
      }
    };
    await Promise.all(this.#sockets.map(play));
    return times.all;
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

/** Presses until it is taken: whoever has just left a room is not free before that is recorded. Answers when it was taken. */
async function press(socket: Socket, click: Wish, until: number): Promise<number> {
  for (;;) {
    const pressed = performance.now();
    const answer: { error?: string } = await socket.emitWithAck('connectClick', click);
    if (answer.error === undefined || pressed > until) return pressed;
    await sleep(2);
  }
}

/** The room that a press leads to. */
const roomOf = (socket: Socket, clickID: string): Promise<string> =>
  new Promise((resolve) => {
    const listen = (event: MatchmakerEvent) => {
      if (event.clickID !== clickID || event.roomID === undefined) return;
      socket.off('matchmakerEvent', listen);
      resolve(event.roomID);
    };
    socket.on('matchmakerEvent', listen);
  });

async function ticketOf(origin: string, token: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/realtime/auth`, { headers: { ...headers, authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { token: string }).token;
}
