import { afterAll, beforeAll } from 'vitest';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { MemoryEncounterStore } from './memory-store.ts';
import { SqlEncounterStore } from './store.ts';
import { storeContract } from './store-contract.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ url: undefined, dataDir: undefined, fault: () => {} });
});
afterAll(() => database.close());

const memory = new MemoryEncounterStore();
storeContract('memory', () => memory);
storeContract('embedded database', () => new SqlEncounterStore(database.db));
