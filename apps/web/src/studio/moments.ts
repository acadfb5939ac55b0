import type { ScriptPhase } from '@unspoken/contract/script-time';
import type { Script } from '@unspoken/contract/scripts';

type Durations = Pick<Script, 'introDuration' | 'connectionDuration' | 'afterConnectionDuration'>;

/** The phases in their order, each with its beginning and length on the common timeline, ms. */
export const phasesOf = ({ introDuration, connectionDuration, afterConnectionDuration }: Durations) =>
  [
    { phase: 'intro', start: 0, length: introDuration },
    { phase: 'connection', start: introDuration, length: connectionDuration },
    { phase: 'after', start: introDuration + connectionDuration, length: afterConnectionDuration },
  ] as const;

/** The phase at an instant of the whole experience (ms), and how far into it that is. */
export function momentOf(durations: Durations, t: number): { readonly phase: ScriptPhase; readonly t: number } {
  const current = phasesOf(durations).findLast(({ start }) => start <= t);
  return current ? { phase: current.phase, t: t - current.start } : { phase: 'intro', t: 0 };
}
