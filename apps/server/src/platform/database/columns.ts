import { timestamp } from 'drizzle-orm/pg-core';

/** A point in time, in milliseconds like the clock. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });
