import { randomUUID } from 'node:crypto';
import type { Pool } from '@unspoken/contract/matchmaking';
import { SqlEncounterStore } from '@unspoken/server/encounters/store';
import { enrol } from '@unspoken/testing/enrol';
import { openEmptyDatabase } from './empty-database.ts';

const pool: Pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' };

/**
 * Records pairs of so many people as the server does, in the same batches, on a database of its own, and does nothing else: no sockets, no
 * matchmaking. `meet` opens and ends rooms for `span` ms, one after another for each two people; it returns how long each opening took, ms.
 */
export async function openRecording(people: number): Promise<{ meet(span: number): Promise<number[]>; stop(): Promise<void> }> {
  const { database, stop } = await openEmptyDatabase();
  const accounts = (await enrol(database.pool, people)).map(({ accountId }) => accountId);
  const pairs = Array.from({ length: accounts.length / 2 }, (_, i) => accounts.slice(2 * i, 2 * i + 2) as [string, string]);
  const store = new SqlEncounterStore(database.db);
  const meet = async (span: number) => {
    const times: number[] = [];
    const until = performance.now() + span;
    const recordRepeatedly = async ([a, b]: [string, string]) => {
      while (performance.now() < until) {
        const roomID = randomUUID();
        const began = performance.now();
        await store.open({ roomID, a, b, pool, pairedAt: Date.now(), waited: 0 });
        times.push(performance.now() - began);
        const reasons = { reasonA: 'cancel_self', reasonB: 'cancel_other' } as const;
        await store.ended(roomID, { endedAt: Date.now(), ...reasons, completed: false, duration: 0 });
      }
    };
    await Promise.all(pairs.map(recordRepeatedly));
    return times;
  };
  return { meet, stop };
}
