import type { Person } from '../person.ts';
import type { Desktop } from './desktop.ts';
import { retry } from './retry.ts';
import { repeatsIn, type Utterance } from './utterances.ts';

/** What a step has to make the reader say, and must not. */
interface Expected {
  readonly says?: readonly (string | RegExp)[];
  readonly never?: RegExp;
  /** The screen is read from its beginning to its end, where links of a kind come many times. */
  readonly isReading?: boolean;
  /** How long nothing has to be said until the step is over, ms. */
  readonly quiet?: number;
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** How long what has to be said may be awaited on a busy machine, ms. */
const patience = 15_000;

/** More than the longest page has. */
const mostTabStops = 150;

/** Somebody who walks through the product with a keyboard and a screen reader, and writes down what is said. */
export class Walker {
  readonly person: Person;
  readonly desktop: Desktop;
  readonly problems: string[] = [];
  readonly #print: (line: string) => void;
  #read = 0;

  constructor(person: Person, desktop: Desktop, print: (line: string) => void) {
    this.person = person;
    this.desktop = desktop;
    this.#print = print;
  }

  /** Does something, waits until the reader has finished, and prints and checks what it has said. */
  async step(name: string, act: () => Promise<unknown>, expected: Expected = {}): Promise<void> {
    const { says = [], never, isReading = false, quiet = 1_500 } = expected;
    await act();
    const textsNow = () =>
      this.desktop
        .said()
        .slice(this.#read)
        .map(({ text }) => text)
        .join(' ');
    const isSaid = (words: string | RegExp) => (typeof words === 'string' ? textsNow().includes(words) : words.test(textsNow()));
    await retry(() => says.every(isSaid), name, patience).catch(() => {});
    const from = Date.now();
    const lastAt = () => Math.max(from, this.desktop.said().at(-1)?.at ?? 0);
    await retry(() => Date.now() - lastAt() > quiet, `${name}: the reader does not stop talking`);
    const all = this.desktop.said();
    const said = all.slice(this.#read);
    this.#read = all.length;
    this.#print(`\n${name}`);
    for (const line of linesOf(said)) this.#print(`  > ${line}`);
    const texts = said.map(({ text }) => text).join(' ');
    for (const words of says)
      if (typeof words === 'string' ? !texts.includes(words) : !words.test(texts)) this.#fault(`${name}: not said: ${words}`);
    if (never?.test(texts)) this.#fault(`${name}: said, and should not have been: ${never}`);
    if (!isReading) for (const again of repeatsIn(said)) this.#fault(`${name}: said twice: ${again}`);
    if (!isReading && (await this.#focusIsLost())) this.#fault(`${name}: the focus is nowhere`);
  }

  #fault(problem: string): void {
    this.problems.push(problem);
    this.#print(`  ! ${problem}`);
  }

  #focusIsLost(): Promise<boolean> {
    return this.person.page.evaluate(() => document.activeElement === document.body);
  }

  press(...keys: string[]): Promise<void> {
    return this.desktop.press(...keys);
  }

  /** Presses Tab, or another key, until the focus is on the element of this name. */
  async tabTo(name: RegExp, key = 'Tab'): Promise<void> {
    for (let steps = 0; steps < mostTabStops; steps++) {
      if (name.test(await this.#focused())) return;
      await this.press(key);
      await pause(120);
    }
    throw new Error(`${name} is not reached by ${key}`);
  }

  async use(name: RegExp, { key = 'Return', by = 'Tab' } = {}): Promise<void> {
    await this.tabTo(name, by);
    await pause(400);
    await this.press(key);
  }

  #focused(): Promise<string> {
    return this.person.page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return (element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '').trim();
    });
  }
}

/** Transcript lines: what was said in one go stands in one line. A line begins where the reader was made to stop. */
function linesOf(said: readonly Utterance[]): readonly string[] {
  const lines: string[][] = [[]];
  let before = 0;
  for (const { kind, text, at } of said) {
    if (kind === 'stop' || at - before > 300) lines.push([]);
    if (kind === 'speech') lines.at(-1)?.push(text.trim());
    before = at;
  }
  return lines.filter((line) => line.length > 0).map((line) => line.join(' | '));
}
