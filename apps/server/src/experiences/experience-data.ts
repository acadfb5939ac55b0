import type { ExperienceData } from '@unspoken/contract/catalogue';
import type { Language } from '@unspoken/contract/languages';
import type { Position } from '@unspoken/contract/rooms';
import { type PlannedSound, planOf } from '@unspoken/contract/script-time';
import { inLanguage, type Script } from '@unspoken/contract/scripts';
import type { AddressOf } from './cards.ts';

/** The script as the side at this position gets it. The instructions of the other side stay on the server. */
export function experienceDataOf(
  { type, script, position, language }: { type: string; script: Script; position: Position; language: Language },
  addressOf: AddressOf,
): ExperienceData {
  const plan = planOf(script, position, language);
  const start = (sound: PlannedSound | undefined) => sound?.start ?? null;
  const url = (sound: PlannedSound | undefined) => (sound ? addressOf(sound.media) : null);
  const cues = (sound: PlannedSound | undefined) => [...(sound?.cues ?? [])];
  const description = (sound: PlannedSound | undefined) => sound?.description ?? null;
  const { intro, connection, after } = plan.sounds;
  const instructions = (phase: 'intro' | 'connection') =>
    (plan.texts[phase] ?? []).map(({ time, text }) => ({
      time,
      user1Instruction: position === 1 ? text : null,
      user2Instruction: position === 2 ? text : null,
    }));
  return {
    type,
    name: inLanguage(script.name, language, script) ?? type,
    introDuration: script.introDuration,
    connectionDuration: script.connectionDuration,
    afterConnectionDuration: script.afterConnectionDuration,
    introAudioStart: start(intro),
    introAudioURL: url(intro),
    introAudioCues: cues(intro),
    introAudioDescription: description(intro),
    mainAudioStart: start(connection),
    mainAudioURL: url(connection),
    mainAudioCues: cues(connection),
    mainAudioDescription: description(connection),
    afterConnectionAudioStart: start(after),
    afterConnectionAudioURL: url(after),
    afterConnectionAudioCues: cues(after),
    afterConnectionAudioDescription: description(after),
    userAudioFromStart: script.userAudioFromStart,
    userAudioChanges: script.userAudioChanges.map(({ time, user1Audio, user2Audio }, i) => ({
      ...{ time, user1Audio, user2Audio },
      message: plan.microphones[i]?.message ?? '',
    })),
    introTextInstructions: instructions('intro'),
    textInstructions: instructions('connection'),
  };
}
