import type { FastifyInstance } from 'fastify';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { systemRandom } from '../random.ts';
import { forgiveOwnDelays, OwnDelays } from './own-delays.ts';
import { createHttpServer } from './server.ts';
import { styleHash } from './static.ts';
import { UnidentifiedConnections } from './unidentified-connections.ts';

/** The HTTP server of a process, not yet listening, and its connections that have not identified themselves. */
export interface OpenHttp {
  readonly http: FastifyInstance;
  readonly unidentifiedConnections: UnidentifiedConnections;
}

export async function openHttp(config: Config, log: NodeJS.WritableStream | undefined): Promise<OpenHttp> {
  const { proxies, durations } = config;
  const unidentifiedConnections = new UnidentifiedConnections({ proxies, on: config.limits });
  const secure = config.publicUrl.startsWith('https:');
  const style = styleHash(config.webDir);
  const http = await createHttpServer({ random: systemRandom, durations, unidentifiedConnections, proxies, secure, style, log });
  const ownDelays = new OwnDelays(systemClock);
  forgiveOwnDelays(http.server, ownDelays);
  http.addHook('onListen', async () => ownDelays.begin());
  http.addHook('onClose', async () => ownDelays.end());
  return { http, unidentifiedConnections };
}
