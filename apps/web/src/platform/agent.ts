import i18next from 'i18next';

/** What the browser says about itself beside a sign-in. */
export const agent = () => ({
  appName: navigator.appName,
  appCodeName: navigator.appCodeName,
  // The language of the pages: mails are written in it.
  language: i18next.language,
  userAgent: navigator.userAgent,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
