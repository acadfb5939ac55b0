import { timestamp } from 'drizzle-orm/pg-core';

/** A point in time, to the millisecond, as the clock gives it. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });
