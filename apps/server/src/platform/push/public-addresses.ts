import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address is one of the public Internet: none that the registries for special purposes reserve (RFC 6890), in no spelling;
 * no IPv4 address in an IPv6 one is either, unless it is public by itself.
 */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/**
 * Resolves names for a connection, and refuses a name of which any address is not public. The connection is made to the addresses that
 * were checked, so that a name which changes its mind afterwards changes nothing.
 */
export const publicLookup =
  (resolve: typeof systemLookup = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.length === 0 || addresses.some(({ address }) => !isPublic(address));
      if (refused) return callback(Object.assign(new Error('not a public address'), { code: 'ENOTPUBLIC' }), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
