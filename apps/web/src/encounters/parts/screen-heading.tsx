import type { ReactNode } from 'react';
import { useFocusAsItAppears } from '../../platform/announce-by-focus.ts';

/** The heading of a screen takes the focus as the screen appears, so that a screen reader announces the screen. */
export function ScreenHeading({ children }: { readonly children: ReactNode }) {
  const heading = useFocusAsItAppears<HTMLHeadingElement>();
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
