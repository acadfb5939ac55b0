import type { ExperienceCard } from '@unspoken/contract/catalogue';
import type { Language } from '@unspoken/contract/languages';
import { speaks } from '@unspoken/contract/script-proof';
import { inLanguage, type Script, totalDuration } from '@unspoken/contract/scripts';
import type { Facilitator } from './catalogue-store.ts';

/** The address of a file, by its id. */
export type AddressOf = (media: string) => string;

const sounds = (script: Script) =>
  [script.introAudio, script.mainAudio, script.afterConnectionAudio].filter((each) => each !== undefined);

/** The card of an experience. Its icons and languages are computed from the script, not entered by hand. */
export function cardOf(
  { type, script, author, language }: { type: string; script: Script; author: Facilitator; language: Language },
  addressOf: AddressOf,
): ExperienceCard {
  const words = <Value>(values: Readonly<Partial<Record<Language, Value>>>) => inLanguage(values, language, script);
  const { video } = script;
  const microphones = speaks(script, 1) || speaks(script, 2);
  return {
    type,
    name: words(script.name) ?? type,
    description: words(script.description) ?? '',
    totalDuration: totalDuration(script),
    backgroundColor: script.backgroundColor,
    backgroundImage: script.backgroundImage ? addressOf(script.backgroundImage) : null,
    author: author.name,
    facilitatorSlug: author.slug,
    facilitatorTitle: author.title[language] ?? author.title.en ?? '',
    facilitatorImg: author.image ? addressOf(author.image) : null,
    videoUrl: video ? (video.url.startsWith('https:') ? video.url : addressOf(video.url)) : null,
    videoTitle: video ? (words(video.title) ?? null) : null,
    videoCaptions: words(video?.captions ?? {}) ?? [],
    guidedIcon: sounds(script).some(({ files }) => Object.values(files).some(({ cues }) => cues.length > 0)),
    speakerIcon: sounds(script).length > 0 || microphones,
    microphoneIcon: microphones,
    languages: script.languages,
  };
}
