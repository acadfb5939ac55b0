/** What is known of whether a page is seen. */
export type SeenPage = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/**
 * Calls `run` every so many ms while the page is seen, and at once when it is shown again: what only serves the eye does not wake a hidden
 * tab. Returns the function that ends it.
 */
export function whileSeen(run: () => void, every: number, page: SeenPage = document): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const begin = () => {
    clearInterval(timer);
    timer = page.visibilityState === 'visible' ? setInterval(run, every) : undefined;
  };
  const changed = () => {
    if (page.visibilityState === 'visible') run();
    begin();
  };
  page.addEventListener('visibilitychange', changed);
  begin();
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', changed);
  };
}
