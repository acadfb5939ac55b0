/** Something that the screen reader has said, or that it fell silent for what comes next. */
export interface Utterance {
  /** Epoch ms. */
  readonly at: number;
  readonly kind: 'speech' | 'character' | 'stop';
  readonly text: string;
}

/** The utterances of a file, one JSON value a line. A line that is being written is left for the next time. */
export const utterancesIn = (file: string): readonly Utterance[] =>
  file
    .slice(0, file.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Utterance);

/** What Orca adds to a text: what the element is, and how it stands. Not part of what is announced. */
const added =
  /\b(heading level \d|clickable|push button|check box|link|dialog|panel|main content|(not )?checked|(not )?pressed)\b/g;

/** A text as it is heard: without what Orca adds, punctuation and case. */
const heard = (text: string): string =>
  text
    .toLowerCase()
    .replace(added, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Shorter texts, such as "Cancel" or "English", are names that may well come twice. */
const shortestSentence = 12;

/**
 * What was announced twice: a sentence that is said again, alone or within another one, although the user has pressed nothing in between (a
 * key makes the reader stop, which is in the list).
 */
export function repeatsIn(utterances: readonly Utterance[]): readonly string[] {
  const found: string[] = [];
  let since: string[] = [];
  for (const { kind, text } of utterances) {
    if (kind === 'stop') since = [];
    if (kind !== 'speech') continue;
    const now = heard(text);
    const isAgain = since.some((before) => {
      const [short = '', long = ''] = [before, now].sort((one, other) => one.length - other.length);
      return short.length >= shortestSentence && ` ${long} `.includes(` ${short} `);
    });
    if (isAgain) found.push(text);
    since.push(now);
  }
  return found;
}
