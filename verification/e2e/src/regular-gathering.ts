/** Zones all around the world: in one of them it is between 6:00 and 18:00 at any time. */
const zones = ['Pacific/Honolulu', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'];

const clockIn = (zone: string, instant: number): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(instant);

/**
 * Settings with which a regular gathering begins in so many ms, at most three hours from now; in a zone where it does on the same date, so
 * that the one of tomorrow is listed, too.
 */
export function regularIn(ms: number): Readonly<Record<string, string>> {
  const now = Date.now();
  const zone = zones.find((each) => clockIn(each, now) >= '06:00' && clockIn(each, now) < '18:00') as string;
  return { GATHERING_ZONE: zone, GATHERING_TIME: clockIn(zone, now + ms), GATHERING_ANCHORS: 'none' };
}

/** Settings with which the regular gathering is half a day away, so that no story depends on the hour at which it runs. */
export const noGatheringNow = { GATHERING_TIME: clockIn('Europe/Berlin', Date.now() + 12 * 3_600_000) };
