import type { Wire } from './wires.ts';

interface Gathered {
  readonly wire: Wire;
  packets: number;
}

/** Sends the packets of one turn of the event loop over a wire in one write, because each write is a system call. */
export class OneWrite {
  #gathered: Gathered[] = [];

  follow(wire: Wire): void {
    const gathered: Gathered = { wire, packets: 0 };
    wire.on('packetCreate', () => {
      gathered.packets++;
      // Packets are being gathered already, or a write is under way, after which this packet goes out.
      if (!wire.transport.writable) return;
      wire.transport.writable = false;
      if (this.#gathered.push(gathered) === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    for (const gathered of this.#gathered.splice(0)) {
      const { transport, request } = gathered.wire;
      const several = gathered.packets > 1;
      gathered.packets = 0;
      transport.writable = true;
      if (several) request.socket.cork();
      transport.emit('ready');
      if (several) request.socket.uncork();
    }
  }
}
