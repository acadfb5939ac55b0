import { useEffect } from 'react';
import { Observable } from './observable.ts';
import { useConfiguration } from './use-configuration.ts';

/** A prefix for the tab's title, whatever page it shows, while there is something to report. */
export const titlePrefix = new Observable<string | undefined>(undefined);

let prefix: string | undefined;
titlePrefix.subscribe(() => {
  const page = prefix ? document.title.slice(prefix.length + separator.length) : document.title;
  prefix = titlePrefix.get();
  document.title = titled(page);
});

const separator = ' · ';
const titled = (page: string) => (prefix ? `${prefix}${separator}${page}` : page);

/** Sets the title of the tab, which screen readers announce; restores the product's name when the page is left. */
export function useTitle(title: string): void {
  const { productName } = useConfiguration();
  useEffect(() => {
    document.title = titled(`${title}${separator}${productName}`);
    return () => {
      document.title = titled(productName);
    };
  }, [title, productName]);
}
