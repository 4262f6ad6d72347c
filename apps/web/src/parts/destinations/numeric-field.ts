/** Finds the fields of bank rails that hold digits only, so that a phone shows its number pad. */
import type { ReceiverValues } from './template-form.ts';

/** Documents whose numbers have at most digits and a hyphen; `CE` and `PA` have letters. */
const numericDocuments: ReadonlySet<string> = new Set(['CC', 'TI', 'PPT', 'PEP', 'NIT']);

/**
 * True for Colombian account numbers, and for the numbers of documents without letters. A Brazilian branch and account
 * has a slash and may end in X, a CNPJ may have letters, and keys of Pix and Bre-B are text.
 */
export function isNumericField(templateType: string, name: string, values: ReceiverValues): boolean {
  if (name === 'Number') return templateType === 'CopBankTransfer';
  return name === 'DocumentNumber' && numericDocuments.has(values['DocumentType'] ?? '');
}
