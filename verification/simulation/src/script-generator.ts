import type { Language } from '@unspoken/contract/languages';
import type { ProvenFile, ScriptRule } from '@unspoken/contract/script-proof';
import { type Cue, instructionShown, type Script, timeStep } from '@unspoken/contract/scripts';
import type { SeededRandom } from './seeded-random.ts';

/** A script with what is known of the files that it names. */
export interface GeneratedScript {
  readonly script: Script;
  readonly files: ReadonlyMap<string, ProvenFile>;
}

type Sound = NonNullable<Script['mainAudio']>;
type Text = Script['textInstructions'][number];

/** A multiple of the smallest step of a script, ms. */
const stepped = (random: SeededRandom, least: number, most: number): number =>
  Math.floor(random.between(least, most) / timeStep) * timeStep;

/** The least time between two instructions of one side, and between two changes of the microphones, ms (SCR-3, SCR-5). */
const apart = 5_000;
/** Both microphones are off, and nothing changes, at the end of the connection, ms. */
const quietAtEnd = 4_000;
const hexDigits = [...'0123456789abcdef'];

/**
 * A script that keeps every rule. It is short, so that worlds stay cheap; `label` distinguishes its texts from those of every other
 * script. Each text names its side and its language, and occurs once in its script.
 */
export function generatedScript(random: SeededRandom, label: string): GeneratedScript {
  const files = new Map<string, ProvenFile>();
  const languages = random.pick<readonly Language[]>([['en'], ['de', 'en'], ['fr', 'en', 'de']]);
  const sourceLanguage = random.pick(languages);
  const each = (text: (language: Language) => string) =>
    Object.fromEntries(languages.map((language) => [language, text(language)]));
  const introDuration = stepped(random, 5_000, 20_000);
  const connectionDuration = stepped(random, 60_000, 90_000);
  const afterConnectionDuration = stepped(random, 5_000, 10_000);
  const sound = (duration: number, isSpoken: boolean): Sound => {
    const start = stepped(random, 0, duration - 3_000);
    const length = stepped(random, 1_000, duration - start);
    const file = (cues: Cue[]) => {
      const media = Array.from({ length: 32 }, () => random.pick(hexDigits)).join('');
      files.set(media, { isReady: true, isOwn: true, duration: length, kind: 'sound' });
      return { media, cues };
    };
    // One file without words serves every language, and is described.
    if (!isSpoken) return { start, files: { [sourceLanguage]: file([]) }, description: each((language) => `A bell ${language}`) };
    return {
      start,
      files: Object.fromEntries(languages.map((own) => [own, file([{ from: 0, to: 1_000, text: `Hear ${own}` }])])),
    };
  };
  const { changes, isOnFromStart } = microphones(random, connectionDuration);
  let count = 0;
  const instruction = (side: string) => {
    const n = ++count;
    return each((language) => `${label} ${side} ${n} ${language}`);
  };
  const both = (time: number): Text => ({ time, user1Instruction: instruction('one'), user2Instruction: instruction('two') });
  const maybeSound = (duration: number) => (random.chance(0.6) ? sound(duration, random.chance(0.5)) : undefined);
  const [introAudio, mainAudio, afterConnectionAudio] = [introDuration, connectionDuration, afterConnectionDuration].map(
    maybeSound,
  );
  const script: Script = {
    ...{ sourceLanguage, languages: [...languages], backgroundColor: '#336699' },
    name: each((language) => `${label} ${language}`),
    description: each((language) => `Two people in silence ${language}`),
    ...{ introDuration, connectionDuration, afterConnectionDuration },
    ...(introAudio && { introAudio }),
    ...(mainAudio && { mainAudio }),
    ...(afterConnectionAudio && { afterConnectionAudio }),
    userAudioFromStart: isOnFromStart,
    userAudioChanges: changes,
    // Within 20 s of the start of the intro each side is addressed (SCR-4).
    introTextInstructions: [both(stepped(random, 0, introDuration - instructionShown))],
    textInstructions: [],
  };
  const texts: Text[] = [];
  for (
    let time = stepped(random, 0, 8_000);
    time + instructionShown <= connectionDuration;
    time += stepped(random, apart, 30_000)
  ) {
    const whom = random.next();
    if (whom < 0.3) texts.push(both(time));
    else if (whom < 0.65) texts.push({ time, user1Instruction: instruction('one'), user2Instruction: null });
    else texts.push({ time, user1Instruction: null, user2Instruction: instruction('two') });
  }
  return { script: { ...script, textInstructions: texts }, files };
}

/** Changes of the microphones, the last of which switches both off. */
function microphones(random: SeededRandom, connectionDuration: number) {
  const changes: Script['userAudioChanges'] = [];
  const isOnFromStart = random.chance(0.2);
  if (!isOnFromStart && random.chance(0.2)) return { changes, isOnFromStart };
  const last = connectionDuration - quietAtEnd;
  let time = stepped(random, apart, 20_000);
  for (let left = random.pick([1, 2, 3]); left > 0 && time + apart <= last; left--) {
    const [user1Audio, user2Audio] = random.pick([
      ['on', 'off'],
      ['off', 'on'],
      ['on', 'on'],
      ['off', 'off'],
    ] as const);
    changes.push({ time, user1Audio, user2Audio });
    time += stepped(random, apart, 20_000);
  }
  changes.push({ time: Math.min(time, last), user1Audio: 'off', user2Audio: 'off' });
  return { changes, isOnFromStart };
}

/** The same script with one rule broken: each entry must be refused for that rule, and for no other. */
export function brokenScripts({ script, files }: GeneratedScript): Readonly<Record<ScriptRule, GeneratedScript>> {
  const with_ = (changed: Partial<Script>, changedFiles = files): GeneratedScript => ({
    script: { ...script, ...changed },
    files: changedFiles,
  });
  const first = script.introTextInstructions[0] as Text;
  const own = first.user1Instruction ?? {};
  const rewritten = (text: (before: string, language: string) => string): Partial<Script> => ({
    introTextInstructions: [
      {
        ...first,
        user1Instruction: Object.fromEntries(Object.entries(own).map(([language, before]) => [language, text(before, language)])),
      },
    ],
  });
  const { connectionDuration, sourceLanguage } = script;
  const media = 'f'.repeat(32);
  const withSound = (duration: number, cues: { from: number; to: number; text: string }[]): GeneratedScript =>
    with_(
      { mainAudio: { start: 0, files: Object.fromEntries(script.languages.map((language) => [language, { media, cues }])) } },
      new Map(files).set(media, { isReady: true, isOwn: true, duration, kind: 'sound' }),
    );
  return {
    'SCR-1': with_({ introTextInstructions: [{ ...first, time: script.introDuration - instructionShown + timeStep }] }),
    'SCR-2': withSound(connectionDuration + timeStep, [{ from: 0, to: 1_000, text: 'Hear' }]),
    'SCR-3': with_({
      userAudioFromStart: false,
      userAudioChanges: [
        { time: 10_000, user1Audio: 'on', user2Audio: 'off' },
        { time: 10_000 + apart - timeStep, user1Audio: 'off', user2Audio: 'off' },
      ],
    }),
    'SCR-4': with_({ introTextInstructions: [], textInstructions: [], ...silent(script) }),
    'SCR-5': with_(rewritten((before) => before.padEnd(76, 'x'))),
    'SCR-6': with_({
      introTextInstructions: [{ ...first, user1Instruction: without(own, sourceLanguage) }],
    }),
    'SCR-7': withSound(10_000, [{ from: 0, to: 1_000, text: 'More words than anybody reads in one second' }]),
    'SCR-8': with_(rewritten((before) => `${before} www.example`)),
    'SCR-9': with_({ afterConnectionDuration: 60_000 + timeStep }),
    'SCR-10': with_({ backgroundImage: media }),
  };
}

/** Only sounds without words. */
function silent({ introAudio, mainAudio }: Script): Partial<Script> {
  const wordless = (sound: Sound | undefined) =>
    sound && {
      ...sound,
      files: Object.fromEntries(Object.entries(sound.files).map(([language, file]) => [language, { ...file, cues: [] }])),
      description: sound.description ?? Object.fromEntries(Object.keys(sound.files).map((language) => [language, 'A bell'])),
    };
  const [intro, main] = [wordless(introAudio), wordless(mainAudio)];
  return { ...(intro && { introAudio: intro }), ...(main && { mainAudio: main }) };
}

const without = <Value>(values: Readonly<Record<string, Value>>, language: Language): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([own]) => own !== language));
