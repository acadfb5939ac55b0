import { presence, time } from '@unspoken/contract/presence';
import type { Clock } from '../platform/clock.ts';
import { type Door, door } from '../platform/socket/gateway.ts';
import type { Presence } from './service.ts';

export const presenceDoors = (service: Presence, clock: Clock): Door[] => [
  door(presence, (connection, { state }) => {
    service.emitted(connection, state);
    return { ok: true };
  }),
  door(time, () => ({ now: clock.now() })),
];
