import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a screen takes the focus as the screen appears, so that a screen reader announces the screen. */
export function ScreenHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
