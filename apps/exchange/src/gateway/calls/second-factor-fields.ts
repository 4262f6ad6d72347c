/** Fields and texts that the calls of sign-in, second factor and withdrawals share. */
import { jsonTextField, required, textField } from '@salar/protocol/wire';
import type { CompletionRefusal } from '@salar/services/second-factor/sign-in-completion';

export const codeTexts: Readonly<Record<CompletionRefusal, string>> = {
  code_wrong: 'Invalid 2FA code',
  too_many_codes: 'Too many wrong codes today. Please try again tomorrow.',
  tries_used_up: 'Too many codes. Please sign in again.',
  sign_in_over: 'Your sign-in has expired. Please sign in again.',
};
/** Long enough for a recovery code with surrounding blanks. */
export const codeField = textField(32);
/** A browser's response is about one kilobyte. */
export const responseText = jsonTextField(16_384);
export const responseField = required(responseText);
