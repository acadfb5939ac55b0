/** What the server is to know of this browser when it sends a page: never who somebody is. Source: docs/decisions/0015. */
const lasts = 400 * 86_400;

export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Keeps a plain word, or removes it. A browser that keeps no cookies keeps none. */
export function writeCookie(name: string, value: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous store of cookies is not everywhere, and not on plain addresses
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${value === undefined ? 0 : lasts}; samesite=lax${secure}`;
}
