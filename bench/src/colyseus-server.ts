import { defineRoom, defineServer, Room } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

/** The peer: a Colyseus server whose rooms hold two, and who tells both when the second has come. Prints its port. */
class Pair extends Room {
  override maxClients = 2;

  override onJoin(): void {
    if (this.clients.length === 2) this.broadcast('paired', this.roomId);
  }
}

const port = Number(process.env.PORT);
const server = defineServer({ rooms: { pair: defineRoom(Pair) }, transport: new WebSocketTransport(), greet: false });
await server.listen(port);
process.stdout.write('listening\n');
