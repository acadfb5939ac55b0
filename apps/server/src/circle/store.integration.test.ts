import { afterAll, beforeAll } from 'vitest';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { MemoryCircleStore } from './memory-store.ts';
import { circleStore } from './store.ts';
import { circleStoreContract } from './store-contract.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ url: undefined, dataDir: undefined, fault: () => {} });
});
afterAll(() => database.close());

const memory = new MemoryCircleStore();
circleStoreContract('memory', () => memory);
circleStoreContract('embedded database', () => circleStore(database.db));
