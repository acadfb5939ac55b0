/** Joins the known facts about something in one line; unknown ones leave no gap. */
export const dotted = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
