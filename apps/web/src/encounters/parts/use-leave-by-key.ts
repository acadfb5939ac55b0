import { useEffect } from 'react';
import type { ScreenProps } from '../use-encounter.ts';

/** Escape leaves the room at once, wherever the focus is; if a dialog is open, Escape closes that first. */
export function useLeaveByKey(actor: ScreenProps['actor']): void {
  useEffect(() => {
    const leave = ({ key, defaultPrevented, repeat }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || repeat || document.querySelector('dialog[open]')) return;
      actor.send({ type: 'end pressed' });
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [actor]);
}
