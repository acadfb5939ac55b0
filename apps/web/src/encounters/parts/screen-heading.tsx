import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * How long a heading is left out of what screen readers see, ms. Orca answers the removal of the element that had the focus by moving silently
 * to the first text in its place. If that is the heading, the focus that follows is no news to it, and the new screen stays unannounced.
 */
const removalSettles = 200;

/** The heading of a screen takes the focus as the screen appears, so that a screen reader announces the screen. */
export function ScreenHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isExposed, setExposed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setExposed(true), removalSettles);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (isExposed) heading.current?.focus({ preventScroll: true });
  }, [isExposed]);
  return (
    <h1 ref={heading} tabIndex={-1} {...(!isExposed && { 'aria-hidden': true })}>
      {children}
    </h1>
  );
}
