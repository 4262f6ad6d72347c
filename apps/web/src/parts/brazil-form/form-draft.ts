/** The typed form. It survives unmounting, in the memory of the page and nowhere else. */
import type { BrazilFormText } from '@salar/protocol/brazil';

export const emptyForm: BrazilFormText = {
  taxIdNumber: '',
  street: '',
  city: '',
  zipCode: '',
  state: '',
  phonePrefix: '+55',
  phoneNumber: '',
};

let kept: { readonly userId: number; readonly form: BrazilFormText } | null = null;

/** Finds what this customer typed before their session ended or they left the page; null when there is nothing. */
export function findDraft(userId: number): BrazilFormText | null {
  return kept?.userId === userId ? kept.form : null;
}

export function keepDraft(userId: number, form: BrazilFormText): void {
  kept = { userId, form };
}

export function forgetDraft(): void {
  kept = null;
}
