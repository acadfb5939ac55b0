import { isPaymentPath } from '@unspoken/contract/payment-path';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../session/use-session.ts';
import { count } from './counting.ts';

/** Counts each page that is opened, once the kind of visitor is known; never one on which a payment is made. */
export function PageVisits() {
  const { pathname } = useLocation();
  const { ready } = useSession();
  useEffect(() => {
    if (ready && !isPaymentPath(pathname)) count('page opened');
  }, [ready, pathname]);
  return null;
}
