/** The form of a withdrawal: the fields of each provider, and the parser of a filled form. */
import { accept } from '@salar/protocol';
import { createBlankRailForm, railTemplates } from '@salar/protocol/bank-rails';
import { readBankForm } from '../destinations/receivers.ts';
import type { FormProblem } from '../destinations/receivers.ts';
import type { FormFields } from '../destinations/form-text.ts';
import type { ChainProvider, TicketProvider } from '../tickets/networks.ts';

const commentLengthMax = 256;

type WithdrawalForm = {
  /** The address as typed, or the canonical JSON text of a bank's fields. */
  readonly receiver: string;
  /** The parsed form, serialised again: no part of the customer's text is stored without being parsed. */
  readonly text: string;
};
type ReadForm =
  | { readonly ok: true; readonly value: WithdrawalForm }
  | { readonly ok: false; readonly refusal: FormProblem; readonly field: string };

/** Builds the template: field name to default or options; all fields but `Comment` are required. */
export function buildWithdrawalTemplate(provider: TicketProvider): Readonly<Record<string, unknown>> {
  return provider.kind === 'bank'
    ? createBlankRailForm(railTemplates[provider.rail])
    : { TemplateType: provider.withdrawTemplate, Comment: '', ExternalAddress: '' };
}

/** Parses the fields of a filled form. @returns the form, or the first field that is missing or wrong */
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
