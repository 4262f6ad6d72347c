/** Tells "come back in a moment" from "this is a fault of ours". */
import { isTransientDatabaseError } from '@salar/store';

/** Seconds to wait when an error means that a part of us is away or full for now; null for every other error. */
export function getRetryAfter(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('retryAfterMs' in error && typeof error.retryAfterMs === 'number')
    return Math.max(1, Math.ceil(error.retryAfterMs / 1000));
  return isTransientDatabaseError(error) ? 1 : null;
}
