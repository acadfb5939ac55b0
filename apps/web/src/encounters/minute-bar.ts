export interface Minute {
  /** When the minute began, by this machine's clock; undefined before. */
  readonly startsAt: number | undefined;
  /** How long it lasts, and how much of its end is always shown, ms. */
  readonly duration: number;
  readonly alwaysShown: number;
  /** Whether the controls are shown, and the bar with them. */
  readonly isShown: boolean;
}

/** How often the bar is drawn, ms. Source: requirements/encounter 6.4. */
export const barInterval = 100;

/** What the bar of the minute shows: which part is over, whether it is hidden, and the seconds that are left for a screen reader. */
export function minuteBar({ startsAt, duration, alwaysShown, isShown }: Minute, now: number) {
  const gone = now - (startsAt ?? now);
  const left = duration - gone;
  return { share: gone / duration, isHidden: !isShown && left > alwaysShown, secondsLeft: Math.max(0, Math.ceil(left / 1_000)) };
}
