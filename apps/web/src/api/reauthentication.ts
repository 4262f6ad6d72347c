/** What concerns the account itself needs a fresh proof of who asks (security rule S6). */
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { isRefusalAnswer, readGenericAnswer } from './wire/generic-answer.ts';
import type { GenericAnswer } from './wire/generic-answer.ts';
import type { WireValue } from '@salar/client/lossless-json';

const proofDetail = 'Re-authentication required';

/** The server refuses until the customer has proved who they are. */
export function isProofDemand(answer: WireValue): boolean {
  return isRefusalAnswer(answer) && readGenericAnswer(answer).detail === proofDetail;
}

const declined: GenericAnswer = { isAccepted: false, message: null, code: 101, detail: proofDetail };

/** The customer would not: how the call fails. */
export const proofWasDeclined: FetchBaseQueryError = { status: 'CUSTOM_ERROR', error: '', data: declined };

/** The call failed because no proof was given. */
export function lacksProof(refusal: { readonly detail: string | null }): boolean {
  return refusal.detail === proofDetail;
}
