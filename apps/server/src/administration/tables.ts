import { pgTable, text } from 'drizzle-orm/pg-core';

/** Settings of administrators, which override the environment. */
export const setting = pgTable('setting', { name: text().primaryKey(), value: text().notNull() });
