import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { isReauthenticationRefusal } from '../../api/reauthentication.ts';

/** Whether the customer declined to reauthenticate: nothing failed that could be retried. */
export function wasDeclined(error: ApiError | undefined): boolean {
  if (error === undefined) return false;
  const failure = toFailure(error);
  return failure.kind === 'REFUSED' && isReauthenticationRefusal(failure);
}
