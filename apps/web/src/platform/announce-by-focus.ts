import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * How long a heading that is about to have the focus is left out of what screen readers see, ms. Orca answers the removal of the element that
 * had the focus by moving silently to the first text in its place. If that is the heading, the focus that follows is no news to it, and the
 * new screen stays unannounced.
 */
const removalSettles = 200;

/** Runs once that time has passed, or before the next key that is pressed takes effect. Returns what cancels it. */
export function whenSettled(run: () => void): () => void {
  const settled = () => {
    cancel();
    run();
  };
  // A key that is held was pressed before.
  const pressed = ({ repeat }: KeyboardEvent) => !repeat && settled();
  const timer = setTimeout(settled, removalSettles);
  addEventListener('keydown', pressed, true);
  const cancel = () => {
    clearTimeout(timer);
    removeEventListener('keydown', pressed, true);
  };
  return cancel;
}

/** Whether the focus is on something of the page, or of a dialog over it; not where it goes when its element is removed. */
export const hasFocusWithin = (): boolean => document.activeElement?.closest('main, dialog') != null;

/** Hides a heading, or a dialog, that has just come from screen readers, and calls `reveal` once it can be announced. Returns what cancels it. */
export function announceByFocus(element: HTMLElement, reveal: () => void): () => void {
  element.ariaHidden = 'true';
  const show = () => {
    element.ariaHidden = null;
  };
  const cancel = whenSettled(() => {
    show();
    reveal();
  });
  return () => {
    cancel();
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
      if (document.activeElement === had || !hasFocusWithin()) own.focus({ preventScroll: true });
    });
  }, []);
  return ref;
}
