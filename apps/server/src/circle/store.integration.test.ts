import { onEachDatabase } from '@unspoken/testing/databases';
import { MemoryCircleStore } from './memory-store.ts';
import { circleStore } from './store.ts';
import { circleStoreContract } from './store-contract.ts';

const memory = new MemoryCircleStore();
circleStoreContract('memory', () => memory);
onEachDatabase((name, database) => circleStoreContract(name, () => circleStore(database().db)));
