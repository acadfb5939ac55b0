import { nextChange, spacePhase } from '@unspoken/contract/gathering-time';
import type { PageDurations } from '@unspoken/contract/page-durations';
import { Observable } from '../platform/observable.ts';
import { session } from '../session/session.ts';
import { gatheringChange } from './changes.ts';
import { listed, readGatherings, serverNow } from './list.ts';

/** How often the list is read again if nothing asks for it, ms. */
const safetyNet = 300_000;
/** A page that was last read longer ago than this reads the list again when it is shown, ms. */
const stale = 60_000;
/** At a boundary all open pages read the list again, spread over this time, ms. */
const spread = 5_000;

/** The server's time for which the gatherings are drawn, epoch ms. It changes whenever what is shown of them changes. */
export const drawnAt = new Observable(0);

let watchers = 0;
let stop = () => {};

/** Keeps list and time current while somebody looks at them. Returns the function that ends it. */
export function watchGatherings(durations: PageDurations): () => void {
  watchers += 1;
  if (watchers === 1) stop = start(durations);
  return () => {
    watchers -= 1;
    if (watchers === 0) stop();
  };
}

function start(durations: PageDurations): () => void {
  let isOver = false;
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let reading: ReturnType<typeof setTimeout> | undefined;
  // By the clock of the day: the other one stands still while a computer sleeps.
  let readAt = 0;
  const read = () => {
    if (isOver || !session.get().ready) return;
    clearTimeout(reading);
    readAt = Date.now();
    reading = setTimeout(read, safetyNet);
    void readGatherings();
  };
  const phases = (now: number) => (listed.get().all ?? []).map((each) => spacePhase(each, now, durations)).join();
  const draw = () => {
    clearTimeout(drawing);
    const before = drawnAt.get();
    const now = serverNow();
    drawnAt.set(now);
    if (phases(now) !== phases(before) && before > 0) {
      clearTimeout(reading);
      reading = setTimeout(read, Math.random() * spread);
    }
    drawing = setTimeout(draw, Math.ceil(nextChange(listed.get().all ?? [], now, durations) - now));
  };
  const shown = () => {
    if (document.visibilityState !== 'visible') return;
    draw();
    if (Date.now() - readAt > stale) read();
  };
  const ends = [
    listed.subscribe(draw),
    // Another person or role; and after a reconnect, which reads the account again, what was reported meanwhile is lost.
    session.subscribe(read),
    gatheringChange.subscribe(read),
    () => document.removeEventListener('visibilitychange', shown),
  ];
  document.addEventListener('visibilitychange', shown);
  draw();
  read();
  return () => {
    isOver = true;
    clearTimeout(drawing);
    clearTimeout(reading);
    for (const end of ends) end();
  };
}
