let lastActive = 0;

/** Notes that the user has used the page; `now` by performance.now(), ms. */
export function noteActivity(now: number): void {
  lastActive = now;
}

/** How long the user has not used the page, ms; since it was loaded, if they have not yet. */
export const inactiveFor = (now: number): number => now - lastActive;
