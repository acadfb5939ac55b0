import type { Language } from './languages.ts';
import type { Position } from './rooms.ts';
import {
  audioMessageShown,
  type Cue,
  descriptionShown,
  inLanguage,
  instructionShown,
  type Script,
  type ScriptSound,
} from './scripts.ts';

/**
 * A script in time, for one side in one language: what that side sees and hears at an instant. Pure, and shared by server, chart, studio,
 * proof and simulation. Source: requirements/experiences 7 to 10.
 */

/** The parts of an experience; each has its own beginning: of the intro, of the connection, and of the end. */
export const phases = ['intro', 'connection', 'after'] as const;
export type ScriptPhase = (typeof phases)[number];

export interface PlannedSound {
  readonly media: string;
  /** From the beginning of its phase, ms. */
  readonly start: number;
  readonly cues: readonly Cue[];
  /** What is heard, where there are no words. */
  readonly description?: string | undefined;
}

/** A text instruction for this side, from the beginning of its phase, ms. */
export interface PlannedText {
  readonly time: number;
  readonly text: string;
}

/** How the microphones are from an instant on, and the message to this side, if the script has one of its own. */
export interface PlannedMicrophones {
  readonly time: number;
  readonly own: boolean;
  readonly partner: boolean;
  readonly message?: string | undefined;
}

/** A script as one side receives it, without the other side's instructions. */
export interface Plan {
  readonly durations: Readonly<Record<ScriptPhase, number>>;
  readonly sounds: Readonly<Partial<Record<ScriptPhase, PlannedSound>>>;
  readonly texts: Readonly<Partial<Record<ScriptPhase, readonly PlannedText[]>>>;
  readonly audioFromStart: boolean;
  readonly microphones: readonly PlannedMicrophones[];
}

export const planOf = (script: Script, position: Position, language: Language): Plan => {
  const words = <Value>(values: Readonly<Partial<Record<Language, Value>>> | undefined) =>
    values && inLanguage(values, language, script);
  const soundOf = (sound: ScriptSound | undefined): PlannedSound | undefined => {
    const file = words(sound?.files);
    return sound && file && { media: file.media, start: sound.start, cues: file.cues, description: words(sound.description) };
  };
  const textsOf = (instructions: Script['textInstructions']): readonly PlannedText[] =>
    instructions.flatMap(({ time, user1Instruction, user2Instruction }) => {
      const text = words((position === 1 ? user1Instruction : user2Instruction) ?? undefined);
      return text === undefined ? [] : [{ time, text }];
    });
  const sounds = {
    intro: soundOf(script.introAudio),
    connection: soundOf(script.mainAudio),
    after: soundOf(script.afterConnectionAudio),
  };
  return {
    durations: {
      intro: script.introDuration,
      connection: script.connectionDuration,
      after: script.afterConnectionDuration,
    },
    sounds: Object.fromEntries(Object.entries(sounds).filter(([, sound]) => sound)),
    texts: { intro: textsOf(script.introTextInstructions), connection: textsOf(script.textInstructions) },
    audioFromStart: script.userAudioFromStart,
    microphones: script.userAudioChanges.map(({ time, user1Audio, user2Audio, user1Message, user2Message }) => {
      const [own, partner] = position === 1 ? [user1Audio, user2Audio] : [user2Audio, user1Audio];
      return { time, own: own === 'on', partner: partner === 'on', message: words(position === 1 ? user1Message : user2Message) };
    }),
  };
};

/** What the interface says about the microphones where a script has no message of its own. */
export type MicrophoneMessage = 'on' | 'off' | 'partner';

/** What one side sees and hears at an instant. */
export interface ScriptMoment {
  readonly text: string | undefined;
  /** The message about the microphones: the script's own words, or which of the interface's. */
  readonly message: { readonly words: string } | { readonly standard: MicrophoneMessage } | undefined;
  readonly microphone: boolean;
  readonly partnerMicrophone: boolean;
  /** The sound that has begun, and how far into the file it is, ms; whether the file is over depends on its length. */
  readonly sound: { readonly sound: PlannedSound; readonly offset: number } | undefined;
  readonly caption: string | undefined;
}

const last = <T>(all: readonly T[], fits: (each: T) => boolean): T | undefined => all.filter(fits).at(-1);

/** What a side sees and hears `t` ms after the beginning of a phase. */
export function at(plan: Plan, phase: ScriptPhase, t: number): ScriptMoment {
  const text = last(plan.texts[phase] ?? [], ({ time }) => time <= t);
  const sound = plan.sounds[phase];
  const offset = sound && t - sound.start;
  const isConnected = phase === 'connection' && t >= 0 && t < plan.durations.connection;
  const change = isConnected ? last(plan.microphones, ({ time }) => time <= t) : undefined;
  return {
    text: text && t < text.time + instructionShown ? text.text : undefined,
    message: change && t < change.time + audioMessageShown ? messageOf(change) : undefined,
    microphone: isConnected && (change?.own ?? plan.audioFromStart),
    partnerMicrophone: isConnected && (change?.partner ?? plan.audioFromStart),
    sound: sound && offset !== undefined && offset >= 0 ? { sound, offset } : undefined,
    caption: sound && offset !== undefined ? captionAt(sound, offset) : undefined,
  };
}

/** The subtitle at this offset into a file, ms; for a sound without words what is heard, when it begins. */
function captionAt({ cues, description }: PlannedSound, offset: number): string | undefined {
  const cue = cues.find(({ from, to }) => from <= offset && offset < to);
  if (cue) return cue.text;
  return cues.length === 0 && offset >= 0 && offset < descriptionShown ? description : undefined;
}

const messageOf = ({ own, partner, message }: PlannedMicrophones): ScriptMoment['message'] => {
  if (message !== undefined) return { words: message };
  if (own) return { standard: 'on' };
  return { standard: partner ? 'partner' : 'off' };
};

/** The instants of a phase at which what `at` returns changes, ascending, ms; those before it begins and after it ends are left out. */
export function changesIn(plan: Plan, phase: ScriptPhase): readonly number[] {
  const sound = plan.sounds[phase];
  const all = [
    ...(plan.texts[phase] ?? []).flatMap(({ time }) => [time, time + instructionShown]),
    ...(phase === 'connection' ? plan.microphones.flatMap(({ time }) => [time, time + audioMessageShown]) : []),
    ...(sound ? [sound.start, sound.start + descriptionShown] : []),
    ...(sound ? sound.cues.flatMap(({ from, to }) => [sound.start + from, sound.start + to]) : []),
  ];
  return [...new Set(all)].filter((time) => time >= 0 && time < plan.durations[phase]).sort((a, b) => a - b);
}

/** A time in which a microphone is on: from `from` until before `to`, from the start of the connection, ms. */
export interface AudioWindow {
  readonly from: number;
  readonly to: number;
}

/** The windows of each side's microphone, in order, none longer than the connection. */
export const audioWindows = (
  {
    userAudioFromStart,
    userAudioChanges,
    connectionDuration,
  }: Pick<Script, 'userAudioFromStart' | 'userAudioChanges' | 'connectionDuration'>,
  position: Position,
): readonly AudioWindow[] =>
  windowsOf({
    isOnFromStart: userAudioFromStart,
    changes: userAudioChanges.map(({ time, user1Audio, user2Audio }) => ({
      time,
      isOn: (position === 1 ? user1Audio : user2Audio) === 'on',
    })),
    duration: connectionDuration,
  });

/** The windows of one's own microphone, or of the partner's, in a plan. */
export const plannedWindows = (plan: Plan, side: 'own' | 'partner'): readonly AudioWindow[] =>
  windowsOf({
    isOnFromStart: plan.audioFromStart,
    changes: plan.microphones.map((change) => ({ time: change.time, isOn: change[side] })),
    duration: plan.durations.connection,
  });

/** In which directions sound may still flow `t` ms after the start of the connection. */
export const soundAhead = (plan: Plan, t: number): { readonly sends: boolean; readonly receives: boolean } => {
  const isAhead = (side: 'own' | 'partner') => t < (plannedWindows(plan, side).at(-1)?.to ?? Number.NEGATIVE_INFINITY);
  return { sends: isAhead('own'), receives: isAhead('partner') };
};

function windowsOf({
  isOnFromStart,
  changes,
  duration,
}: {
  readonly isOnFromStart: boolean;
  readonly changes: readonly { readonly time: number; readonly isOn: boolean }[];
  readonly duration: number;
}): readonly AudioWindow[] {
  const windows: AudioWindow[] = [];
  let from = isOnFromStart ? 0 : undefined;
  for (const { time, isOn } of changes) {
    if (isOn) from ??= time;
    else if (from !== undefined) {
      if (time > from) windows.push({ from, to: time });
      from = undefined;
    }
  }
  if (from !== undefined && from < duration) windows.push({ from, to: duration });
  return windows;
}
