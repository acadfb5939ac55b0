import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Where the focus was may be gone, too. Orca stays with the button of the dialog then, and says nothing of the heading that has the focus
 * next; it does if the focus has been in the page in between.
 */
function keepFocusInPage(): void {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
}

/** A modal over the page: the browser's own, so that focus stays inside and Escape closes it. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Close it before the element is removed, so that the focus returns to where it was.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) {
      element.showModal();
      // The browser would focus the close button; the user came for the first field.
      element.querySelector<HTMLElement>('input, [data-first]')?.focus();
    }
    return () => {
      element?.close();
      queueMicrotask(keepFocusInPage);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.inside}>
        <header>
          <h2 id={id}>{title}</h2>
          <CloseButton label={closeLabel} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
