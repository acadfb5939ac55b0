/** What is known of something in one line; what is not known leaves no gap. */
export const dotted = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');
