import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { attacks } from './attacks.ts';

/** What the attackers are to do. Times in ms. */
export interface Orders {
  readonly origins: readonly string[];
  readonly tokens: readonly string[];
  /** How long they attack. */
  readonly span: number;
}

/** The outcome of one kind of attack. */
export interface AttackResult {
  readonly name: string;
  /** How often it was tried, how often the socket was refused before that, and how long an attacker stayed connected at most, ms. */
  readonly tried: number;
  readonly refused: number;
  readonly longest: number;
}

/** An attacker still connected after this time, ms, will not be disconnected. */
const patience = 10_000;
/** The pause between two attempts of one attacker, ms. */
const rest = 1_000;

const closed = (socket: WebSocket) => new Promise<void>((resume) => socket.once('close', () => resume()));
const received = (socket: WebSocket, start: string) =>
  new Promise<void>((resume) =>
    socket.on('message', (data) => {
      if (String(data).startsWith(start)) resume();
    }),
  );

/** Each attacker has an address of its own, in the header that a proxy would set. */
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
  await received(socket, '0{');
  const answered = received(socket, '4');
  socket.send(`40${JSON.stringify({ token })}`);
  await answered;
}

async function attack({ origins, tokens, span }: Orders): Promise<AttackResult[]> {
  const until = performance.now() + span;
  const results = attacks.map(({ name }) => ({ name, tried: 0, refused: 0, longest: 0 }));
  const attackAs = async (token: string, i: number) => {
    const [kind, network] = [i % attacks.length, networkOf(i)];
    const { signsIn, run } = attacks[kind] as (typeof attacks)[number];
    const result = results[kind] as (typeof results)[number];
    const origin = origins[i % origins.length] as string;
    const credential = attacks[kind]?.replays ? await ticketFor(origin, token, network) : token;
    await sleep(Math.random() * rest);
    while (performance.now() < until) {
      const socket = open(origin, network);
      socket.on('error', () => {});
      const gone = closed(socket);
      const ready = signsIn ? signIn(socket, credential) : received(socket, '0{');
      await Promise.race([ready, gone]);
      if (socket.readyState !== socket.OPEN) result.refused++;
      else {
        const began = performance.now();
        run(socket, { random: Math.random, token: credential });
        await Promise.race([gone, sleep(patience)]);
        result.tried++;
        result.longest = Math.max(result.longest, performance.now() - began);
        socket.terminate();
      }
      await sleep(rest);
    }
  };
  await Promise.all(tokens.map(attackAs));
  return results;
}

/** Runs as a separate process, because real attackers have machines of their own. */
process.once('message', (orders: Orders) => {
  void attack(orders).then((results) => process.send?.(results, undefined, undefined, () => process.exit(0)));
});
