import { limits } from '@unspoken/contract/limits';
import i18next from 'i18next';
import { freshID } from './fresh-id.ts';

/** What the browser reports about itself with a connect request. */
export const agent = () => ({
  appName: navigator.appName,
  appCodeName: navigator.appCodeName,
  // The language of the pages: mails are written in it.
  language: i18next.language,
  userAgent: navigator.userAgent.slice(0, limits.agent),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Identifies this page load, and no user: it is generated for each load. */
const sessionId = freshID();

/** What the browser reports about itself when signing in. */
export const signInAgent = () => ({ ...agent(), sessionId });

/** Where the user who creates an account came from. */
export const cameFrom = () => ({
  referrerUrl: document.referrer.slice(0, limits.agent),
  currentUrl: location.origin + location.pathname,
});
