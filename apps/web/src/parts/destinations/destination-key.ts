import { findRailTemplate, readRailForm } from '@salar/protocol/bank-rails';
import { addressField } from './template-form.ts';

/**
 * One text for one destination, whoever wrote the form: the address of a wallet, the canonical form of a bank account.
 *
 * @returns null while the form does not name a destination yet
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
