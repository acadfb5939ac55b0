import { defineRoom, defineServer, Room } from '@colyseus/core';
import { RedisDriver } from '@colyseus/redis-driver';
import { RedisPresence } from '@colyseus/redis-presence';
import { WebSocketTransport } from '@colyseus/ws-transport';

/**
 * The system compared with: a Colyseus server at `PORT` whose rooms hold two clients, and which notifies both when the second
 * has joined; with `REDIS_URL`, one of several processes that share a Redis. Prints `listening`.
 */
class Pair extends Room {
  override maxClients = 2;

  override onJoin(): void {
    if (this.clients.length === 2) this.broadcast('paired', this.roomId);
  }
}

const port = Number(process.env.PORT);
const redis = process.env.REDIS_URL;
const server = defineServer({
  ...{ rooms: { pair: defineRoom(Pair) }, transport: new WebSocketTransport(), greet: false },
  ...(redis && {
    ...{ presence: new RedisPresence(redis), driver: new RedisDriver(redis) },
    // A client with a seat is sent to the process that owns the room.
    publicAddress: `127.0.0.1:${port}`,
  }),
});
await server.listen(port);
process.stdout.write('listening\n');
