import { MemoryMatchmakingState } from './memory-state.ts';
import { matchmakingStateContract } from './state-contract.ts';

matchmakingStateContract('memory', async () => new MemoryMatchmakingState());
