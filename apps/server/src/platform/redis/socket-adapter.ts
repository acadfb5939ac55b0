import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { ServerOptions } from 'socket.io';
import type { OpenRedis } from './redis.ts';

export type SocketAdapter = NonNullable<ServerOptions['adapter']>;

/** What is said to all sockets of somebody, in as many words as a minute of trouble may need. */
const kept = 10_000;

/**
 * Has Socket.IO speak to the sockets of every process: through a stream, so that a process that was cut off from Redis
 * for a while still hears who is to be signed out.
 */
export const socketAdapter = (redis: OpenRedis, space: string): SocketAdapter =>
  createAdapter(redis.another({ patient: true }), {
    streamName: `${space}:sockets`,
    channelPrefix: `${space}:sockets`,
    maxLen: kept,
    onlyPlaintext: true,
  }) as SocketAdapter;
