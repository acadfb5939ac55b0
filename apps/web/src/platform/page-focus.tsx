import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of each page that opens. Otherwise a screen reader would not announce the new page, and
 * keyboard navigation would continue from its position on the previous one. A page that has moved the focus itself, and a
 * dialog over it, are left alone; so is the page on which the user arrives.
 */
export function PageFocus() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const take = (): boolean => {
      const active = document.activeElement;
      if (active?.closest('main, dialog')) return true;
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return false;
      heading.setAttribute('tabindex', '-1');
      heading.focus({ preventScroll: true });
      return true;
    };
    if (take()) return;
    // The page has not rendered its heading yet.
    const watch = new MutationObserver(() => take() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [pathname]);
  return null;
}
