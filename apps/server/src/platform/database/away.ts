import pg from 'pg';
import { driverError } from './driver-error.ts';

/**
 * SQLSTATEs of a server that takes no statements: connection exceptions (class 08), too many connections (53300), shut down (57P01,
 * 57P02, 57P05), starting or recovering (57P03), and a statement that took longer than it may (57014). (PostgreSQL documentation,
 * appendix A)
 */
const states = /^(08...|53300|57014|57P0[1235])$/;
/** What the system says of a connection that cannot be opened, or has broken. */
const codes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** What the driver says of a connection that it did not get in time, or that broke. These errors have neither a class nor a code. */
const messages =
  /^(timeout exceeded when trying to connect|Connection terminated|timeout expired|Client has encountered a connection error|Client was closed)/;

/** Nothing has arrived from PostgreSQL for as long as this process waits. */
export class PostgresSilent extends Error {
  constructor() {
    super('PostgreSQL does not answer');
  }
}

/** Whether a query failed because PostgreSQL could not be reached, or not in time, which says nothing about the query. */
export function isDatabaseAway(failure: unknown): boolean {
  const error = driverError(failure);
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return states.test(error.code ?? '');
  if (error instanceof PostgresSilent) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A server on this machine that is not running has no socket file.
  if (codes.includes(code ?? '') || (code === 'ENOENT' && syscall === 'connect')) return true;
  return code === undefined && messages.test(error.message);
}
