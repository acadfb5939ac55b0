import { useEffect, useRef } from 'react';
import { announceByFocus, hasFocusWithin } from './announce-by-focus.ts';

interface PageFocusProps {
  /** Names the page; undefined on screens without the frame, which focus their headings themselves. */
  readonly page: string | undefined;
  /** Whose lobby `/` is: signing in and out there change the page, not its address. Undefined until the session is known. */
  readonly lobby: string | undefined;
}

/**
 * Moves the focus to the heading of each page that opens. Otherwise a screen reader would not announce the new page, and
 * keyboard navigation would continue from its position on the previous one. A page that has moved the focus itself, and a
 * dialog over it, are left alone; so is the page on which the user arrives.
 */
export function PageFocus({ page, lobby }: PageFocusProps) {
  const last = useRef({ page, lobby });
  useEffect(() => {
    const before = last.current;
    last.current = { page, lobby };
    const isOtherLobby = page === '/' && before.lobby !== undefined && before.lobby !== lobby;
    if ((before.page === page && !isOtherLobby) || page === undefined) return undefined;
    let cancel = () => {};
    const take = (): boolean => {
      if (hasFocusWithin()) return true;
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return false;
      heading.tabIndex = -1;
      cancel = announceByFocus(heading, () => {
        if (!hasFocusWithin()) heading.focus({ preventScroll: true });
      });
      return true;
    };
    if (take()) return () => cancel();
    // The page has not rendered its heading yet.
    const watch = new MutationObserver(() => take() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
      cancel();
    };
  }, [page, lobby]);
  return null;
}
