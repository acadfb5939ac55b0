import type { Fault } from './fault.ts';
import { faultsOfPostgres } from './postgres.ts';
import { faultsOfProcesses } from './processes.ts';
import { faultsOfRedis } from './redis.ts';

/** Everything that is done to an installation. Source: promises.md, chaos on the one box. */
export const everyFault: readonly Fault[] = [...faultsOfProcesses, ...faultsOfRedis, ...faultsOfPostgres];
