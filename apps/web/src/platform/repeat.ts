import type { SeenPage } from './while-seen.ts';

/** How often a hidden tab wakes, ms. */
const hiddenEvery = 1_000;

/**
 * Calls `run` every so many ms, at most `hiddenEvery`; in a hidden tab at each whole second of its clock, so that everything repeated there wakes
 * the processor together. Browsers do the same, but not from the beginning. Returns the function that ends it.
 */
export function repeat(run: () => void, every: number, page: SeenPage = document): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const isHidden = page.visibilityState === 'hidden';
    timer = setTimeout(
      () => {
        wait();
        run();
      },
      isHidden ? hiddenEvery - (performance.now() % hiddenEvery) : every,
    );
  };
  const changed = () => {
    clearTimeout(timer);
    wait();
  };
  page.addEventListener('visibilitychange', changed);
  wait();
  return () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', changed);
  };
}
