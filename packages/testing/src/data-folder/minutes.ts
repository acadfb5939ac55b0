import { randomUUID } from 'node:crypto';
import { besideServer } from './beside.ts';

const pool = { experienceType: 'oneminute', poolType: 'anyone', groupSpace: 'open' } as const;

/** Records completed minutes of the account with this address, each with another person, beside a running server. */
export const completeMinutes = (environment: NodeJS.ProcessEnv, email: string, minutes: number): Promise<void> =>
  besideServer(environment, async (platform) => {
    const [{ accountsModule }, { SqlEncounterStore }] = await Promise.all([
      import('@unspoken/server/accounts/module'),
      import('@unspoken/server/encounters/store'),
    ]);
    const account = await accountsModule(platform).accounts.byEmail(email);
    if (!account) throw new Error(`nobody has the address ${email}`);
    const store = new SqlEncounterStore(platform.db);
    for (let i = 0; i < minutes; i++) {
      const roomID = `oneminute:${randomUUID()}`;
      const pairedAt = platform.clock.now() - (i + 2) * 120_000;
      await store.open({ roomID, a: account.id, b: randomUUID(), pool, pairedAt, waited: 0 });
      await store.confirmed(roomID, pairedAt);
      await store.begun(roomID, pairedAt);
      const end = { reasonA: 'natural', reasonB: 'natural', completed: true, duration: 60_000 } as const;
      await store.ended(roomID, { ...end, endedAt: pairedAt + 60_000 });
    }
  });
