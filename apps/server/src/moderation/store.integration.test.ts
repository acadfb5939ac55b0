import { onEachDatabase } from '@unspoken/testing/databases';
import { MemoryModerationStore } from './memory-store.ts';
import { moderationStore } from './store.ts';
import { moderationStoreContract } from './store-contract.ts';

const memory = new MemoryModerationStore();
moderationStoreContract('memory', () => memory);
onEachDatabase((name, database) => moderationStoreContract(name, () => moderationStore(database().db)));
