/** What was received in each room by each side, beside what a process has accepted for it. */
export class Deliveries {
  readonly #accepted = new Map<string, Set<string>>();
  readonly #received = new Map<string, Set<number>>();
  readonly #touched = new Set<string>();

  /** A process accepted a message for the member at this position; a repeated message has the same `which`. */
  accepted(roomID: string, position: number, which: string): void {
    const key = `${roomID} ${position}`;
    this.#accepted.set(key, (this.#accepted.get(key) ?? new Set()).add(which));
  }

  /** The member at this position received the message of this number; again if it was repeated. */
  received(roomID: string, position: number | undefined, seq: number): void {
    const key = `${roomID} ${position}`;
    this.#received.set(key, (this.#received.get(key) ?? new Set()).add(seq));
    this.#touched.add(key);
  }

  /** Where more has been received than was accepted, of what has changed since the last call. */
  excessive(): readonly string[] {
    const found = [...this.#touched].filter((key) => (this.#received.get(key)?.size ?? 0) > (this.#accepted.get(key)?.size ?? 0));
    this.#touched.clear();
    return found;
  }
}
