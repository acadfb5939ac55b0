import { shippedDurations } from '@unspoken/contract/durations';
import { createHttpServer, type HttpOptions } from '@unspoken/server/platform/http/server';
import { UnidentifiedConnections } from '@unspoken/server/platform/http/unidentified-connections';
import { systemRandom } from '@unspoken/server/platform/random';

interface ServerOptions extends Partial<Pick<HttpOptions, 'proxies' | 'style' | 'log'>> {
  /** How many connections of a network may be unidentified. */
  readonly most?: number;
}

/** The HTTP server of the product without its routes, served without TLS. */
export const bareHttpServer = ({ proxies = 0, most, ...more }: ServerOptions = {}) =>
  createHttpServer({
    ...{ random: systemRandom, durations: shippedDurations, secure: false, proxies, ...more },
    unidentifiedConnections: new UnidentifiedConnections({ proxies, on: true, ...(most !== undefined && { most }) }),
  });
