import type { Wire } from './wires.ts';

interface Gathered {
  readonly wire: Wire;
  packets: number;
}

/** What is said over a wire in one turn of the loop goes out in one write, for each is a call of the system. */
export class OneWrite {
  #gathered: Gathered[] = [];

  follow(wire: Wire): void {
    const gathered: Gathered = { wire, packets: 0 };
    wire.on('packetCreate', () => {
      gathered.packets++;
      // It is being gathered already, or a write is under way: then this goes out after it.
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
