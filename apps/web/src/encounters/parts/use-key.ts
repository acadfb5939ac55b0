import { useEffect, useRef } from 'react';

/**
 * Acts on a key wherever the focus is, as long as the component is mounted. A key that is held down, that something else has used, or that
 * belongs to a dialog does nothing.
 */
export function useKey(isMeant: (event: KeyboardEvent) => boolean, act: () => void): void {
  const latest = useRef({ isMeant, act });
  latest.current = { isMeant, act };
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || document.querySelector('dialog[open]')) return;
      if (!latest.current.isMeant(event)) return;
      event.preventDefault();
      latest.current.act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
}

/** Escape leaves at once; if a dialog is open, Escape closes that first. */
export const useEscape = (leave: () => void): void => useKey(({ key }) => key === 'Escape', leave);
