import { useCallback } from 'react';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { isReauthenticationRefusal } from '../../api/reauthentication.ts';
import { findRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';

/** The problem to show and, where the exchange gave no reason, its cause. */
export type KeyProblem = {
  readonly text: string;
  readonly cause?: string;
  /** The exchange refused the list of addresses: the text belongs to its field. */
  readonly isAboutAddresses?: boolean;
};

/** How the exchange's refusals of an IP whitelist begin. */
const addressRefusal = /^Invalid (IP address: |IpWhiteList)/;

/** Returns the exchange's own message about a failure, or else what failed and why. */
export function useKeyProblem(): (error: ApiError, failed: string) => KeyProblem {
  const failureText = useFailureText();
  return useCallback(
    (error, failed) => {
      const failure = toFailure(error);
      if (failure.kind !== 'REFUSED') return { text: failed, cause: failureText(error) };
      const text = findRefusalMessage(failure);
      const isExplained = isReauthenticationRefusal(failure) || text !== null;
      return {
        text: isExplained ? failureText(error) : failed,
        isAboutAddresses: text !== null && addressRefusal.test(text),
      };
    },
    [failureText],
  );
}
