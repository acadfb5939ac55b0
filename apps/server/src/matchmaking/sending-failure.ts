import { AppError } from '@unspoken/contract/errors';
import type { MatchmakerEvent } from '@unspoken/contract/matchmaking';
import type { Connection } from '../platform/socket/gateway.ts';

/** Sends a failure as an event too, and not only in the acknowledgement, because not every client requests one. Throws it again. */
export async function sendingFailure(
  connection: Connection,
  type: MatchmakerEvent['type'],
  clickID: string,
  task: () => Promise<void>,
): Promise<void> {
  try {
    await task();
  } catch (error) {
    const code = error instanceof AppError && error.code !== 'unavailable' ? error.code : 'matchmaker_failed';
    connection.send('matchmakerEvent', { type, error: code, clickID } satisfies MatchmakerEvent);
    throw error;
  }
}
