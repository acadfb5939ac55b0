import { isLanguage } from '@unspoken/contract/languages';
import { type CountedPage, countedPages, type VisitEvent, visitPath } from '@unspoken/contract/visit-events';
import i18next from 'i18next';
import { Observable } from '../platform/observable.ts';
import { session } from '../session/session.ts';

const key = 'unspoken.count';

/** Whether this browser signals that it declines tracking (Global Privacy Control). */
const declines = (): boolean => (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;

function kept(): boolean {
  try {
    return localStorage.getItem(key) !== 'no' && !declines();
  } catch {
    return false;
  }
}

/** Whether visits from this browser are counted: unless the browser or its user has declined. */
export const counting = new Observable(kept());

export function setCounting(wanted: boolean): void {
  try {
    localStorage.setItem(key, wanted ? 'yes' : 'no');
  } catch {
    // Storage is unavailable: the choice applies to this page only.
  }
  counting.set(wanted && !declines());
}

const isCounted = (page: string): page is CountedPage => (countedPages as readonly string[]).includes(page);

/** Counts a step on this page, if it is a counted page. Fire and forget: nothing waits for the result. */
export function count(event: VisitEvent): void {
  const page = location.pathname;
  const { language } = i18next;
  if (!counting.get() || !isCounted(page) || !isLanguage(language)) return;
  const { user } = session.get();
  const by = user ? (user.role === 'admin' ? 'admin' : 'member') : 'visitor';
  // Without a token, so that the visit cannot be traced to a user afterwards.
  navigator.sendBeacon(visitPath, new URLSearchParams({ event, page, language, by }));
}
