import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of each page that opens. Otherwise a screen reader would not announce the new page, and
 * keyboard navigation would continue from its position on the previous one. A page that has moved the focus itself, and a
 * dialog over it, are left alone; so is the page on which the user arrives.
 * `page` names the page; undefined on screens without the frame, which focus their headings themselves.
 */
export function PageFocus({ page }: { readonly page: string | undefined }) {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return undefined;
    last.current = page;
    if (page === undefined) return undefined;
    const take = (): boolean => {
      const active = document.activeElement;
      if (active?.closest('main, dialog')) return true;
      const heading = document.querySelector<HTMLElement>('main h1');
      if (!heading) return false;
      heading.setAttribute('tabindex', '-1');
      heading.focus({ preventScroll: true });
      return true;
    };
    if (take()) return undefined;
    // The page has not rendered its heading yet.
    const watch = new MutationObserver(() => take() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [page]);
  return null;
}
