/**
 * How long to wait before an attempt to open a lost socket again, ms. The first attempt comes within 4 s, the later ones 1 to 5 s
 * after the one that failed, evenly spread: when a process with ten thousand members ends, they do not all come back in the same
 * second, nor in step with each other while nothing answers. Source: requirements/promises E6.
 */
export function pauseBefore(attempt: number, random: () => number): number {
  return attempt === 0 ? random() * 4_000 : 1_000 + random() * 4_000;
}

/** Within how many ms after the return of a lost socket the account is read again: most of it has not changed meanwhile. */
export const accountWithin = 10_000;
