import type WebSocket from 'ws';

/** What an attacker has: a random source (0 to 1), and the token they sign in with. */
interface Means {
  readonly random: () => number;
  readonly token: string;
}

/** What an attacker does once their socket is open. */
export interface Attack {
  readonly name: string;
  /** Whether they authenticate first, as the protocol requires. */
  readonly signsIn: boolean;
  /** Uses a ticket that has already been redeemed. */
  readonly replays?: boolean;
  /** Runs for as long as the socket is open. */
  run(socket: WebSocket, means: Means): void;
}

/** Sends in bursts, as much as the socket accepts. */
const flooding = (packet: (random: () => number) => string | Buffer): Attack['run'] => {
  const burst = 60;
  const between = 10;
  return (socket, { random }) => {
    const timer = setInterval(() => {
      if (socket.readyState !== socket.OPEN) return clearInterval(timer);
      for (let i = 0; i < burst && socket.bufferedAmount < 1_000_000; i++) socket.send(packet(random));
    }, between);
  };
};

/** Sends once, and waits. */
const once =
  (packet: (means: Means) => string | Buffer): Attack['run'] =>
  (socket, means) =>
    socket.send(packet(means));

let acks = 0;
const event = (name: string, payload: unknown, answered = false) =>
  `42${answered ? acks++ % 1_000 : ''}${JSON.stringify([name, payload])}`;
const room = (random: () => number) => `oneminute:${Buffer.from(String(random())).toString('base64url').slice(0, 22)}`;
const strange = ['__proto__', 'constructor', 'error', 'disconnect', 'connect', 'newListener', 'room:begin', 'snapshot', ''];

/** Source: requirements/threats 8. */
export const attacks: readonly Attack[] = [
  { name: 'a flood of presence', signsIn: true, run: flooding(() => event('presence', {})) },
  {
    name: 'a flood of connect requests with acknowledgement',
    signsIn: true,
    run: flooding(() => event('connectClick', {}, true)),
  },
  {
    name: 'forged rooms',
    signsIn: true,
    run: flooding((random) => event('room:send', { roomID: room(random), name: 'hello', n: 1 }, true)),
  },
  {
    name: 'thanks, minutes and pictures in rooms of others',
    signsIn: true,
    run: flooding((random) =>
      event(['thanksClick', 'updatesessiondata', 'room:media', 'room:join'][Math.floor(random() * 4)] ?? '', {
        roomID: room(random),
      }),
    ),
  },
  {
    name: 'unknown events',
    signsIn: true,
    run: flooding((random) => event(strange[Math.floor(random() * strange.length)] ?? '', { a: 1 }, true)),
  },
  {
    name: 'wrong shapes for every event',
    signsIn: true,
    run: flooding(
      (random) => `42${JSON.stringify(['connectClick', ...[[], 7, null, 'x', { clickID: {} }].slice(Math.floor(random() * 5))])}`,
    ),
  },
  { name: 'answers nobody asked for', signsIn: true, run: flooding((random) => `43${Math.floor(random() * 1e9)}[{}]`) },
  { name: 'one namespace after the other', signsIn: true, run: flooding((random) => `40/space-${Math.floor(random() * 1e9)},`) },
  { name: 'a message that is too large', signsIn: true, run: once(() => event('presence', 'x'.repeat(17_000))) },
  {
    name: 'a thousand attachments',
    signsIn: true,
    run: once(() => `451000-${JSON.stringify(['presence', { _placeholder: true, num: 0 }])}`),
  },
  { name: 'bytes that are no message', signsIn: true, run: once(() => Buffer.from([0xff, 0x00, 0x07])) },
  { name: 'text that is not a packet', signsIn: true, run: once(() => '9'.repeat(100)) },
  { name: 'pings of a client that may not ping', signsIn: true, run: flooding(() => '2') },
  {
    name: 'asking without reading the answers',
    signsIn: true,
    run(socket, means) {
      socket.pause();
      flooding(() => event('time', {}, true))(socket, means);
      // The attacker notices that it was disconnected only when it reads again.
      setTimeout(() => socket.resume(), 2_000);
    },
  },
  {
    name: 'a ticket that was used already',
    signsIn: false,
    replays: true,
    run: once(({ token }) => `40${JSON.stringify({ token })}`),
  },
  { name: 'a flood before saying who it is', signsIn: false, run: flooding(() => event('presence', {})) },
];
