import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { isReauthenticationRefusal } from '../../api/reauthentication.ts';

/** The customer was asked for a proof and would not give it: nothing failed that could be tried again. */
export function wasDeclined(error: ApiError | undefined): boolean {
  if (error === undefined) return false;
  const failure = toFailure(error);
  return failure.kind === 'REFUSED' && isReauthenticationRefusal(failure);
}
