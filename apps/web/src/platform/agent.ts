import { limits } from '@unspoken/contract/limits';
import i18next from 'i18next';
import { freshID } from './fresh-id.ts';

/** What the browser says about itself beside a connect request. */
export const agent = () => ({
  appName: navigator.appName,
  appCodeName: navigator.appCodeName,
  // The language of the pages: mails are written in it.
  language: i18next.language,
  userAgent: navigator.userAgent.slice(0, limits.agent),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Names this page load, and nobody: it is drawn anew with each. */
const sessionId = freshID();

/** What the browser says about itself beside a sign-in. */
export const signInAgent = () => ({ ...agent(), sessionId });

/** Where somebody who makes an account came from. */
export const cameFrom = () => ({
  referrerUrl: document.referrer.slice(0, limits.agent),
  currentUrl: location.origin + location.pathname,
});
