import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UnidentifiedConnections } from '@unspoken/server/platform/http/unidentified-connections';
import { Gateway } from '@unspoken/server/platform/socket/gateway';
import { type SocketServerOptions, startSocketServer } from '@unspoken/server/platform/socket/socket-io';
import { StandingClock } from './standing-clock.ts';

type BedOptions = Pick<SocketServerOptions, 'identify'> & Partial<Pick<SocketServerOptions, 'limited' | 'pingInterval'>>;

/** A socket server for a test, by default without limits, whose clock only the test moves; a ticket must be shown within 5 s. */
export async function startSocketServerBed({ identify, limited = false, pingInterval = 25_000 }: BedOptions) {
  const http = createServer();
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const clock = new StandingClock();
  const gateway = new Gateway(String);
  const server = startSocketServer({
    ...{ http, gateway, clock, identify, random: { id: () => 'x' } as never, origins: [], limited, proxies: 0 },
    ...{ pingInterval, pingTimeout: 20_000, ticketTimeout: 5_000 },
    unidentifiedConnections: new UnidentifiedConnections({ proxies: 0, on: false }),
  });
  return { server, gateway, clock, host: `127.0.0.1:${(http.address() as AddressInfo).port}` };
}
