import { State, type Stored } from './state.ts';

/** Where the stand-in keeps its objects between requests. */
export interface Store {
  /** Runs with the objects as they are, alone, and stores what it has changed. Nothing is stored if it throws. */
  change<T>(act: (state: State) => T): Promise<T>;
}

/** Objects in memory, by default none. */
export class MemoryStore implements Store {
  readonly #state: State;
  constructor(objects: Iterable<Stored> = []) {
    this.#state = new State(objects);
  }

  async change<T>(act: (state: State) => T): Promise<T> {
    return act(this.#state);
  }
}
