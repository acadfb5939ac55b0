import { isPaymentPath } from '@unspoken/contract/payment-path';
import { useEffect, useState } from 'react';

/** Whether this document was loaded for the payment page, and so has its Content Security Policy. */
const isLoadedForPayment = () =>
  isPaymentPath(new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname);

/**
 * Keeps the payment page in a document of its own, because a Content Security Policy stays with its document: a document that was loaded
 * for another page is loaded again on the way in, and the one of the payment page on the way out. Whether the page can be shown.
 */
export function useOwnDocument(): boolean {
  const [isOwn] = useState(isLoadedForPayment);
  useEffect(() => {
    if (!isOwn) location.reload();
    return () => {
      if (!isPaymentPath(location.pathname)) location.reload();
    };
  }, [isOwn]);
  return isOwn;
}
