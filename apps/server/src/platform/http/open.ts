import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { systemRandom } from '../random.ts';
import { createHttpServer } from './server.ts';
import { styleHash } from './static.ts';
import { UnnamedConnections } from './unnamed.ts';

/** The HTTP server of a process, not yet listening, and its connections that have not identified themselves. */
export interface OpenHttp {
  readonly http: FastifyInstance;
  readonly unnamed: UnnamedConnections;
}

export async function openHttp(config: Config, log: NodeJS.WritableStream | undefined): Promise<OpenHttp> {
  const { proxies, durations } = config;
  const unnamed = new UnnamedConnections({ proxies, on: config.limits });
  const secure = config.publicUrl.startsWith('https:');
  const style = styleHash(config.webDir);
  const http = await createHttpServer({ random: systemRandom, durations, unnamed, proxies, secure, style, log });
  return { http, unnamed };
}
