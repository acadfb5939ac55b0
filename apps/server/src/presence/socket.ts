import { presence, time } from '@unspoken/contract/presence';
import type { Clock } from '../platform/clock.ts';
import { handler, type SocketHandler } from '../platform/socket/gateway.ts';
import type { Presence } from './service.ts';

export const presenceHandlers = (service: Presence, clock: Clock): SocketHandler[] => [
  handler(presence, (connection, { state, groupSpace }) => {
    service.emitted(connection, state, groupSpace);
    return { ok: true };
  }),
  handler(time, () => ({ now: clock.now() })),
];
