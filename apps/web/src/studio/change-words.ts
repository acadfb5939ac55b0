import type { Language } from '@unspoken/contract/languages';
import type { Script } from '@unspoken/contract/scripts';
import type { TFunction } from 'i18next';
import { languageNames } from '../platform/i18n.ts';
import { dotted } from '../ui/dotted.ts';
import { writtenTime } from './written-time.ts';

type T = TFunction<'studio'>;

const lists = { introTextInstructions: 'intro', textInstructions: 'connection', userAudioChanges: 'connection' } as const;
const sounds = ['introAudio', 'mainAudio', 'afterConnectionAudio'];
/** Leaves that hold ms. */
const isTime = (place: string) => /(^|\.)(time|from|to|start|\w+Duration)$/.test(place);
/** Leaves that hold the id of a file, which says nothing to people. */
const isFile = (place: string, value: string) => /(media|backgroundImage|url)$/.test(place) && /^[0-9a-f]{32}$/.test(value);

/** A place in a script, as the proof names it, in the words of the editor. `script`: where the lines have their times from. */
export function placeWords(t: T, place: string, script: Script): string {
  const [root = '', ...rest] = place.split('.');
  if (root in lists) return lineWords(t, root as keyof typeof lists, rest, script);
  const named = t(`places.${root}`, { defaultValue: root });
  const language = rest.map((each) => languageNames[each as Language] ?? '').find(Boolean) ?? '';
  const number = rest.findLast((each) => /^\d+$/.test(each));
  if ((rest.includes('cues') || rest.includes('captions')) && number !== undefined) {
    const part = { from: 'from', to: 'to' }[rest.at(-1) ?? ''] ?? 'words';
    return dotted(named, t(`captions.${part as 'words'}`, { number: Number(number) + 1 }), language);
  }
  if (!sounds.includes(root)) return dotted(named, language);
  if (rest[0] === 'start') return dotted(named, t('sounds.start'));
  return dotted(named, t(rest[0] === 'description' ? 'places.heard' : 'places.file'), language);
}

function lineWords(t: T, list: keyof typeof lists, [index, key = '', last = '']: readonly string[], script: Script): string {
  const time = script[list][Number(index)]?.time;
  const line = t('places.item', {
    phase: t(`phases.${lists[list]}`),
    time: time === undefined ? `#${Number(index) + 1}` : writtenTime(time),
  });
  const [, number, what] = /^user([12])(\w+)$/.exec(key) ?? [];
  if (number === undefined) return dotted(line, t('items.time'));
  const who = what === 'Audio' ? t(`places.user${number as '1' | '2'}Audio`) : t('person', { number });
  return dotted(line, who, languageNames[last as Language] ?? '');
}

/** What is written at a place, for people. */
export function valueWords(t: T, place: string, value: string): string {
  if (isTime(place)) return writtenTime(Number(value));
  if (isFile(place, value)) return t('places.file');
  if (/^(sourceLanguage$|languages\.)/.test(place)) return languageNames[value as Language] ?? value;
  if (/^userAudioFromStart$|\.user[12]Audio$/.test(place))
    return t(value === 'on' || value === 'true' ? 'places.on' : 'places.off');
  return value;
}
