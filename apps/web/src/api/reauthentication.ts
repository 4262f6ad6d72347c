/**
 * Changes to the account itself require a recent re-authentication (security rule S6). Withdrawals and new destinations of a
 * customer with a second factor require a code of their own.
 */
import type { RequestError } from './failure.ts';
import { isRefusalAnswer, readGenericAnswer } from './wire/generic-answer.ts';
import type { GenericAnswer } from './wire/generic-answer.ts';
import type { WireValue } from '@salar/client/lossless-json';

const reauthenticationDetail = 'Re-authentication required';

/** True when the server refused the call until the customer re-authenticates. */
export function requiresReauthentication(answer: WireValue): boolean {
  return isRefusalAnswer(answer) && readGenericAnswer(answer).detail === reauthenticationDetail;
}

const codeNeeded = '2FA code required';
const codeWrong = 'Invalid 2FA code';

/** True when the server refused the call until it comes with a code of the second factor. */
export function requiresCode(answer: WireValue): boolean {
  return isRefusalAnswer(answer) && readGenericAnswer(answer).detail === codeNeeded;
}

/** Returns the detail of an answer to a call whose code was wrong, null for any other answer. */
export function findWrongCode(answer: WireValue): string | null {
  return isRefusalAnswer(answer) && readGenericAnswer(answer).detail === codeWrong ? codeWrong : null;
}

const declined: GenericAnswer = {
  isAccepted: false,
  message: null,
  code: 101,
  detail: reauthenticationDetail,
};

/** The error of a call whose customer declined to re-authenticate. */
export const reauthenticationWasDeclined: RequestError = {
  status: 'CUSTOM_ERROR',
  error: '',
  data: declined,
};

/** True when the call failed for lack of a recent re-authentication. */
export function isReauthenticationRefusal(refusal: { readonly detail: string | null }): boolean {
  return refusal.detail === reauthenticationDetail;
}
