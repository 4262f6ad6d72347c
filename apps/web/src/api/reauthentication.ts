/** What concerns the account itself needs a fresh proof of who asks (security rule S6). */
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { isRefusalAnswer, readGenericAnswer } from './wire/generic-answer.ts';
import type { GenericAnswer } from './wire/generic-answer.ts';
import type { WireValue } from '@salar/client/lossless-json';

const reauthenticationDetail = 'Re-authentication required';

/** The server refuses until the customer has proved who they are. */
export function requiresReauthentication(answer: WireValue): boolean {
  return isRefusalAnswer(answer) && readGenericAnswer(answer).detail === reauthenticationDetail;
}

const declined: GenericAnswer = {
  isAccepted: false,
  message: null,
  code: 101,
  detail: reauthenticationDetail,
};

/** The customer would not: how the call fails. */
export const reauthenticationWasDeclined: FetchBaseQueryError = {
  status: 'CUSTOM_ERROR',
  error: '',
  data: declined,
};

/** The call failed because no proof was given. */
export function isReauthenticationRefusal(refusal: { readonly detail: string | null }): boolean {
  return refusal.detail === reauthenticationDetail;
}
