/** What happened, line by line, to explain a violation. Recorded only when it will be printed. */
export class Chronicle {
  readonly #lines: { readonly at: number; readonly who: string; readonly what: string }[] = [];
  readonly #now: () => number;
  readonly #on: boolean;
  readonly #began: number;

  constructor(now: () => number, on: boolean) {
    this.#now = now;
    this.#on = on;
    this.#began = now();
  }

  note(who: string, what: string): void {
    if (this.#on) this.#lines.push({ at: this.#now() - this.#began, who, what });
  }

  /** The last lines, each with the seconds since the world began: about everybody, or only about the world and certain people. */
  lastLines(length: number, about?: readonly string[]): string {
    const selected = about ? this.#lines.filter(({ who }) => who === 'world' || about.includes(who)) : this.#lines;
    return selected
      .slice(-length)
      .map(({ at, who, what }) => `${(at / 1_000).toFixed(3).padStart(10)}  ${who.padEnd(10)} ${what}`)
      .join('\n');
  }
}
