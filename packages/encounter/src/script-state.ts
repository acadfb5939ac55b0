import type { Snapshot } from '@unspoken/contract/encounters';
import { type Plan, plannedWindows, type ScriptPhase } from '@unspoken/contract/script-time';
import { type Context, roomDurations } from './model.ts';
import type { ReceivedScript } from './ports.ts';

/** What the chart knows of a script, as pure functions of its context. */

/** A phase of a script that runs, and when it began or begins, by this machine's clock, ms. */
export interface RunningPhase {
  readonly phase: ScriptPhase;
  readonly startsAt: number;
}

export const addressesIn = ({ sounds }: Plan): readonly string[] => [...new Set(Object.values(sounds).map(({ media }) => media))];

/** The context with a script that has just arrived. */
export const taken = (script: ReceivedScript): Partial<Context> => {
  const { intro, connection, after } = script.plan.durations;
  return {
    script,
    scriptDurations: { introDuration: intro, connectionDuration: connection, afterConnectionDuration: after },
    sounds: addressesIn(script.plan).length > 0 ? 'loading' : 'loaded',
  };
};

/** Whether this side speaks in the script, and has no open microphone. */
export const needsMicrophone = ({ script, microphone }: Pick<Context, 'script' | 'microphone'>): boolean =>
  script !== undefined && microphone === undefined && plannedWindows(script.plan, 'own').length > 0;

/** The phase that runs. The time after the connection is asked for, and runs after a natural end only. */
export function phaseNow(context: Context, asked?: ScriptPhase): RunningPhase | undefined {
  const { startsAt, introStartsAt, endReason, ports } = context;
  if (asked === 'after')
    return startsAt === undefined || endReason !== 'natural'
      ? undefined
      : { phase: 'after', startsAt: startsAt + roomDurations(context).connectionDuration };
  if (startsAt !== undefined && startsAt <= ports.clock.now()) return { phase: 'connection', startsAt };
  return introStartsAt === undefined ? undefined : { phase: 'intro', startsAt: introStartsAt };
}

/** The sound of a phase, and when its beginning is heard, by this machine's clock, ms. */
export const soundDue = (plan: Plan, { phase, startsAt }: RunningPhase) => {
  const sound = plan.sounds[phase];
  return sound && { phase, address: sound.media, startsAt: startsAt + sound.start };
};

/** The least difference from which a start is corrected, ms: nobody hears less. */
const leastCorrection = 3;

/** The start as it is known now: the estimate of the server's clock improves, and quartz clocks drift in twenty minutes. */
export function correctedStart({ namedStart, startsAt, ports }: Context): Partial<Context> {
  const corrected = namedStart && ports.serverClock.measured(namedStart.startsAt);
  if (corrected === undefined || Math.abs(corrected - (startsAt ?? 0)) < leastCorrection) return {};
  return { startsAt: corrected };
}

/** Whether the server's state is of a session that this tab was in before its page was reloaded, and where that session is. */
export function resumedSession(
  { roomID, position, startsAt, introStartsAt, plan, now }: Snapshot,
  { ports, durations }: Pick<Context, 'ports' | 'durations'>,
): 'connected' | 'intro' | undefined {
  if (roomID === undefined || position === undefined || roomID !== ports.tab.room()) return undefined;
  if (startsAt !== undefined && (startsAt <= now || introStartsAt === undefined))
    return now < startsAt + roomDurations({ durations, scriptDurations: plan }).connectionDuration ? 'connected' : undefined;
  return introStartsAt === undefined ? undefined : 'intro';
}
