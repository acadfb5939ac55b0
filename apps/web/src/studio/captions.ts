import { type Cue, mostCues, timeStep } from '@unspoken/contract/scripts';

/** Two lines of 42 characters, read at 17 characters a second. Source: requirements/studio 5.7. */
const [lineLength, lines] = [42, 2] as const;
/** How long a subtitle is shown if nothing else is said, ms. */
const shown = 3_000;

const inSteps = (ms: number): number => Math.round(ms / timeStep) * timeStep;
const lengthOf = (text: string): number => [...text].length;

/** Adds a subtitle at an instant of the sound, or behind the last one if that is later. */
export function addCue(cues: readonly Cue[], at: number, duration: number): readonly Cue[] {
  const after = cues.at(-1)?.to ?? 0;
  const end = Math.floor(duration / timeStep) * timeStep;
  const from = Math.max(0, Math.min(Math.max(inSteps(at), after), end - timeStep));
  return [...cues, { from, to: Math.max(from + timeStep, Math.min(from + shown, end)), text: '' }];
}

/**
 * Divides what is spoken into subtitles, spread over the sound by the number of their characters: a first guess, which its author corrects
 * where the voice rests. A sentence begins a subtitle of its own.
 */
export function captionsFrom(text: string, duration: number): readonly Cue[] {
  const sentences = sentencesOf(text);
  const each = sentences.flatMap(captionsOf);
  // Very many short sentences share their subtitles, of which a sound can have so many.
  const texts = each.length > mostCues ? captionsOf(sentences.join(' ')).slice(0, mostCues) : each;
  const total = texts.reduce((sum, each) => sum + lengthOf(each), 0);
  let [before, end] = [0, 0];
  const instant = (length: number) => Math.floor((duration * length) / total / timeStep) * timeStep;
  return texts.map((words) => {
    const from = Math.max(end, instant(before));
    before += lengthOf(words);
    end = Math.max(from + timeStep, instant(before));
    return { from, to: end, text: words };
  });
}

/** A sentence ends with its mark and what belongs to it, or with its line. */
const sentencesOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?…]["'”’»)]*)\s+/u))
    .map((sentence) => sentence.trim().replaceAll(/\s+/g, ' '))
    .filter((sentence) => sentence !== '');

/** A sentence in as few subtitles as hold it, of about the same length. */
function captionsOf(sentence: string): string[] {
  const words = sentence.split(' ').flatMap(brokenWord);
  const rows: string[] = [];
  for (const word of words) {
    const row = rows.at(-1);
    if (row !== undefined && lengthOf(row) + 1 + lengthOf(word) <= lineLength) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return Array.from({ length: Math.ceil(rows.length / lines) }, (_, i) => rows.slice(lines * i, lines * (i + 1)).join('\n'));
}

/** A word that is longer than a line is broken where the line ends. */
function brokenWord(word: string): string[] {
  const letters = [...word];
  return Array.from({ length: Math.ceil(letters.length / lineLength) }, (_, i) =>
    letters.slice(lineLength * i, lineLength * (i + 1)).join(''),
  );
}
