/** What the driver threw: the query builder wraps it in an error of its own. */
export const driverError = (error: unknown): unknown => (error instanceof Error && error.cause) || error;

/** The SQLSTATE of a query that PostgreSQL refused, the code of a system error, or undefined. */
export const errorCode = (error: unknown): string | undefined => (driverError(error) as { code?: string } | undefined)?.code;
