import { useEffect } from 'react';
import { useConfiguration } from './use-configuration.ts';

/** Names the page in the browser's tab and for those who hear it; the product's name alone again when it is left. */
export function useTitle(title: string): void {
  const { productName } = useConfiguration();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
    return () => {
      document.title = productName;
    };
  }, [title, productName]);
}
