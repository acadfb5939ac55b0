/** What the server may know of this browser when it sends a page: never who the user is. Source: docs/decisions/0015. */
const lasts = 400 * 86_400;

export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

/** Stores a value that needs no encoding, or removes it. Does nothing in a browser that refuses cookies. */
export function writeCookie(name: string, value: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers, and on insecure pages
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${value === undefined ? 0 : lasts}; samesite=lax${secure}`;
}
