import type { Database } from './database/database.ts';
import type { Router } from './http/routes.ts';
import type { Listener, SocketHandler } from './socket/gateway.ts';

/** A person whose account is about to be erased, with everything that identifies them. */
export interface DataSubject {
  readonly accountId: string;
  readonly addressKeys: readonly string[];
  readonly facebookId: string | null;
  readonly guest: boolean;
}

/** Personal data that a module keeps: it is shown to its owner on request, and erased with the account. */
export interface PersonalRecords {
  export?(accountId: string): Promise<Record<string, unknown>>;
  /** Erases in this transaction. If it returns a function, that is called after the commit. */
  erase?(tx: Database, person: DataSubject): Promise<void | (() => Promise<void>)>;
}

/** What a domain contributes to a process. `app.ts` lists the modules; everything in one is optional. */
export interface Module {
  /** Registers the calls that the module serves. */
  readonly routes?: (router: Router) => void;
  /** The socket events that it handles. */
  readonly handlers?: readonly SocketHandler[];
  /** Is notified when sockets open and close. */
  readonly connections?: readonly Listener[];
  readonly personalData?: readonly PersonalRecords[];
  /** Deletes the records of a kind of `privacy/retention.ts` that are older than `before`. */
  readonly retention?: Readonly<Record<string, (before: Date) => Promise<unknown>>>;
  /** Runs before the process listens, in every role. */
  readonly prepare?: () => Promise<void>;
  /** Runs once the process listens, where it serves users. */
  readonly serve?: () => void | Promise<void>;
  /** Runs once the process listens, where it does background work. */
  readonly work?: () => void;
  /** Stops timers; requests that have been accepted are still being answered. */
  readonly stop?: () => void;
  /** Runs when the last request has been answered and every socket is closed. */
  readonly leave?: () => Promise<void>;
}

/** The modules of a process in the order in which they were added, which is also the order in which they start and stop. */
export class Modules {
  readonly #all: Module[] = [];

  /** Adds a module and returns it. */
  add<M extends Module>(module: M): M {
    this.#all.push(module);
    return module;
  }

  get personalData(): readonly PersonalRecords[] {
    return this.#all.flatMap(({ personalData = [] }) => personalData);
  }

  get retention(): Readonly<Record<string, (before: Date) => Promise<unknown>>> {
    return Object.assign({}, ...this.#all.map(({ retention }) => retention));
  }

  get handlers(): readonly SocketHandler[] {
    return this.#all.flatMap(({ handlers = [] }) => handlers);
  }

  get connections(): readonly Listener[] {
    return this.#all.flatMap(({ connections = [] }) => connections);
  }

  routes(router: Router): void {
    for (const { routes } of this.#all) routes?.(router);
  }

  async prepare(): Promise<void> {
    for (const { prepare } of this.#all) await prepare?.();
  }

  async start(roles: { readonly isServing: boolean; readonly isWorking: boolean }): Promise<void> {
    for (const { serve, work } of this.#all) {
      if (roles.isServing) await serve?.();
      if (roles.isWorking) work?.();
    }
  }

  stop(): void {
    for (const { stop } of this.#all) stop?.();
  }

  /** In reverse order: the cluster is left while the rooms that are handed over are still there. */
  async leave(): Promise<void> {
    for (const { leave } of this.#all.toReversed()) await leave?.();
  }
}
