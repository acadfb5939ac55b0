import WebSocket from 'ws';

/** What members are told to do. */
export interface Orders {
  readonly origin: string;
  /** One for each member. */
  readonly tokens: readonly string[];
  /** Whether the first comes and goes, so that there is something to tell everybody every two seconds. */
  readonly moving: boolean;
  /** What each of them presses as soon as they are here; nothing if it is left out. */
  readonly wish?: Readonly<Record<string, string>>;
}

/** How it went so far. */
export interface Told {
  readonly connected: number;
  readonly refused: number;
  readonly lost: number;
  /** How many have been told that they wait. */
  readonly waiting: number;
  /** Count messages that have been heard, by all together. */
  readonly heard: number;
}

/** So many are connecting at a time. */
const atOnce = 100;
const emission = (state: string) => `42${JSON.stringify(['presence', { state }])}`;

const told = { connected: 0, refused: 0, lost: 0, waiting: 0, heard: 0 };

function member({ origin, tokens, moving, wish }: Orders, i: number): Promise<void> {
  return new Promise((resolve) => {
    const moves = moving && i === 0;
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
      // A hundred from each network.
      headers: { 'x-forwarded-for': `198.18.${Math.floor(i / 100) >> 8}.${Math.floor(i / 100) & 255}` },
    });
    let timer: ReturnType<typeof setInterval> | undefined;
    let here = true;
    socket.on('message', (data) => {
      const text = String(data);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send(`40${JSON.stringify({ token: tokens[i] })}`);
      else if (text.startsWith('40')) {
        told.connected++;
        const presence = () => {
          if (moves) here = !here;
          socket.send(emission(here ? 'present' : 'absent'));
        };
        setTimeout(() => {
          timer = setInterval(presence, moves ? 2_000 : 4_000);
        }, Math.random() * 4_000);
        if (wish) socket.send(`42${JSON.stringify(['connectClick', { clickID: `press of ${i}`, ...wish }])}`);
        resolve();
      } else if (text.startsWith('44')) {
        told.refused++;
        resolve();
      } else if (text.startsWith('42["newPeopleCount"')) told.heard++;
      else if (text.startsWith('42["matchmakerEvent",{"type":"connectRecieved"')) told.waiting++;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      told.lost++;
      clearInterval(timer);
      resolve();
    });
  });
}

/** Run as a program of its own, told by message; tells how many are connected, then once a second how it goes. */
process.once('message', async (orders: Orders) => {
  let next = 0;
  const connect = async () => {
    while (next < orders.tokens.length) await member(orders, next++);
  };
  await Promise.all(Array.from({ length: atOnce }, connect));
  const tell = () => process.send?.(told satisfies Told);
  tell();
  setInterval(tell, 1_000);
});
