import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeMp3 } from '../../../../tools/sounds/mp3.ts';
import { sampleRate, samplesOf } from '../../../../tools/sounds/synthesis.ts';

/** A folder of experiences, as an operator keeps them. */
export interface ContentFolder {
  readonly path: string;
  /** Writes the `experience.json` of a type: the sample with these changes. */
  write(
    type: string,
    change?: { readonly [key: string]: unknown; readonly script?: Readonly<Record<string, unknown>> },
  ): Promise<void>;
  /** Removes one experience, or the whole folder. */
  remove(type?: string): Promise<void>;
}

/** A sine of this length, ms, and frequency, Hz. */
export const tone = (length: number, frequency = 440): Promise<Uint8Array> =>
  encodeMp3(
    Float32Array.from({ length: samplesOf(length) }, (_, i) => 0.2 * Math.sin((2 * Math.PI * frequency * i) / sampleRate)),
    sampleRate,
  );

const both = (time: number, en: string, de: string) => ({ time, user1Instruction: { en, de }, user2Instruction: { en, de } });

/** A script of a minute, in English and German, with a bell and one window for each side. */
export const script = (name: string) => ({
  sourceLanguage: 'en',
  languages: ['en', 'de'],
  name: { en: name, de: `${name} auf Deutsch` },
  description: { en: 'Look, and listen.', de: 'Schaut, und hört zu.' },
  backgroundColor: '#336699',
  introDuration: 10_000,
  connectionDuration: 60_000,
  afterConnectionDuration: 5_000,
  introAudio: {
    start: 500,
    files: { en: { media: '../sounds/tone.mp3', cues: [] } },
    description: { en: 'A tone', de: 'Ein Ton' },
  },
  userAudioFromStart: false,
  userAudioChanges: [
    { time: 10_000, user1Audio: 'on', user2Audio: 'off' },
    { time: 20_000, user1Audio: 'off', user2Audio: 'on' },
    { time: 30_000, user1Audio: 'off', user2Audio: 'off' },
  ],
  introTextInstructions: [both(2_000, 'Sit well.', 'Sitz bequem.')],
  textInstructions: [
    { time: 5_000, user1Instruction: { en: 'You speak first.', de: 'Du sprichst zuerst.' }, user2Instruction: null },
  ],
});

/** A folder with one category, one facilitator, a tone, and no experience yet. */
export async function contentFolder(): Promise<ContentFolder> {
  const path = await mkdtemp(join(tmpdir(), 'unspoken-content-'));
  const json = (name: string, value: unknown) => writeFile(join(path, name), JSON.stringify(value));
  await mkdir(join(path, 'sounds'));
  await writeFile(join(path, 'sounds', 'tone.mp3'), await tone(3_000));
  await json('catalogue.json', {
    categories: [{ id: 'quiet', name: { en: 'Quiet', de: 'Still' }, description: { en: 'Without a word', de: 'Ohne ein Wort' } }],
    facilitators: [
      {
        slug: 'mara-linde',
        name: 'Mara Línde',
        title: { en: 'Movement teacher', de: 'Bewegungslehrerin' },
        pronouns: 'she/her',
        bio: { en: 'A sample.', de: 'Ein Beispiel.' },
        outboundLink: 'https://example.org/mara',
      },
    ],
  });
  return {
    path,
    async write(type, { script: changed, ...change } = {}) {
      await mkdir(join(path, type), { recursive: true });
      const experience = { facilitator: 'mara-linde', category: 'quiet', status: 'production', ...change };
      await json(join(type, 'experience.json'), { ...experience, script: { ...script(type), ...changed } });
    },
    remove: (type = '') => rm(join(path, type), { recursive: true }),
  };
}
