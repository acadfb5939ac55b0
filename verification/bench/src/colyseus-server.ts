import { defineRoom, defineServer, Room } from '@colyseus/core';
import { RedisDriver } from '@colyseus/redis-driver';
import { RedisPresence } from '@colyseus/redis-presence';
import { WebSocketTransport } from '@colyseus/ws-transport';

/**
 * The peer: a Colyseus server at `PORT` whose rooms hold two, and who tells both when the second has come; one of many over
 * Redis where `REDIS_URL` says so. Says when it listens.
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
    // Whoever has a seat is sent to the process that holds the room.
    publicAddress: `127.0.0.1:${port}`,
  }),
});
await server.listen(port);
process.stdout.write('listening\n');
