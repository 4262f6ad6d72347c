import { findRailTemplate, readRailForm } from '@salar/protocol/bank-rails';
import { addressField } from './template-form.ts';

/**
 * Builds one canonical text per destination, however the form was written: the address of a wallet, the canonical form
 * of a bank account.
 *
 * @returns null while the form does not identify a destination yet
 */
export function buildDestinationKey(
  templateType: string,
  form: Readonly<Record<string, string>>,
): string | null {
  const address = (form[addressField] ?? '').trim();
  if (address !== '') return address.toLowerCase();
  const rail = findRailTemplate(templateType);
  const read = rail ? readRailForm(rail, form) : null;
  return read?.ok ? read.value.canonical : null;
}
