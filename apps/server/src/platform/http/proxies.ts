/** Trusts the addresses that the nearest `proxies` hops report; a client may have forged everything before them. */
export const trusting =
  (proxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < proxies;
