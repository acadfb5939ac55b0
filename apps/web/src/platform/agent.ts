/** What the browser says about itself beside a sign-in. */
export const agent = () => ({
  appName: navigator.appName,
  appCodeName: navigator.appCodeName,
  language: navigator.language,
  userAgent: navigator.userAgent,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
