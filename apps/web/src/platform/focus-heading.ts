/**
 * How long a heading that is about to have the focus is left out of what screen readers see, ms. Orca answers the removal of the element that
 * had the focus by moving silently to the first text in its place. If that is the heading, the focus that follows is no news to it, and the
 * new screen stays unannounced.
 */
const removalSettles = 200;

/** Hides a heading that has just come from screen readers, and calls `reveal` once it can be announced. Returns what cancels it. */
export function announceByFocus(heading: HTMLElement, reveal: () => void): () => void {
  heading.ariaHidden = 'true';
  const show = () => {
    heading.ariaHidden = null;
  };
  const timer = setTimeout(() => {
    show();
    reveal();
  }, removalSettles);
  return () => {
    clearTimeout(timer);
    show();
  };
}
