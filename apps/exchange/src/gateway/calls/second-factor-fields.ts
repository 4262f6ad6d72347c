/** Fields and texts that the calls of sign-in, second factor and withdrawals share. */
import { jsonTextField, required, textField } from '@salar/protocol/wire';
import type { PaymentCode, PaymentCodeRefusal } from '@salar/services/second-factor/payment-code';
import type { CompletionRefusal } from '@salar/services/second-factor/sign-in-completion';
import { refuseCall } from '../call.ts';
import type { CallRefusal, IncomingRequest } from '../call.ts';

export const codeTexts: Readonly<Record<CompletionRefusal, string>> = {
  code_wrong: 'Invalid 2FA code',
  too_many_codes: 'Too many wrong codes today. Please try again tomorrow.',
  tries_used_up: 'Too many codes. Please sign in again.',
  sign_in_over: 'Your sign-in has expired. Please sign in again.',
};
/** Answers to a withdrawal or a destination whose code is missing or wrong. */
export const paymentCodeRefusals: Readonly<Record<PaymentCodeRefusal, CallRefusal>> = {
  code_needed: refuseCall('operationFailed', '2FA code required'),
  code_wrong: refuseCall('operationFailed', codeTexts.code_wrong),
  too_many_codes: refuseCall('operationFailed', codeTexts.too_many_codes),
};

/** Returns the code of a request for the services; nothing without one. */
export function toPaymentCode(
  { TfaCode }: { readonly TfaCode?: string | undefined },
  { origin }: Pick<IncomingRequest, 'origin'>,
): { readonly paymentCode?: PaymentCode } {
  return TfaCode ? { paymentCode: { code: TfaCode, origin } } : {};
}

/** Long enough for a recovery code with surrounding blanks. */
export const codeField = textField(32);
/** A browser's response is about one kilobyte. */
export const responseText = jsonTextField(16_384);
export const responseField = required(responseText);
