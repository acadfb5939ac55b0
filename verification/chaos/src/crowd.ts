import { randomBytes, randomUUID } from 'node:crypto';
import type { CircleFlags } from '@unspoken/contract/circle';
import { durationsWith } from '@unspoken/contract/durations';
import type { SocketEvent } from '@unspoken/encounter/ports';
import { SimulatedLooking } from '@unspoken/simulation/looking';
import { PeerWorld } from '@unspoken/simulation/peer-model';
import { SimulatedPerson } from '@unspoken/simulation/person';
import { SeededRandom } from '@unspoken/simulation/seeded-random';
import { tabMemory } from '@unspoken/simulation/tab-memory';
import type { Installation } from '@unspoken/testing/installation';
import { io, type Socket } from 'socket.io-client';
import { durations } from './durations.ts';

/** Real time. */
const realTime = {
  now: () => performance.timeOrigin + performance.now(),
  after(delay: number, run: () => void): () => void {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};

/** Everything the server has acknowledged at least once: it must be stored exactly once. */
export interface Acknowledged {
  readonly thanks: Set<string>;
  readonly reports: Set<string>;
  /** The last acknowledged change of each direction of a circle, by room and adder. */
  readonly circle: Map<string, 'added' | 'removed'>;
  /** Changes of a circle whose answer was lost: either outcome is correct. */
  readonly unsure: Set<string>;
}

const events: Record<string, (payload: never) => SocketEvent> = {
  snapshot: (snapshot) => ({ type: 'snapshot arrived', snapshot }),
  matchmakerEvent: (event) => ({ type: 'matchmaker event arrived', event }),
  'room:message': (message) => ({ type: 'room message arrived', message }),
  'room:begin': (begin) => ({ type: 'start announced', begin }),
};

/** A real socket to a random process, with the web client's pauses between attempts. */
class PersonSocket {
  readonly line = { loss: 0 };
  readonly #listeners = new Set<(event: SocketEvent) => void>();
  readonly #origins: () => string;
  readonly #auth: { readonly token: string; readonly tab: string };
  readonly #acknowledged: (event: string, payload: object, answer: unknown) => void;
  #socket: Socket | undefined;
  #ended = false;

  constructor(
    origins: () => string,
    auth: { readonly token: string; readonly tab: string },
    acknowledged: (event: string, payload: object, answer: unknown) => void,
  ) {
    this.#origins = origins;
    this.#auth = auth;
    this.#acknowledged = acknowledged;
  }

  isConnected(): boolean {
    return this.#socket?.connected ?? false;
  }

  listen(listener: (event: SocketEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: string, payload: object, answered?: (answer: unknown) => void): void {
    if (!this.isConnected()) return;
    this.#socket?.emit(event, payload, (answer: unknown) => {
      this.#acknowledged(event, payload, answer);
      answered?.(answer);
    });
  }

  connect(): void {
    if (this.#ended) return;
    const origin = this.#origins();
    const socket = io(origin, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: 3_000,
      // A ticket opens one socket; without a ticket the attempt is refused, and another follows.
      auth: (give) =>
        void fetch(`${origin}/api/v1/realtime/auth`, { headers: { authorization: `Bearer ${this.#auth.token}` } })
          .then(async (answer) => give({ ...this.#auth, ...((await answer.json()) as object) }))
          .catch(() => give({})),
    });
    this.#socket = socket;
    const retry = () => {
      socket.removeAllListeners();
      socket.close();
      setTimeout(() => this.connect(), 500 + Math.random() * 3_500);
    };
    socket.on('connect', () => this.#notify({ type: 'socket connected' }));
    socket.on('connect_error', retry);
    socket.on('disconnect', () => {
      this.#notify({ type: 'socket disconnected' });
      retry();
    });
    for (const [name, convert] of Object.entries(events)) socket.on(name, (payload) => this.#notify(convert(payload as never)));
  }

  cut(): void {
    this.#ended = true;
    this.#socket?.removeAllListeners();
    this.#socket?.close();
  }

  #notify(event: SocketEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/** People who meet each other again and again: the web client's real chart, on real sockets, with modelled cameras. */
export class Crowd {
  readonly people: SimulatedPerson[] = [];
  readonly acknowledged: Acknowledged = { thanks: new Set(), reports: new Set(), circle: new Map(), unsure: new Set() };
  readonly violations: string[] = [];
  readonly #lines: PersonSocket[] = [];
  readonly #installation: Installation;
  readonly #watch: ReturnType<typeof setInterval>;
  #reports = 0;

  constructor(installation: Installation, members: readonly { accountId: string; token: string }[], seed: number) {
    this.#installation = installation;
    const random = new SeededRandom(seed);
    const peers = new PeerWorld(realTime, random.fork());
    for (const { accountId, token } of members) {
      const tab = randomUUID();
      const line = new PersonSocket(
        () => random.pick(installation.nodes).origin,
        { token, tab },
        (event, payload, answer) => this.#acknowledge(accountId, event, payload, answer),
      );
      this.#lines.push(line);
      this.people.push(
        new SimulatedPerson({
          time: realTime,
          random: random.fork(),
          durations: durationsWith(durations),
          pace: 0.1,
          // Hundreds of people and three processes share a machine with other work.
          tolerance: 10_000,
          accountId,
          socket: line,
          peer: peers.port(accountId, tab),
          frameAt: () => peers.frameAt(tab),
          tab: tabMemory(),
          looking: new SimulatedLooking(),
          freshID: () => randomBytes(16).toString('base64url'),
          skew: random.pick([0, 0, -86_400_000, 600_000]),
          circle: (change, room) => this.#circle(accountId, token, change, room),
          report: (room) => this.#report(accountId, token, room),
          storyCompleted: () => {},
          note: () => {},
          violated: (error) => this.violations.push((error as Error).message),
        }),
      );
      setTimeout(() => line.connect(), random.between(0, 3_000));
    }
    this.#watch = setInterval(() => {
      for (const person of this.people) {
        try {
          person.audit.check(realTime.now(), person.accountId);
        } catch (error) {
          this.violations.push((error as Error).message);
        }
      }
    }, 1_000);
  }

  /** How many people are in each state. */
  states(): Record<string, number> {
    const states: Record<string, number> = {};
    for (const { state } of this.people) states[state] = (states[state] ?? 0) + 1;
    return states;
  }

  leave(): void {
    clearInterval(this.#watch);
    for (const person of this.people) person.vanish();
  }

  #acknowledge(accountId: string, event: string, payload: object, answer: unknown): void {
    if (event !== 'thanksClick' || (answer as { ok?: boolean }).ok !== true) return;
    this.acknowledged.thanks.add(`${(payload as { roomID: string }).roomID} ${accountId}`);
  }

  async #circle(
    accountId: string,
    token: string,
    change: 'add' | 'remove' | 'check',
    room: { roomID: string; position: number },
  ): Promise<CircleFlags> {
    const path = { add: 'addtomycircle', remove: 'removefrommycircle', check: 'checkpartnercircle' }[change];
    const key = `${room.roomID} ${accountId}`;
    try {
      const flags = (await this.#call(`/api/v1/friends/${path}`, token, room)) as CircleFlags;
      if (change !== 'check') this.acknowledged.circle.set(key, change === 'add' ? 'added' : 'removed');
      return flags;
    } catch (error) {
      if (change !== 'check') this.acknowledged.unsure.add(key);
      throw error;
    }
  }

  async #report(accountId: string, token: string, room: { roomID: string; position: number }): Promise<void> {
    // A person reported by three others is held, so the number of reports is limited: most people must remain able to meet.
    if (this.#reports++ > this.people.length / 10) throw new Error('enough reports');
    const selectedOptions = JSON.stringify(['written signs']);
    await this.#call('/api/v1/userreport', token, { ...room, selectedOptions, reportExplanation: '', noRepeat: 'true' });
    this.acknowledged.reports.add(`${room.roomID} ${accountId}`);
  }

  async #call(path: string, token: string, body: Readonly<Record<string, string | number>>): Promise<unknown> {
    const { nodes } = this.#installation;
    const node = nodes[Math.floor(Math.random() * nodes.length)];
    const response = await fetch(`${node?.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, String(value)])),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  }
}
