import { startProcesses } from '@unspoken/world/processes';
import { test } from 'vitest';
import { encountersContract } from './encounters-contract.ts';

if (process.env.WORLD_REDIS && process.env.WORLD_POSTGRES)
  encountersContract('three processes', (environment) => startProcesses(3, environment));
else test.skip('several processes: PostgreSQL or Redis is not installed', () => {});
