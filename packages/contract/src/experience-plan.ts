import type { ExperienceData } from './catalogue.ts';
import type { Position } from './rooms.ts';
import type { Plan, PlannedSound, PlannedText } from './script-time.ts';

/** The plan in the answer of `selectedexperiencedata`. The media of its sounds are their addresses. */
export function planFrom(data: ExperienceData, position: Position): Plan {
  const soundOf = (name: 'intro' | 'main' | 'afterConnection'): PlannedSound | undefined => {
    const [media, start] = [data[`${name}AudioURL`], data[`${name}AudioStart`]];
    if (media === null || start === null) return undefined;
    return { media, start, cues: data[`${name}AudioCues`], description: data[`${name}AudioDescription`] ?? undefined };
  };
  const textsOf = (instructions: ExperienceData['textInstructions']): readonly PlannedText[] =>
    instructions.flatMap(({ time, user1Instruction, user2Instruction }) => {
      const text = position === 1 ? user1Instruction : user2Instruction;
      return text === null ? [] : [{ time, text }];
    });
  const sounds = { intro: soundOf('intro'), connection: soundOf('main'), after: soundOf('afterConnection') };
  return {
    durations: {
      intro: data.introDuration,
      connection: data.connectionDuration,
      after: data.afterConnectionDuration,
    },
    sounds: Object.fromEntries(Object.entries(sounds).filter(([, sound]) => sound)),
    texts: { intro: textsOf(data.introTextInstructions), connection: textsOf(data.textInstructions) },
    audioFromStart: data.userAudioFromStart,
    microphones: data.userAudioChanges.map(({ time, user1Audio, user2Audio, message }) => {
      const [own, partner] = position === 1 ? [user1Audio, user2Audio] : [user2Audio, user1Audio];
      return { time, own: own === 'on', partner: partner === 'on', ...(message !== '' && { message }) };
    }),
  };
}
