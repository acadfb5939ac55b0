import { matchmakerEvents } from '@unspoken/contract/matchmaking';
import { ticketOf } from '@unspoken/testing/pairing-load';
import WebSocket from 'ws';

/** What the members are to do. */
export interface Orders {
  readonly origin: string;
  /** One token per member. */
  readonly tokens: readonly string[];
  /** Whether the first member alternates between present and absent every two seconds, so that the count is sent to everybody. */
  readonly moving: boolean;
  /** The connect request that each member makes once connected; none if absent. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Within how many ms of the message `press` members make their requests, if not once they are connected. */
  readonly pressWithin?: number;
  /** How many members connect at the same time, if not 100. */
  readonly atOnce?: number;
}

/** The figures so far. */
export interface Progress {
  readonly connected: number;
  readonly refused: number;
  readonly lost: number;
  /** Members whose request has been acknowledged as queued. */
  readonly waiting: number;
  /** Count messages received by all members. */
  readonly heard: number;
  /** How long after their request members were given their first room, ms. */
  readonly found: readonly number[];
}

const emission = (state: string) => `42${JSON.stringify(['presence', { state }])}`;

const progress = { connected: 0, refused: 0, lost: 0, waiting: 0, heard: 0, found: [] as number[] };
/** The requests of those who wait for the message `press`. */
const requests: (() => void)[] = [];

async function member({ origin, tokens, moving, fields, pressWithin }: Orders, i: number): Promise<void> {
  // A hundred members per address.
  const headers = { 'x-forwarded-for': `198.18.${Math.floor(i / 100) >> 8}.${Math.floor(i / 100) & 255}` };
  const token = await ticketOf(origin, tokens[i] as string, headers);
  return new Promise((resolve) => {
    const moves = moving && i === 0;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      headers,
    });
    let timer: ReturnType<typeof setInterval> | undefined;
    let here = true;
    let requestedAt: number | undefined;
    const request = () => {
      requestedAt = performance.now();
      socket.send(`42${JSON.stringify(['connectClick', { clickID: `press of ${i}`, ...fields }])}`);
    };
    socket.on('message', (data) => {
      const text = String(data);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (text.startsWith('40')) {
        progress.connected++;
        const presence = () => {
          if (moves) here = !here;
          socket.send(emission(here ? 'present' : 'absent'));
        };
        setTimeout(() => {
          timer = setInterval(presence, moves ? 2_000 : 4_000);
        }, Math.random() * 4_000);
        if (fields && pressWithin === undefined) request();
        else if (fields) requests.push(request);
        resolve();
      } else if (text.startsWith('44')) {
        progress.refused++;
        resolve();
      } else if (text.startsWith('42["newPeopleCount"')) progress.heard++;
      else if (text.startsWith(`42["matchmakerEvent",{"type":"${matchmakerEvents.connectReceived}"`)) {
        progress.waiting++;
        if (requestedAt === undefined || !text.includes('"roomID"')) return;
        progress.found.push(performance.now() - requestedAt);
        requestedAt = undefined;
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      progress.lost++;
      clearInterval(timer);
      resolve();
    });
  });
}

/** Runs as a separate process. Receives its orders as a message; sends its figures once all have connected, and then every second. */
process.once('message', async (orders: Orders) => {
  let next = 0;
  const connect = async () => {
    while (next < orders.tokens.length) await member(orders, next++);
  };
  await Promise.all(Array.from({ length: orders.atOnce ?? 100 }, connect));
  process.on('message', () => {
    for (const request of requests) setTimeout(request, Math.random() * (orders.pressWithin ?? 0));
  });
  const report = () => process.send?.(progress satisfies Progress);
  report();
  setInterval(report, 1_000);
});
