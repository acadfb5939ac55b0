import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { attacks } from './attacks.ts';

/** What the attackers are told, and what they say when it is over. Times in ms. */
export interface Orders {
  readonly origins: readonly string[];
  readonly tokens: readonly string[];
  /** How long they go on. */
  readonly span: number;
}

/** What became of one kind of attack. */
export interface Defeat {
  readonly name: string;
  /** How often it was tried, and how long it was borne at most; `refused` were not let in. */
  readonly tried: number;
  readonly refused: number;
  readonly longest: number;
}

/** Whoever is not rid of us after so long is not going to be. */
const patience = 10_000;
/** Between two attempts of one attacker. */
const rest = 1_000;

const closed = (socket: WebSocket) => new Promise<void>((resume) => socket.once('close', () => resume()));
const heard = (socket: WebSocket, start: string) =>
  new Promise<void>((resume) =>
    socket.on('message', (data) => {
      if (String(data).startsWith(start)) resume();
    }),
  );

/** Each from a network of its own, as if a proxy had said so. */
const networkOf = (i: number) => `198.18.${i >> 8}.${i & 255}`;

async function ticketFor(origin: string, token: string, network: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': network };
  const answer = (await (await fetch(`${origin}/api/v1/realtime/auth`, { headers })).json()) as { token: string };
  const once = open(origin, network);
  await signIn(once, answer.token);
  once.terminate();
  return answer.token;
}

const open = (origin: string, network: string) =>
  new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
    headers: { 'x-forwarded-for': network },
  });

async function signIn(socket: WebSocket, token: string): Promise<void> {
  await heard(socket, '0{');
  const answered = heard(socket, '4');
  socket.send(`40${JSON.stringify({ token })}`);
  await answered;
}

async function attack({ origins, tokens, span }: Orders): Promise<Defeat[]> {
  const until = performance.now() + span;
  const defeats = attacks.map(({ name }) => ({ name, tried: 0, refused: 0, longest: 0 }));
  const assail = async (token: string, i: number) => {
    const [kind, network] = [i % attacks.length, networkOf(i)];
    const { signsIn, run } = attacks[kind] as (typeof attacks)[number];
    const defeat = defeats[kind] as (typeof defeats)[number];
    const origin = origins[i % origins.length] as string;
    const spent = attacks[kind]?.replays ? await ticketFor(origin, token, network) : token;
    await sleep(Math.random() * rest);
    while (performance.now() < until) {
      const socket = open(origin, network);
      socket.on('error', () => {});
      const gone = closed(socket);
      const ready = signsIn ? signIn(socket, spent) : heard(socket, '0{');
      await Promise.race([ready, gone]);
      if (socket.readyState !== socket.OPEN) defeat.refused++;
      else {
        const began = performance.now();
        run(socket, { random: Math.random, token: spent });
        await Promise.race([gone, sleep(patience)]);
        defeat.tried++;
        defeat.longest = Math.max(defeat.longest, performance.now() - began);
        socket.terminate();
      }
      await sleep(rest);
    }
  };
  await Promise.all(tokens.map(assail));
  return defeats;
}

/** Run as a program of its own: attackers have machines of their own. */
process.once('message', (orders: Orders) => {
  void attack(orders).then((defeats) => process.send?.(defeats, undefined, undefined, () => process.exit(0)));
});
