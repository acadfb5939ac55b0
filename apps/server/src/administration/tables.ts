import { pgTable, text } from 'drizzle-orm/pg-core';

/** What those who run the platform have set, over what its environment says. */
export const setting = pgTable('setting', { name: text().primaryKey(), value: text().notNull() });
