import { useCallback } from 'react';
import type { ApiError } from '../api/failure.ts';
import { useFailureText } from './use-failure-text.ts';
import type { MessageFactory } from './use-localized-message.ts';

/** Tells why a call failed, in the customer's words, or null when it did not. */
export function useFailed(): (answer: { readonly error?: ApiError | undefined }) => MessageFactory | null {
  const failureText = useFailureText();
  return useCallback(({ error }) => (error ? () => failureText(error) : null), [failureText]);
}
