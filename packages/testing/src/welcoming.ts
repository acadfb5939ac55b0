import { accountsModule } from '@unspoken/server/accounts/module';
import { SqlEncounterStore } from '@unspoken/server/encounters/store';
import { conductModule } from '@unspoken/server/moderation/module';
import { systemClock } from '@unspoken/server/platform/clock';
import { readConfig } from '@unspoken/server/platform/config';
import { openPlatform } from '@unspoken/server/platform/platform';
import { welcomingModule } from '@unspoken/server/welcoming/module';
import type { Part } from '@unspoken/server/welcoming/service';
import type { Member, World } from './world.ts';

export interface WelcomingBeside {
  partOf(member: Pick<Member, 'userId'>): Promise<Part | undefined>;
  isWelcomer(member: Pick<Member, 'userId'>): Promise<boolean>;
  forget(before: Date): Promise<void>;
  close(): Promise<void>;
}

/** What another process of a world answers to its matchmaker about welcomers. It has the time of the world. */
export async function welcomingBeside(
  world: World,
  environment: Readonly<Record<string, string>> = {},
): Promise<WelcomingBeside> {
  const config = readConfig({ ...world.environment, ...environment });
  const log = { warn() {}, error() {}, info() {} };
  const clock = { ...systemClock, now: () => world.now().getTime() };
  const platform = await openPlatform(config, { log, clock, beside: true });
  const store = new SqlEncounterStore(platform.db);
  const { accounts, guardAccounts } = accountsModule(platform);
  const { conduct, ledger } = conductModule(platform, {
    ...{ accounts, guardAccounts, encounters: async () => [], veiledBy: async () => 0 },
  });
  const { welcoming } = welcomingModule(platform, {
    ...{ accounts, conduct, ledger },
    completedMinutes: (accountIds) => store.completedMinutes(accountIds),
    hasCompletedMinute: (accountId) => store.hasCompletedMinute(accountId),
  });
  return {
    partOf: ({ userId }) => welcoming.partOf(userId),
    isWelcomer: ({ userId }) => welcoming.isWelcomer(userId),
    forget: (before) => welcoming.forget(before),
    close: platform.close,
  };
}
