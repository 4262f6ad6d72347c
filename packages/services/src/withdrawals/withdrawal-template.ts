/** The form of a withdrawal: what each provider asks for, and how an answer is read. */
import { accept } from '@salar/protocol';
import { createBlankRailForm, railTemplates } from '@salar/protocol/bank-rails';
import { readBankForm } from '../destinations/receivers.ts';
import type { FormProblem } from '../destinations/receivers.ts';
import type { FormFields } from '../destinations/form-text.ts';
import type { ChainProvider, TicketProvider } from '../tickets/networks.ts';

const commentLengthMax = 256;

export type WithdrawalForm = {
  /** The address as it was written, or the canonical JSON text of a bank's fields. */
  readonly receiver: string;
  /** The parsed form written again: nothing of the customer's text is kept that we did not read. */
  readonly text: string;
};
type ReadForm =
  | { readonly ok: true; readonly value: WithdrawalForm }
  | { readonly ok: false; readonly refusal: FormProblem; readonly field: string };

/** Field name to its default or its options; all but `Comment` must be filled. */
export function buildWithdrawalTemplate(provider: TicketProvider): Readonly<Record<string, unknown>> {
  return provider.kind === 'bank'
    ? createBlankRailForm(railTemplates[provider.rail])
    : { TemplateType: provider.withdrawTemplate, Comment: '', ExternalAddress: '' };
}

/** Reads the fields of a filled form. @returns the form, or the first field that is missing or wrong */
export function readWithdrawalForm(fields: FormFields, provider: TicketProvider): ReadForm {
  const comment = fields['Comment'] ?? '';
  if (!isComment(comment)) return { ok: false, refusal: 'field_malformed', field: 'Comment' };
  if (provider.kind === 'chain') return readWalletForm(fields, provider, comment);
  const read = readBankForm(fields, provider);
  if (!read.ok) return read;
  const values = JSON.parse(read.value) as FormFields;
  const form = { TemplateType: provider.withdrawTemplate, ...values, Comment: comment };
  return accept({ receiver: read.value, text: JSON.stringify(form) });
}

function readWalletForm(fields: FormFields, provider: ChainProvider, comment: string): ReadForm {
  const address = fields['ExternalAddress'] ?? '';
  const field = 'ExternalAddress';
  if (typeof address !== 'string') return { ok: false, refusal: 'field_malformed', field };
  const receiver = address.trim();
  if (receiver === '') return { ok: false, refusal: 'field_missing', field };
  const form = { TemplateType: provider.withdrawTemplate, Comment: comment, ExternalAddress: receiver };
  return accept({ receiver, text: JSON.stringify(form) });
}

function isComment(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= commentLengthMax && !/\p{Cc}|\p{Surrogate}/u.test(value)
  );
}
