import { cancelClick, connectClick } from '@unspoken/contract/matchmaking';
import { handler, type SocketHandler } from '../platform/socket/gateway.ts';
import type { Matchmaking } from './service.ts';

/** `answered` is called with the call that a connect request answers. */
export const matchmakingHandlers = (
  matchmaking: Matchmaking,
  answered: (accountId: string, ringID: string) => void,
): SocketHandler[] => [
  handler(connectClick, async (connection, payload) => {
    const request = {
      pool: {
        experienceType: payload.experienceType ?? 'oneminute',
        poolType: payload.poolType ?? 'anyone',
        groupSpace: payload.groupSpace ?? 'open',
      },
      noRepeat: payload.noRepeat ?? false,
      clickID: payload.clickID ?? '',
      length: payload.length,
      orShorter: payload.orShorter,
    };
    await (payload.gettingReady ? matchmaking.announce(connection, request) : matchmaking.connect(connection, request));
    // Only what was accepted is an answer.
    if (payload.ringID !== undefined) answered(connection.accountId, payload.ringID);
    return { ok: true };
  }),
  handler(cancelClick, async (connection, payload) => {
    const clickID = payload.clickID ?? '';
    await (payload.pause ? matchmaking.pause(connection, clickID) : matchmaking.cancel(connection, clickID));
    return { ok: true };
  }),
];
