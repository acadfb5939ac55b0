import { systemClock } from '@unspoken/server/platform/clock';
import { timeIn } from '@unspoken/server/platform/zones';

const half = 12 * 3_600_000;

/**
 * Settings with which the regular gathering is half a day away, so that no test depends on the hour at which it runs: while a
 * gathering takes place people connect in its space, and the lobby shows other things. The same for every process of a test run.
 */
export const noGatheringNow = { GATHERING_TIME: timeIn('Europe/Berlin', systemClock.now() + half) };
