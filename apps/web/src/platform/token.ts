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

export function storeToken(token: string | undefined): void {
  remembered = token;
  try {
    if (token === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, token);
  } catch {
    // Kept for this page only.
  }
}
