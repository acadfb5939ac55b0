import { joinRoom, leaveRoom, reportMedia, sendToRoom, thanksClick, updateSessionData } from '@unspoken/contract/encounters';
import { type Door, door } from '../platform/socket/gateway.ts';
import type { Encounters } from './service.ts';

export const encounterDoors = (encounters: Encounters): Door[] => [
  door(joinRoom, (connection, { roomID, after, resume }) => encounters.join(connection, roomID, resume ? 'now' : (after ?? 0))),
  door(sendToRoom, (connection, { roomID, name, payload, n }) => encounters.send(connection, roomID, { name, payload, n })),
  door(leaveRoom, async (connection, { roomID }) => {
    await encounters.leave(connection, roomID);
    return { ok: true };
  }),
  door(reportMedia, async (connection, { roomID }) => {
    await encounters.reportMedia(connection, roomID);
    return { ok: true };
  }),
  door(thanksClick, async (connection, { roomID, position }) => {
    await encounters.afterwards.thank(connection.accountId, { roomID, position });
    return { ok: true };
  }),
  door(updateSessionData, async (connection, data) => {
    await encounters.noteSessionData(connection, data);
    return { ok: true };
  }),
];
