/** Distinguishes an outage, after which a client may retry, from a fault of the server. */
import { isTransientDatabaseError } from '@salar/store';

/**
 * Returns the seconds to wait when an error means that a component is unavailable or full for now; null for other
 * errors.
 */
export function getRetryAfter(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('retryAfterMs' in error && typeof error.retryAfterMs === 'number')
    return Math.max(1, Math.ceil(error.retryAfterMs / 1000));
  return isTransientDatabaseError(error) ? 1 : null;
}

/** Returns true when others are served meanwhile: the caller has too many requests, and nothing is out of order. */
export function isCallersLimit(error: unknown): boolean {
  return error instanceof Error && 'isCallersLimit' in error && error.isCallersLimit === true;
}
