import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { CloseButton } from './close-button.tsx';
import styles from './dialog.module.css';
import { focusInside, focusReturn } from './dialog-focus.ts';

interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal over the page: the browser's own, so that focus stays inside and Escape closes it. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const giveBack = focusReturn();
    element.showModal();
    const cancel = focusInside(element);
    return () => {
      cancel();
      element.close();
      giveBack();
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
