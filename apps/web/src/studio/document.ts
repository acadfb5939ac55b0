import type { Language } from '@unspoken/contract/languages';
import type { PerLanguage, Script } from '@unspoken/contract/scripts';

/**
 * A draft as it is edited: what happens at a time as items that keep their identity while they are moved, so that the focus and the findings
 * of the proof stay with them. Every function is pure and returns a new document, or the same one where nothing changes.
 */

export type Seat = 0 | 1;
type TextPhase = 'intro' | 'connection';

interface TextItem {
  readonly kind: 'text';
  readonly id: string;
  readonly phase: TextPhase;
  /** From the beginning of its phase, ms. */
  readonly time: number;
  /** By seat; null where nothing is written for a person. */
  readonly words: readonly [PerLanguage<string> | null, PerLanguage<string> | null];
}

interface MicrophoneItem {
  readonly kind: 'microphone';
  readonly id: string;
  readonly phase: 'connection';
  readonly time: number;
  readonly isOn: readonly [boolean, boolean];
  /** Shown instead of the interface's words; empty where there are none. */
  readonly messages: readonly [PerLanguage<string>, PerLanguage<string>];
}

export type Item = TextItem | MicrophoneItem;

/** Everything of a script that does not happen at a time. */
export type Frame = Omit<Script, 'userAudioChanges' | 'introTextInstructions' | 'textInstructions'>;

export interface EditorDocument {
  readonly frame: Frame;
  /** By phase and time. */
  readonly items: readonly Item[];
  /** The number of the next item. */
  readonly next: number;
}

const order = { intro: 0, connection: 1 } as const;
const byTime = (one: Item, other: Item): number => order[one.phase] - order[other.phase] || one.time - other.time;

/** The document of a script. Items are numbered from `next` on. */
export function documentOf(script: Script, next = 1): EditorDocument {
  const { userAudioChanges, introTextInstructions, textInstructions, ...frame } = script;
  let number = next;
  const id = () => `item-${number++}`;
  const texts = (phase: TextPhase, list: Script['textInstructions']): TextItem[] =>
    list.map(({ time, user1Instruction, user2Instruction }) => ({
      ...{ kind: 'text', id: id(), phase, time },
      words: [user1Instruction, user2Instruction],
    }));
  const microphones = userAudioChanges.map(
    ({ time, user1Audio, user2Audio, user1Message = {}, user2Message = {} }): MicrophoneItem => ({
      ...{ kind: 'microphone', id: id(), phase: 'connection', time },
      isOn: [user1Audio === 'on', user2Audio === 'on'],
      messages: [user1Message, user2Message],
    }),
  );
  const items = [...texts('intro', introTextInstructions), ...texts('connection', textInstructions), ...microphones];
  return { frame, items: items.toSorted(byTime), next: number };
}

/** The script that is written, and the item at each place of it, by the beginning of the place (`textInstructions.3`). */
export function scriptIn({ frame, items }: EditorDocument): { script: Script; itemAt: ReadonlyMap<string, string> } {
  const itemAt = new Map<string, string>();
  const placed = <Kind extends Item>(list: string, all: readonly Kind[]) => {
    for (const [i, { id }] of all.entries()) itemAt.set(`${list}.${i}`, id);
    return all;
  };
  const texts = (list: string, phase: TextPhase) =>
    placed(
      list,
      items.filter((item) => item.kind === 'text').filter((item) => item.phase === phase),
    ).map(({ time, words }) => ({
      ...{ time, user1Instruction: words[0], user2Instruction: words[1] },
    }));
  const microphones = placed(
    'userAudioChanges',
    items.filter((item) => item.kind === 'microphone'),
  );
  const script: Script = {
    ...frame,
    introTextInstructions: texts('introTextInstructions', 'intro'),
    textInstructions: texts('textInstructions', 'connection'),
    userAudioChanges: microphones.map(({ time, isOn, messages: [first, second] }) => ({
      ...{ time, user1Audio: isOn[0] ? 'on' : 'off', user2Audio: isOn[1] ? 'on' : 'off' },
      ...(Object.keys(first).length > 0 && { user1Message: first }),
      ...(Object.keys(second).length > 0 && { user2Message: second }),
    })),
  };
  return { script, itemAt };
}

/** Texts with that of one language changed; without the language where the text is empty. */
export function withText(texts: PerLanguage<string>, language: Language, text: string): PerLanguage<string> {
  const { [language]: _, ...others } = texts;
  return text === '' ? others : { ...others, [language]: text };
}

const paired = <Value>(pair: readonly [Value, Value], seat: Seat, value: Value): readonly [Value, Value] =>
  seat === 0 ? [value, pair[1]] : [pair[0], value];

const changed = (document: EditorDocument, id: string, change: (item: Item) => Item): EditorDocument => ({
  ...document,
  items: document.items.map((item) => (item.id === id ? change(item) : item)),
});

/** What a person reads at an item in one language: an instruction, or the message about the microphones. */
export const writeItem = (document: EditorDocument, id: string, seat: Seat, language: Language, text: string): EditorDocument =>
  changed(document, id, (item) => {
    if (item.kind === 'microphone')
      return { ...item, messages: paired(item.messages, seat, withText(item.messages[seat], language, text)) };
    const texts = withText(item.words[seat] ?? {}, language, text);
    return { ...item, words: paired(item.words, seat, Object.keys(texts).length === 0 ? null : texts) };
  });

/** Person 2 reads what person 1 reads, in every language. */
export const copyToSecond = (document: EditorDocument, id: string): EditorDocument =>
  changed(document, id, (item) => (item.kind === 'text' ? { ...item, words: [item.words[0], item.words[0]] } : item));

export const switchMicrophone = (document: EditorDocument, id: string, seat: Seat, isOn: boolean): EditorDocument =>
  changed(document, id, (item) => (item.kind === 'microphone' ? { ...item, isOn: paired(item.isOn, seat, isOn) } : item));

/** Moves an item, alone or with all later ones of its phase, which keep their distance. Never before the beginning of the phase. */
export function moveItem(document: EditorDocument, id: string, time: number, withLater: boolean): EditorDocument {
  const moved = document.items.find((item) => item.id === id);
  const to = Math.max(0, time);
  if (!moved || moved.time === to) return document;
  const by = to - moved.time;
  const follows = ({ id: other, phase, time: at }: Item) =>
    other === id || (withLater && phase === moved.phase && at > moved.time);
  return {
    ...document,
    items: document.items.map((item) => (follows(item) ? { ...item, time: item.time + by } : item)).toSorted(byTime),
  };
}

export const removeItem = (document: EditorDocument, id: string): EditorDocument => ({
  ...document,
  items: document.items.filter((item) => item.id !== id),
});

/** How far apart items are added: texts may not start closer together. */
const distance = 5_000;

/** The other way round than the microphones were before. */
const switched = ({ frame: { userAudioFromStart } }: EditorDocument, last: Item | undefined): readonly [boolean, boolean] =>
  last?.kind === 'microphone' ? [!last.isOn[0], !last.isOn[1]] : [!userAudioFromStart, !userAudioFromStart];

/** Adds an empty item behind the last one of its kind and phase. Its id is `item-` and the number that was next. */
export function addItem(document: EditorDocument, kind: Item['kind'], phase: TextPhase): EditorDocument {
  const last = document.items.filter((item) => item.kind === kind && item.phase === phase).at(-1);
  const base = { id: `item-${document.next}`, time: last ? last.time + distance : 0 };
  const item: Item =
    kind === 'text'
      ? { kind, ...base, phase, words: [null, null] }
      : { kind, ...base, phase: 'connection', isOn: switched(document, last), messages: [{}, {}] };
  return { ...document, items: [...document.items, item].toSorted(byTime), next: document.next + 1 };
}

export const changeFrame = (document: EditorDocument, change: Partial<Frame>): EditorDocument => ({
  ...document,
  frame: { ...document.frame, ...change },
});

/** Adds a language, or takes one away with everything that is written in it. The language of the draft stays. */
export function chooseLanguage(document: EditorDocument, language: Language, isChosen: boolean): EditorDocument {
  const { languages, sourceLanguage } = document.frame;
  if (languages.includes(language) === isChosen || language === sourceLanguage) return document;
  if (isChosen) return changeFrame(document, { languages: [...languages, language] });
  const { frame, items } = without(document, language) as EditorDocument;
  return { ...document, frame: { ...frame, languages: languages.filter((each) => each !== language) }, items };
}

/** The value without anything that is keyed by the language; texts that have become empty are null where they may be. */
function without(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, language));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== language)
      .map(([key, each]) => [
        key,
        key === 'words' ? (each as unknown[]).map((words) => bare(words, language)) : without(each, language),
      ]),
  );
}

const bare = (words: unknown, language: Language): unknown => {
  const left = without(words, language);
  return left !== null && Object.keys(left as object).length === 0 ? null : left;
};
