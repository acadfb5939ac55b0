import { timeStep } from '@unspoken/contract/scripts';

/** How fast a subtitle may be read, characters/s; a little slower than SCR-7 allows. */
const readingSpeed = 15;
/** How long a subtitle stays after its words, ms. */
const lingering = 600;

/** How long a subtitle is shown for words that are heard for `heard` ms, in steps of a script's time. */
export const cueTimeOf = (text: string, heard: number): number =>
  Math.ceil(Math.max(heard + lingering, ([...text].length / readingSpeed) * 1_000) / timeStep) * timeStep;

/** A subtitle in at most two lines of 42 characters, broken where both are about as long. */
export function inLines(text: string): string {
  if ([...text].length <= 42) return text;
  const words = text.split(' ');
  const breaks = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')] as const);
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => [...line].length));
  const [best] = breaks.toSorted((a, b) => longest(a) - longest(b));
  return best?.join('\n') ?? text;
}
