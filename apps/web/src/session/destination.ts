const parameter = 'next';

/** A path of this site, or undefined for anything that could lead to another site. */
export function ownPath(wanted: string | null, origin: string): string | undefined {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return undefined;
  const url = new URL(wanted, origin);
  // Browsers read a backslash as a slash, and `/.//elsewhere` as `//elsewhere`.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** The destination after signing in, as an address names it. */
export const destinationOf = (search: URLSearchParams): string | undefined => ownPath(search.get(parameter), location.origin);

/** The address that opens a sign-in step on this page, and leads to the given path afterwards. */
export function signInStep(step: string, destination: string | undefined): string {
  const search = new URLSearchParams({ auth: step, ...(destination && { [parameter]: destination }) });
  return `?${search}`;
}
