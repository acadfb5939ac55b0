import { cancelClick, connectClick } from '@unspoken/contract/matchmaking';
import { type Door, door } from '../platform/socket/gateway.ts';
import type { Matchmaking } from './service.ts';

export const matchmakingDoors = (matchmaking: Matchmaking): Door[] => [
  door(connectClick, async (connection, payload) => {
    await matchmaking.connect(connection, {
      pool: {
        experienceType: payload.experienceType ?? 'oneminute',
        poolType: payload.poolType ?? 'anyone',
        groupSpace: payload.groupSpace ?? 'open',
      },
      noRepeat: payload.noRepeat ?? false,
      clickID: payload.clickID ?? '',
    });
    return { ok: true };
  }),
  door(cancelClick, async (connection, payload) => {
    await matchmaking.cancel(connection, payload.clickID ?? '');
    return { ok: true };
  }),
];
