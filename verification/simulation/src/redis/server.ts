import type { OpenRedis } from '@unspoken/server/platform/redis/redis';
import type { SeededRandom } from '../seeded-random.ts';
import type { VirtualTime } from '../virtual-time.ts';
import { type Lua, LuaScript } from './lua.ts';
import { type Kept, RedisModel, type Reply } from './model.ts';

/** The data a restarted server comes back with: everything, a recent snapshot, or nothing. */
export type Return = 'all' | 'a moment ago' | 'nothing';

/** The longest time a message takes between a process and Redis, ms; most take much less. */
const longestDelay = 2;
/** The time-out of a command, ms; a connection on which nothing arrives for twice as long is given up. */
const patience = 2_000;
const longestPause = 500;
/** How often a snapshot is taken for a return to "a moment ago", and how long it is kept, ms. */
const keptEvery = 1_000;
const keptFor = 5_000;

type Listener = (...of: string[]) => void;

interface Options {
  readonly time: VirtualTime;
  readonly random: SeededRandom;
}

interface ServerOptions extends Options {
  readonly lua: Lua;
}

/**
 * A Redis server in virtual time, with the scripts that run on a real one, and the connections of processes to it. It dies
 * and comes back with less data than it had; connections break, or stall as if every packet were dropped.
 */
export class SimulatedRedis {
  readonly model: RedisModel;
  readonly #options: ServerOptions;
  readonly #scripts = new Map<string, LuaScript>();
  readonly #lines = new Set<Line>();
  readonly #past: { readonly at: number; readonly kept: Kept }[] = [];
  #keptChanges = -1;
  #runs = true;
  /** The number of times it has died. */
  deaths = 0;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.model = new RedisModel(() => options.time.now());
    this.#keep();
  }

  get runs(): boolean {
    return this.#runs;
  }

  /** Opens the connections of one process, in place of the server's own `openRedis`. */
  open(process: string): OpenRedis {
    const { time, random } = this.#options;
    const line = (listens: boolean) => {
      const made = new Line({ server: this, time, random: random.fork(), process, listens });
      this.#lines.add(made);
      made.connect();
      return made;
    };
    const first = line(false);
    const own = [first];
    return {
      client: first as never,
      another: ({ listens = false }) => {
        const more = line(listens);
        own.push(more);
        return more as never;
      },
      whenBack: (run) => first.on('ready', run),
      ready: new Promise((resolve) => first.once('ready', () => resolve())),
      close: () => {
        for (const each of own) {
          each.end();
          this.#lines.delete(each);
        }
      },
    };
  }

  /** Dies, and is back after `downtime` ms. */
  die(downtime: number, back: Return): void {
    if (!this.#runs) return;
    this.#runs = false;
    this.deaths++;
    for (const line of this.#lines) line.lose();
    this.#options.time.after(downtime, () => {
      this.#runs = true;
      if (back === 'nothing') this.model.restore();
      if (back === 'a moment ago') this.model.restore(this.#options.random.pick(this.#past).kept);
      for (const line of this.#lines) line.connect();
    });
  }

  /** Nothing passes between a process and Redis for `length` ms; to each end the other only seems slow. */
  stall(process: string, length: number): void {
    for (const line of this.#lines) if (line.process === process) line.stall(length);
  }

  /** The connections of a process break, and are soon opened again. */
  cut(process: string): void {
    for (const line of this.#lines) if (line.process === process) line.lose();
  }

  /** Runs a command, or the script `lua`. */
  execute(name: string, args: readonly string[], lua?: string): Reply {
    if (lua === undefined) return name === 'publish' ? this.#publish(args) : this.model.command(name, ...args);
    const [key = '', ...rest] = args;
    return this.#script(lua).run([key], rest);
  }

  /** Frees the scripts. */
  close(): void {
    for (const script of this.#scripts.values()) script.close();
  }

  #script(text: string): LuaScript {
    const known = this.#scripts.get(text);
    if (known) return known;
    const script = new LuaScript(this.#options.lua, text, (command, ...of) => this.model.command(command, ...of));
    this.#scripts.set(text, script);
    return script;
  }

  #publish([channel = '', text = '']: readonly string[]): number {
    let receivers = 0;
    for (const line of this.#lines) if (line.hears(channel, text)) receivers++;
    return receivers;
  }

  /** Takes a snapshot to come back with, as a server that writes to disk once a second, or whose replica lags behind. */
  #keep(): void {
    const { time } = this.#options;
    if (this.#runs && this.model.changes !== this.#keptChanges) {
      this.#keptChanges = this.model.changes;
      this.#past.push({ at: time.now(), kept: this.model.keep() });
      while (this.#past.length > 1 && time.now() - (this.#past[0]?.at ?? 0) > keptFor) this.#past.shift();
    }
    time.after(keptEvery, () => this.#keep());
  }
}

interface LineOptions extends Options {
  readonly server: SimulatedRedis;
  readonly process: string;
  readonly listens: boolean;
}

/** One connection of a process, with the part of ioredis that the server uses. */
class Line {
  readonly process: string;
  readonly #options: LineOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #pending = new Set<(error: Error) => void>();
  readonly #channels = new Set<string>();
  /** The number of the current connection; callbacks of an earlier one are dropped. */
  #epoch = 0;
  #connected = false;
  #ended = false;
  /** Nothing passes before this instant. */
  #stalledUntil = 0;
  readonly #inTransit = { up: [] as (() => void)[], down: [] as (() => void)[] };
  readonly #last = { up: 0, down: 0 };
  #silentSince = 0;

  constructor(options: LineOptions) {
    this.#options = options;
    this.process = options.process;
  }

  // ---- The interface of ioredis.

  defineCommand(name: string, { lua }: { lua: string }): void {
    Object.assign(this, { [name]: (...args: unknown[]) => this.#ask(name, args, lua) });
  }

  hgetall(key: string): Promise<Record<string, string>> {
    const answer = this.#ask('hgetall', [key]) as Promise<string[]>;
    return answer.then((flat) => {
      const fields: Record<string, string> = {};
      for (let i = 0; i < flat.length; i += 2) fields[flat[i] as string] = flat[i + 1] as string;
      return fields;
    });
  }

  smembers(key: string): Promise<Reply> {
    return this.#ask('smembers', [key]);
  }

  publish(channel: string, text: string): Promise<Reply> {
    return this.#ask('publish', [channel, text]);
  }

  async subscribe(...channels: readonly string[]): Promise<void> {
    await this.#ask('ping', []);
    for (const each of channels) this.#channels.add(each);
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  once(event: string, listener: Listener): void {
    const receivers: Listener = (...of) => {
      this.#listeners.get(event)?.delete(receivers);
      listener(...of);
    };
    this.on(event, receivers);
  }

  // ---- Faults and delivery.

  get status(): string {
    return this.#connected ? 'ready' : 'connecting';
  }

  connect(): void {
    const { time, random, server } = this.#options;
    const epoch = ++this.#epoch;
    const wait = Math.max(this.#stalledUntil - time.now(), 0) + random.between(1, longestPause);
    time.after(wait, () => {
      if (this.#ended || epoch !== this.#epoch || this.#connected) return;
      if (!server.runs || this.#stalledUntil > time.now()) return this.connect();
      this.#connected = true;
      this.#silentSince = time.now();
      this.#notify('ready');
    });
  }

  /** The connection is lost; opens another. */
  lose(): void {
    if (this.#ended) return;
    this.#connected = false;
    this.#channels.clear();
    for (const reject of [...this.#pending]) reject(new Error('Connection is closed.'));
    this.connect();
  }

  stall(length: number): void {
    const { time } = this.#options;
    this.#stalledUntil = Math.max(this.#stalledUntil, time.now() + length);
  }

  end(): void {
    this.#ended = true;
    this.#connected = false;
    this.#channels.clear();
  }

  /** Delivers a published message if this connection has subscribed to the channel; returns whether it has. */
  hears(channel: string, text: string): boolean {
    if (!this.#channels.has(channel)) return false;
    this.#travel('down', () => this.#notify('message', channel, text));
    return true;
  }

  #notify(event: string, ...of: string[]): void {
    if (!this.#ended) for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...of);
  }

  #ask(name: string, args: readonly unknown[], lua?: string): Promise<Reply> {
    const { time, server } = this.#options;
    if (!this.#connected) return Promise.reject(new Error("Stream isn't writeable and enableOfflineQueue options is false"));
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        stopWaiting();
        this.#pending.delete(fail);
        finish();
      };
      const fail = (error: Error) => settle(() => reject(error));
      const stopWaiting = time.after(patience, () => this.#giveUp(fail));
      this.#pending.add(fail);
      const { deaths } = server;
      this.#travel('up', () => {
        // A command on its way to a server that has died is lost with the connection.
        if (!server.runs || server.deaths !== deaths) return;
        const answer = server.execute(name, args.map(String), lua);
        this.#travel('down', () => this.#pending.has(fail) && settle(() => resolve(answer)));
      });
    });
  }

  /** A command has timed out. If nothing has arrived for a long time, the whole connection is given up. */
  #giveUp(fail: (error: Error) => void): void {
    const { time } = this.#options;
    fail(new Error('Command timed out'));
    if (!this.#options.listens && time.now() - this.#silentSince > 2 * patience) this.lose();
  }

  /** Delivers in order. A command may still arrive after its connection has been given up; a reply does not. */
  #travel(direction: 'up' | 'down', arrive: () => void): void {
    const { time, random } = this.#options;
    const epoch = this.#epoch;
    const queue = this.#inTransit[direction];
    queue.push(() => {
      if (direction === 'down' && (epoch !== this.#epoch || !this.#connected)) return;
      if (direction === 'down') this.#silentSince = time.now();
      arrive();
    });
    const pass = (): void => {
      if (this.#stalledUntil > time.now()) time.after(this.#stalledUntil - time.now(), pass);
      else queue.shift()?.();
    };
    this.#last[direction] = Math.max(this.#last[direction], time.now() + Math.min(random.around(longestDelay / 8), longestDelay));
    time.after(this.#last[direction] - time.now(), pass);
  }
}
