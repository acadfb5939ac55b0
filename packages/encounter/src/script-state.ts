import type { Snapshot } from '@unspoken/contract/encounters';
import type { Pool } from '@unspoken/contract/matchmaking';
import { type Plan, plannedWindows, type ScriptPhase } from '@unspoken/contract/script-time';
import { type Context, type Room, roomDurations } from './model.ts';
import type { ReceivedScript, ScriptSide } from './ports.ts';

/** What the chart knows of a script, as pure functions of its context. */

/** A phase of a script that runs, and when it began or begins, by this machine's clock, ms. */
export interface RunningPhase {
  readonly phase: ScriptPhase;
  readonly startsAt: number;
}

export const addressesIn = ({ sounds }: Plan): readonly string[] => [...new Set(Object.values(sounds).map(({ media }) => media))];

/** The side of this user in a room. */
export const sideOf = ({ experienceType }: Pool, { roomID, position }: Room): ScriptSide => ({
  roomID,
  type: experienceType,
  position,
});

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

/**
 * When a phase begins or began, by this machine's clock: in connected the connection, even if a timer has fired a moment early. The time
 * after it follows a natural end only. Undefined while that is not known.
 */
export function running(context: Context, phase: ScriptPhase): RunningPhase | undefined {
  const { startsAt, introStartsAt, endReason } = context;
  if (phase === 'intro') return introStartsAt === undefined ? undefined : { phase, startsAt: introStartsAt };
  if (startsAt === undefined) return undefined;
  if (phase === 'connection') return { phase, startsAt };
  const endsAt = startsAt + roomDurations(context).connectionDuration;
  return endReason === 'natural' ? { phase, startsAt: endsAt } : undefined;
}

/**
 * The sounds that can be scheduled in a phase, and when the beginning of each is heard, by this machine's clock, ms: its own, and in
 * the connection also that of the time after it, whose beginning is known by then.
 */
export function soundsDue(context: Context, plan: Plan, running: RunningPhase) {
  const endsAt = running.startsAt + roomDurations(context).connectionDuration;
  const phases: RunningPhase[] = running.phase === 'connection' ? [running, { phase: 'after', startsAt: endsAt }] : [running];
  return phases.flatMap(({ phase, startsAt }) => {
    const sound = plan.sounds[phase];
    return sound ? [{ phase, address: sound.media, startsAt: startsAt + sound.start }] : [];
  });
}

/** The least difference from which a start is corrected, ms: nobody hears less. */
const leastCorrection = 3;

/** The start as it is known now: the estimate of the server's clock improves, and quartz clocks drift in twenty minutes. */
export function correctedStart({ namedStart, startsAt, ports }: Context): Pick<Context, 'startsAt'> | undefined {
  const corrected = namedStart && ports.serverClock.measured(namedStart.startsAt);
  if (corrected === undefined || Math.abs(corrected - (startsAt ?? 0)) < leastCorrection) return undefined;
  return { startsAt: corrected };
}

/** Whether the server's state is of a session that this tab was in before its page was reloaded, and where that session is. */
export function resumedSession(
  { roomID, position, length, startsAt, introStartsAt, plan, now }: Snapshot,
  { ports, durations }: Pick<Context, 'ports' | 'durations'>,
): 'connected' | 'intro' | undefined {
  if (roomID === undefined || position === undefined || roomID !== ports.tab.room()) return undefined;
  if (startsAt !== undefined && (startsAt <= now || introStartsAt === undefined)) {
    const room = { roomID, position, ...(length && { length }) };
    const { connectionDuration } = roomDurations({ durations, scriptDurations: plan, room });
    return now < startsAt + connectionDuration ? 'connected' : undefined;
  }
  return introStartsAt === undefined ? undefined : 'intro';
}
