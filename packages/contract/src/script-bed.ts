import type { ProvenFile } from './script-proof.ts';
import { type Script, scriptSchema } from './scripts.ts';

/** A file of the scripts below, and what is known of it. */
export const bell = `${'0'.repeat(31)}1`;
export const voice = `${'0'.repeat(31)}2`;
export const files: ReadonlyMap<string, ProvenFile> = new Map([
  [bell, { isReady: true, isOwn: true, duration: 3_000, kind: 'sound' }],
  [voice, { isReady: true, isOwn: true, duration: 30_000, kind: 'sound' }],
]);

/** A script that keeps every rule, in English and German, with a sound in each phase and a window for each side. */
export const proven: Script = scriptSchema.parse({
  sourceLanguage: 'en',
  languages: ['en', 'de'],
  name: { en: 'Three questions', de: 'Drei Fragen' },
  description: { en: 'Ask, and listen.', de: 'Fragen und zuhören.' },
  backgroundColor: '#336699',
  introDuration: 20_000,
  connectionDuration: 120_000,
  afterConnectionDuration: 10_000,
  introAudio: { start: 1_000, files: { en: { media: bell, cues: [] } }, description: { en: 'A bell', de: 'Eine Glocke' } },
  mainAudio: {
    start: 2_000,
    files: {
      en: {
        media: voice,
        cues: [
          { from: 0, to: 4_000, text: 'Look at each other.' },
          { from: 5_000, to: 9_000, text: 'Breathe.' },
        ],
      },
      de: { media: voice, cues: [{ from: 0, to: 4_000, text: 'Seht einander an.' }] },
    },
  },
  userAudioFromStart: false,
  userAudioChanges: [
    { time: 40_000, user1Audio: 'on', user2Audio: 'off' },
    { time: 70_000, user1Audio: 'off', user2Audio: 'on', user2Message: { en: 'Your turn', de: 'Du bist dran' } },
    { time: 100_000, user1Audio: 'off', user2Audio: 'off' },
  ],
  introTextInstructions: [
    {
      time: 2_000,
      user1Instruction: { en: 'Sit well.', de: 'Sitz bequem.' },
      user2Instruction: { en: 'Sit well.', de: 'Sitz bequem.' },
    },
  ],
  textInstructions: [
    { time: 35_000, user1Instruction: { en: 'You will speak first.', de: 'Du sprichst zuerst.' }, user2Instruction: null },
    { time: 40_000, user1Instruction: null, user2Instruction: { en: 'Listen.', de: 'Hör zu.' } },
  ],
});
