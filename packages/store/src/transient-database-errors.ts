/** Distinguishes a database that is unreachable or overloaded from a statement that is wrong. */

/**
 * SQLSTATE classes of transient errors: connection, rollback, out of resources, object in use, operator intervention,
 * I/O.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const passing = new Set(['08', '40', '53', '55', '57', '58']);
/** A server that only reads: it is a replica, about to be promoted, or its administrator is switching to another one. */
export const readOnlyServer = '25006';
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const driverSentences =
  /^Connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout|Premature close/i;

/** Returns true when a later attempt may succeed: PostgreSQL restarts or is switched over, the network is down, the disk is full. */
export function isTransientDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (typeof code === 'string') {
    if (socketCodes.has(code) || code === 'ERR_STREAM_PREMATURE_CLOSE') return true;
    if (/^[0-9A-Z]{5}$/.test(code)) return code === readOnlyServer || passing.has(code.slice(0, 2));
  }
  return driverSentences.test(error.message);
}
