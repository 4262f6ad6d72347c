/** Changes to the account itself require a recent re-authentication (security rule S6). */
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { isRefusalAnswer, readGenericAnswer } from './wire/generic-answer.ts';
import type { GenericAnswer } from './wire/generic-answer.ts';
import type { WireValue } from '@salar/client/lossless-json';

const reauthenticationDetail = 'Re-authentication required';

/** True when the server refused the call until the customer re-authenticates. */
export function requiresReauthentication(answer: WireValue): boolean {
  return isRefusalAnswer(answer) && readGenericAnswer(answer).detail === reauthenticationDetail;
}

const declined: GenericAnswer = {
  isAccepted: false,
  message: null,
  code: 101,
  detail: reauthenticationDetail,
};

/** The error of a call whose customer declined to re-authenticate. */
export const reauthenticationWasDeclined: FetchBaseQueryError = {
  status: 'CUSTOM_ERROR',
  error: '',
  data: declined,
};

/** True when the call failed for lack of a recent re-authentication. */
export function isReauthenticationRefusal(refusal: { readonly detail: string | null }): boolean {
  return refusal.detail === reauthenticationDetail;
}
