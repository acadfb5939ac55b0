const parameter = 'next';

/** A path of this site, or undefined for whatever could lead anywhere else. */
export function ownPath(wanted: string | null, origin: string): string | undefined {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return undefined;
  const url = new URL(wanted, origin);
  // Browsers read a backslash as a slash, and `/.//elsewhere` as `//elsewhere`.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Where to go on to after signing in, as an address names it. */
export const destinationOf = (search: URLSearchParams): string | undefined => ownPath(search.get(parameter), location.origin);

/** The address that opens a step of signing in, on this page, and goes on to a path afterwards. */
export function signInStep(step: string, destination: string | undefined): string {
  const search = new URLSearchParams({ auth: step, ...(destination && { [parameter]: destination }) });
  return `?${search}`;
}
