import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DurationName } from '@unspoken/contract/durations';
import { type ContentFolder, contentFolder, tone } from '@unspoken/testing/content/folder';
import type { Person } from './person.ts';
import { admin, type RunningServer, shortDurations } from './server.ts';
import { expect } from './stage.ts';

/** The type of the experience of the stories; its script is short. */
const type = 'shortone';
export const script = { intro: 3_000, connection: 16_600, after: 2_000 } as const;
/** The windows of the microphones, from the start of the connection, ms. */
export const windows = [
  { from: 2_500, to: 7_500 },
  { from: 7_500, to: 12_500 },
] as const;
/** What each language hears: the frequency of its tone, Hz, from the beginning of the connection on. */
export const voices = { en: 440, fr: 660, de: 330 } as const;
/** The other sounds, Hz. */
export const bell = 520;
export const ending = 880;

/** Durations short enough for stories, and short scripts. */
export const experienceDurations: Partial<Record<DurationName, number>> = {
  ...shortDurations,
  leastIntro: 1_000,
  leastConnection: 1_000,
  leastAfter: 1_000,
  peerNotReadyTimeout: 12_000,
  soundPatience: 4_000,
  scriptAttempt: 600,
  // How soon the catalogue shows what was imported.
  settingsCheck: 500,
};

const inThree = (en: string, fr: string, de: string) => ({ en, fr, de });

/** Writes the content of the stories, with a main sound of this length (ms), and returns its folder. */
async function shortContent(mainSound: number): Promise<ContentFolder> {
  const folder = await contentFolder();
  const sounds = join(folder.path, 'sounds');
  await mkdir(sounds, { recursive: true });
  const file = async (name: string, length: number, frequency: number) =>
    writeFile(join(sounds, `${name}.mp3`), await tone(length, frequency));
  await file('bell', 1_000, bell);
  await file('ending', 1_000, ending);
  for (const [language, frequency] of Object.entries(voices)) await file(language, mainSound, frequency);
  const voice = (language: string, text: string) => ({
    media: `../sounds/${language}.mp3`,
    cues: [{ from: 0, to: 2_100, text }],
  });
  await folder.write(type, {
    script: {
      languages: ['en', 'fr', 'de'],
      name: inThree('Short one', 'La courte', 'Die kurze'),
      description: inThree('Look, and listen.', 'Regardez, et écoutez.', 'Schaut, und hört zu.'),
      introDuration: script.intro,
      connectionDuration: script.connection,
      afterConnectionDuration: script.after,
      introAudio: {
        start: 0,
        files: { en: { media: '../sounds/bell.mp3', cues: [] } },
        description: inThree('A bell', 'Une cloche', 'Eine Glocke'),
      },
      mainAudio: {
        start: 0,
        files: {
          en: voice('en', 'Breathe.'),
          fr: voice('fr', 'Respirez.'),
          de: voice('de', 'Atmet.'),
        },
      },
      afterConnectionAudio: {
        start: 500,
        files: { en: { media: '../sounds/ending.mp3', cues: [] } },
        description: inThree('A last bell', 'Une dernière cloche', 'Eine letzte Glocke'),
      },
      userAudioChanges: [
        { time: windows[0].from, user1Audio: 'on', user2Audio: 'off' },
        { time: windows[1].from, user1Audio: 'off', user2Audio: 'on' },
        { time: windows[1].to, user1Audio: 'off', user2Audio: 'off' },
      ],
      introTextInstructions: [],
      textInstructions: [
        {
          time: 2_000,
          user1Instruction: inThree('You speak first.', 'Vous parlez d’abord.', 'Du sprichst zuerst.'),
          user2Instruction: inThree('You listen first.', 'Vous écoutez d’abord.', 'Du hörst zuerst zu.'),
        },
        {
          time: 7_500,
          user1Instruction: inThree('Now listen.', 'Écoutez maintenant.', 'Jetzt hör zu.'),
          user2Instruction: inThree('Now speak.', 'Parlez maintenant.', 'Jetzt sprich.'),
        },
      ],
    },
  });
  return folder;
}

/** Imports the content of the stories into a running server, as an operator does. */
export async function importShort(server: RunningServer, { mainSound = 2_200 } = {}): Promise<void> {
  const folder = await shortContent(mainSound);
  await admin(server, 'experiences', 'import', folder.path);
  await folder.remove();
}

/** Gives these people a membership, as an operator does. */
export async function subscribe(server: RunningServer, ...people: readonly Person[]): Promise<void> {
  for (const person of people) {
    await admin(server, 'gift', person.email);
    await person.page.reload();
    await person.is('present');
  }
}

const names = { en: 'Short one', fr: 'La courte', de: 'Die kurze' } as const;

/** Presses Connect on the card of the experience, or of another one by its name. */
export async function connectIn(person: Person, name: string = names[person.language as keyof typeof names]): Promise<void> {
  await person.page
    .getByRole('button', { name: `${person.text('experiences:card.connect')}: ${name}` })
    .first()
    .click();
}

/** Brings two subscribers into the connection; the first is at position 1. */
export async function meetIn(first: Person, second: Person): Promise<void> {
  await connectIn(first);
  await first.is('waiting');
  await connectIn(second);
  await Promise.all([first.start(), second.start()]);
  await Promise.all([first.is('connected', 30_000), second.is('connected', 30_000)]);
}

/** Expects this instruction on the screen of this person. */
export const reads = (person: Person, text: string) =>
  expect(person.page.getByTestId('instruction')).toHaveText(text, { timeout: 15_000 });
