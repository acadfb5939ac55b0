import { isLanguage } from './languages.ts';
import type { Script } from './scripts.ts';

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** What a draft says: its texts without those that are still blank. What is missing then is for `proveScript` to find. */
export const scriptOf = (draft: Script): Script => written(draft) as Script;

function written(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isBlank((each as { text?: unknown })?.text)).map(written);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => !(isLanguage(key) && isBlank(each)))
      .map(([key, each]) => [key, written(each)] as const)
      // A message that nobody has written: the interface says how the microphones stand.
      .filter(([key, each]) => !(key.endsWith('Message') && Object.keys(each as object).length === 0)),
  );
}

/** The draft of a new experience: one minute in which two people look at each other. Durations are the least ones of the minute. */
export const newDraft = ({ name, language }: { readonly name: string; readonly language: Script['sourceLanguage'] }): Script => ({
  sourceLanguage: language,
  languages: [language],
  name: { [language]: name },
  description: { [language]: '' },
  backgroundColor: '#3f5d54',
  ...{ introDuration: 20_000, connectionDuration: 60_000, afterConnectionDuration: 5_000 },
  userAudioFromStart: false,
  userAudioChanges: [],
  introTextInstructions: [],
  textInstructions: [],
});

/** Whether two scripts are equal; jsonb does not preserve the order of keys. */
export const isSameScript = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
