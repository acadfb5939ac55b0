import { MemoryMatchmakingState } from './memory-state.ts';
import { standInContract } from './stand-in-contract.ts';
import { matchmakingStateContract } from './state-contract.ts';
import { welcomeContract } from './welcome-contract.ts';

const create = async () => new MemoryMatchmakingState();
matchmakingStateContract('memory', create);
standInContract('memory', create);
welcomeContract('memory', create);
