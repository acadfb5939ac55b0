import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { ServerOptions } from 'socket.io';
import type { OpenRedis } from './redis.ts';

export type SocketAdapter = NonNullable<ServerOptions['adapter']>;

/** The length of the stream: enough messages for an outage of one minute. */
const streamLength = 10_000;

/**
 * Connects Socket.IO to the sockets of every process: through a stream, so that a process that was cut off from Redis
 * for a while still receives the evictions that it missed.
 */
export const socketAdapter = (redis: OpenRedis, space: string): SocketAdapter =>
  createAdapter(redis.another({ patient: true }), {
    streamName: `${space}:sockets`,
    channelPrefix: `${space}:sockets`,
    maxLen: streamLength,
    onlyPlaintext: true,
  }) as SocketAdapter;
