import type { Person } from './person.ts';

/** When the minute began and ended on this screen, epoch ms. */
export interface MinuteTimes {
  readonly connected: number;
  readonly disconnected: number;
}

/** Records, in the page, when the minute begins and ends there. Browsers on one machine share a clock. */
export const watchMinute = (person: Person): Promise<void> =>
  person.page.evaluate(() => {
    const times: Record<string, number> = {};
    Object.assign(window, { times });
    new MutationObserver(() => {
      const state = document.body.dataset.userState ?? '';
      times[state] ??= performance.timeOrigin + performance.now();
    }).observe(document.body, { attributes: true, attributeFilter: ['data-user-state'] });
  });

/** The recorded times, once the minute is over. */
export const minuteOf = (person: Person): Promise<MinuteTimes> =>
  person.page.evaluate(() => (window as unknown as { times: MinuteTimes }).times);
