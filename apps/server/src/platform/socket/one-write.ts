import { holdWrites, releaseWrites, type Wire } from './engine-io.ts';

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
      if (!holdWrites(wire)) return;
      if (this.#gathered.push(gathered) === 1) setImmediate(() => this.#send());
    });
  }

  #send(): void {
    for (const gathered of this.#gathered.splice(0)) {
      const several = gathered.packets > 1;
      gathered.packets = 0;
      releaseWrites(gathered.wire, several);
    }
  }
}
