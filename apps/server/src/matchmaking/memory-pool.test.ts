import { MemoryPool } from './memory-pool.ts';
import { poolContract } from './pool-contract.ts';

poolContract('memory', async () => new MemoryPool());
