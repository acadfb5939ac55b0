import { joinRoom, leaveRoom, reportMedia, sendToRoom, thanksClick, updateSessionData } from '@unspoken/contract/encounters';
import { handler, type SocketHandler } from '../platform/socket/gateway.ts';
import type { Encounters } from './service.ts';

export const encounterHandlers = (encounters: Encounters): SocketHandler[] => [
  handler(joinRoom, (connection, { roomID, after, resume, additions, veil }) =>
    encounters.join(connection, roomID, resume ? 'now' : (after ?? 0), { additions: additions ?? [], veil }),
  ),
  handler(sendToRoom, (connection, { roomID, name, payload, n }) => encounters.send(connection, roomID, { name, payload, n })),
  handler(leaveRoom, async (connection, { roomID }) => {
    await encounters.leave(connection, roomID);
    return { ok: true };
  }),
  handler(reportMedia, async (connection, { roomID }) => {
    await encounters.reportMedia(connection, roomID);
    return { ok: true };
  }),
  handler(thanksClick, async (connection, { roomID, position }) => {
    await encounters.afterwards.thank(connection.accountId, { roomID, position });
    return { ok: true };
  }),
  handler(updateSessionData, async (connection, data) => {
    await encounters.noteSessionData(connection, data);
    return { ok: true };
  }),
];
