import { afterAll, beforeAll } from 'vitest';
import { type OpenDatabase, openDatabase } from '../platform/database/database.ts';
import { MemoryModerationStore } from './memory-store.ts';
import { moderationStore } from './store.ts';
import { moderationStoreContract } from './store-contract.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openDatabase({ url: undefined, dataDir: undefined, fault: () => {} });
});
afterAll(() => database.close());

const memory = new MemoryModerationStore();
moderationStoreContract('memory', () => memory);
moderationStoreContract('embedded database', () => moderationStore(database.db));
