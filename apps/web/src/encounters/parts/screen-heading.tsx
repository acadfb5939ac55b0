import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { announceByFocus } from '../../platform/focus-heading.ts';

/** The heading of a screen takes the focus as the screen appears, so that a screen reader announces the screen. */
export function ScreenHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const own = heading.current;
    return own ? announceByFocus(own, () => own.focus({ preventScroll: true })) : undefined;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
