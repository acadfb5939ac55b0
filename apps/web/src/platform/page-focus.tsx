import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Whoever hears the pages, or goes through them by keys, is taken to the heading of a page as it opens: otherwise
 * nothing would say that there is another, and the next key would go on from where the last one was. A page that has
 * moved the focus itself, and a dialog over it, are left alone; so is the page one arrives on.
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
    // The page is still on its way.
    const watch = new MutationObserver(() => take() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [pathname]);
  return null;
}
