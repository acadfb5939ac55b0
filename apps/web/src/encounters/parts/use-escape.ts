import { useEffect, useRef } from 'react';

/** Escape leaves at once, wherever the focus is; if a dialog is open, Escape closes that first. */
export function useEscape(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const pressed = ({ key, defaultPrevented, repeat }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || repeat || document.querySelector('dialog[open]')) return;
      latest.current();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}
