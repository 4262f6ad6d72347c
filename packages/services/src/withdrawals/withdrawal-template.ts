/** The form of a withdrawal to an external address: what is asked, and how an answer is read. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Provider } from '../tickets/ticket-types.ts';

/** Longer forms are no honest answer to three fields. */
const formLengthMax = 4096;
const commentLengthMax = 256;

export type WithdrawalForm = {
  readonly address: string;
  /** The parsed form written again: nothing of the customer's text is kept that we did not read. */
  readonly text: string;
};

/** Field name to its default; all but `Comment` must be filled. */
export function withdrawalTemplate(provider: Provider): Readonly<Record<string, unknown>> {
  return { TemplateType: provider.withdrawTemplate, Comment: '', ExternalAddress: '' };
}

/**
 * Reads a filled form.
 *
 * @returns the form; `form_malformed` when it is no JSON object, too long, or a field is not text;
 *   `field_missing` without an address
 */
export function parseWithdrawalForm(
  text: string,
  provider: Provider,
): Result<WithdrawalForm, 'form_malformed' | 'field_missing'> {
  const fields = text.length <= formLengthMax ? parseObject(text) : null;
  if (fields === null) return refuse('form_malformed');
  const comment = fields['Comment'] ?? '';
  const address = fields['ExternalAddress'] ?? '';
  if (typeof comment !== 'string' || comment.length > commentLengthMax) return refuse('form_malformed');
  if (typeof address !== 'string') return refuse('form_malformed');
  if (address.trim() === '') return refuse('field_missing');
  const form = {
    TemplateType: provider.withdrawTemplate,
    Comment: comment,
    ExternalAddress: address.trim(),
  };
  return accept({ address: form.ExternalAddress, text: JSON.stringify(form) });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
