import { formatTaxId, findRailTemplate, readRailField } from '@salar/protocol/bank-rails';
import type { ReceiverValues } from './template-form.ts';

/**
 * Formats a valid field of a bank rail for reading: a tax number with its punctuation, the others as stored. Invalid
 * and unknown values stay as they were written.
 *
 * @example tidyValue('BrlPix', 'TaxIdNumber', { TaxIdNumber: '52998224725' })   // '529.982.247-25'
 */
export function tidyValue(templateType: string, name: string, values: ReceiverValues): string {
  const written = values[name] ?? '';
  const rail = findRailTemplate(templateType);
  const field = rail?.fields.find((candidate) => candidate.name === name);
  if (!rail || !field || field.options) return written;
  const read = readRailField(rail, field.name, values);
  if (!read.ok) return written;
  return field.name === 'TaxIdNumber' ? formatTaxId(read.value) : read.value;
}
