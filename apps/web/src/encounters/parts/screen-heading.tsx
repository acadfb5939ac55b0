import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { announceByFocus } from '../../platform/focus-heading.ts';

/** The heading of a screen takes the focus as the screen appears, so that a screen reader announces the screen. */
export function ScreenHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const own = heading.current;
    if (!own) return undefined;
    const had = document.activeElement;
    return announceByFocus(own, () => {
      const now = document.activeElement;
      // Not from what the user has moved to meanwhile.
      if (now === had || !now?.closest('main, dialog')) own.focus({ preventScroll: true });
    });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
