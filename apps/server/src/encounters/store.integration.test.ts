import { onEachDatabase } from '@unspoken/testing/databases';
import { MemoryEncounterStore } from './memory-store.ts';
import { SqlEncounterStore } from './store.ts';
import { storeContract } from './store-contract.ts';

const memory = new MemoryEncounterStore();
storeContract('memory', () => memory);
onEachDatabase((name, database) => storeContract(name, () => new SqlEncounterStore(database().db)));
