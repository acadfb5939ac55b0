import { useEffect } from 'react';
import { Observable } from './observable.ts';
import { useConfiguration } from './use-configuration.ts';

/** What the tab says before the name of whatever page it shows, while there is something to say. */
export const titlePrefix = new Observable<string | undefined>(undefined);

let prefix: string | undefined;
titlePrefix.subscribe(() => {
  const page = prefix ? document.title.slice(prefix.length + separator.length) : document.title;
  prefix = titlePrefix.get();
  document.title = titled(page);
});

const separator = ' · ';
const titled = (page: string) => (prefix ? `${prefix}${separator}${page}` : page);

/** Names the page in the browser's tab and for those who hear it; the product's name alone again when it is left. */
export function useTitle(title: string): void {
  const { productName } = useConfiguration();
  useEffect(() => {
    document.title = titled(`${title}${separator}${productName}`);
    return () => {
      document.title = titled(productName);
    };
  }, [title, productName]);
}
