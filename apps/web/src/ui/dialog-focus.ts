import { announceByFocus, whenSettled } from '../platform/announce-by-focus.ts';

/** What a user can fill in, or what a dialog says it begins with. */
const fields = 'input:not([readonly]), select, textarea, [data-first]';

/**
 * Moves the focus into a dialog that has just opened, to its first field, to what has `data-first`, or to its first button, so that a screen
 * reader announces the dialog. All that lies outside is gone for the reader by then, the element that had the focus as well. Returns what
 * cancels it.
 */
export function focusInside(dialog: HTMLDialogElement): () => void {
  // The browser would focus the close button; what has the focus cannot be left out of what readers see.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  return announceByFocus(dialog, () => {
    // Not from what the user has moved to meanwhile.
    if (document.activeElement !== document.body) return;
    const first = dialog.querySelector<HTMLElement>(fields) ?? dialog.querySelector<HTMLElement>('button');
    first?.focus();
  });
}

/**
 * Notes what has the focus, and returns what gives it back once a dialog has closed. It comes by way of the page: Orca answers the
 * removal of the dialog by moving silently to what has the focus next. It stays there if its element is gone, or the page is another by then.
 */
export function focusReturn(): () => void {
  const before = document.activeElement;
  const { pathname } = location;
  return () => {
    // A dialog that is removed closes before the screen that follows is there.
    queueMicrotask(() => {
      const now = document.activeElement;
      if (now !== document.body && now !== before) return;
      const page = document.getElementById('content');
      page?.focus({ preventScroll: true });
      whenSettled(() => {
        if (document.activeElement !== page || location.pathname !== pathname) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    });
  };
}
