import { sql } from 'drizzle-orm';

/** One value of each row, as an array parameter that a statement unnests: a statement for many rows has one text, however many they are. */
export const column = <T>(rows: readonly T[], value: (row: T) => string | number | boolean | null) => sql.param(rows.map(value));

/** An instant, epoch ms, as such a parameter carries it. */
export const iso = (at: number) => new Date(at).toISOString();
