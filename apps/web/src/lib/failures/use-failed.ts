import { useCallback } from 'react';
import type { ApiError } from '../../api/failure.ts';
import { useFailureText } from './use-failure-text.ts';
import type { MessageFactory } from './use-localized-message.ts';

/** Returns a function that describes a failed call to the customer; null for a call that succeeded. */
export function useFailed(): (answer: { readonly error?: ApiError | undefined }) => MessageFactory | null {
  const failureText = useFailureText();
  return useCallback(({ error }) => (error ? () => failureText(error) : null), [failureText]);
}
