import { writeCookie } from './cookies.ts';

const key = 'unspoken.token';

/** The account's token, shared by all tabs. Storage can be forbidden; then it lasts as long as the page. */
let remembered: string | undefined;

export function storedToken(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return remembered;
  }
}

/** Sets the cookie by which the server knows only that this browser must not get the pages prerendered for visitors. */
export const markBrowserKnown = (): void => writeCookie('known', storedToken() === undefined ? undefined : 'yes');

/** Calls the listener when another tab has signed in or out. */
export function onTokenChangedElsewhere(listener: () => void): void {
  window.addEventListener('storage', (event) => {
    // A null key means that the whole storage was cleared.
    if (event.key === key || event.key === null) listener();
  });
}

export function storeToken(token: string | undefined): void {
  remembered = token;
  try {
    if (token === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, token);
  } catch {
    // Kept for this page only.
  }
  markBrowserKnown();
}
