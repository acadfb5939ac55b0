import type { ShortLength } from './lengths.ts';
import type { PageDurationName, PageDurations } from './page-durations.ts';

/** The durations of the table that a script replaces, ms. */
export type ScriptDurations = Pick<PageDurations, 'introDuration' | 'connectionDuration' | 'afterConnectionDuration'>;

/** The duration of the table that each length stands for. */
const durationOf = { short: 'shortMeeting', medium: 'mediumMeeting' } as const satisfies Record<ShortLength, PageDurationName>;

/** What a room may have instead of the durations of the minute. */
export interface RoomTimes {
  readonly script?: ScriptDurations | undefined;
  readonly length?: ShortLength | undefined;
}

/**
 * The table as it holds in a room: with the durations of its script, if it has one, or that of a meeting shorter than the minute.
 * Source: requirements/experiences 7.6, requirements/looking 4.4.
 */
export function durationsInRoom<Table extends PageDurations>(durations: Table, { script, length }: RoomTimes): Table {
  if (script) return { ...durations, ...script, connectLimit: script.introDuration + durations.connectAfterIntro };
  return length ? { ...durations, connectionDuration: durations[durationOf[length]] } : durations;
}
