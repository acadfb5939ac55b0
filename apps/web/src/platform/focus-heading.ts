import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * How long a heading that is about to have the focus is left out of what screen readers see, ms. Orca answers the removal of the element that
 * had the focus by moving silently to the first text in its place. If that is the heading, the focus that follows is no news to it, and the
 * new screen stays unannounced.
 */
export const removalSettles = 200;

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

/** What is given the ref takes the focus as it appears, so that a screen reader announces it; not from what the user has moved to meanwhile. */
export function useFocusAsItAppears<E extends HTMLElement>(): RefObject<E | null> {
  const ref = useRef<E>(null);
  useLayoutEffect(() => {
    const own = ref.current;
    if (!own) return undefined;
    const had = document.activeElement;
    return announceByFocus(own, () => {
      const now = document.activeElement;
      if (now === had || !now?.closest('main, dialog')) own.focus({ preventScroll: true });
    });
  }, []);
  return ref;
}
