/** The tax number of a receiver in Brazil: a person's CPF or a company's CNPJ. */
import { refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { formatCnpj, parseCnpj } from './cnpj.ts';
import { formatCpf, parseCpf } from './cpf.ts';
import type { TaxNumberRefusal } from './cpf.ts';
import { stripPunctuation } from './digits.ts';

/**
 * Reads a CPF or a CNPJ, distinguished by length.
 *
 * @returns 11 digits of a CPF or 14 characters of a CNPJ; `length_wrong` for any other length
 */
export function parseTaxId(text: string): Result<string, TaxNumberRefusal> {
  const bare = stripPunctuation(text);
  if (!/^[0-9A-Za-z]*$/.test(bare)) return refuse('characters_wrong');
  if (bare.length === 11) return parseCpf(bare);
  return bare.length === 14 ? parseCnpj(bare) : refuse('length_wrong');
}

/** Formats a tax number with its punctuation. */
export function formatTaxId(taxId: string): string {
  return taxId.length === 11 ? formatCpf(taxId) : formatCnpj(taxId);
}
