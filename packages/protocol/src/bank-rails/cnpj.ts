/** CNPJ, the tax number of a company in Brazil: twelve letters or digits and two check digits. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import type { TaxNumberRefusal } from './cpf.ts';
import { computeBrazilianCheckDigit, isRepeated, stripPunctuation } from './digits.ts';

const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const secondWeights = [6, ...firstWeights];

/**
 * Reads a CNPJ with or without punctuation, in any case. Numbers with letters are issued since July 2026.
 *
 * @returns its fourteen characters, letters in upper case
 * @example parseCnpj('12.abc.345/01de-35')   // '12ABC34501DE35'
 */
export function parseCnpj(text: string): Result<string, TaxNumberRefusal> {
  const cnpj = stripPunctuation(text).toUpperCase();
  if (!/^[0-9A-Z]*$/.test(cnpj)) return refuse('characters_wrong');
  if (cnpj.length !== 14) return refuse('length_wrong');
  if (!/[0-9]{2}$/.test(cnpj)) return refuse('characters_wrong');
  if (isRepeated(cnpj)) return refuse('digits_repeated');
  const first = computeBrazilianCheckDigit(cnpj.slice(0, 12), firstWeights);
  const second = computeBrazilianCheckDigit(cnpj.slice(0, 12) + first, secondWeights);
  return cnpj.endsWith(first + second) ? accept(cnpj) : refuse('check_digit_wrong');
}

/** @example formatCnpj('11222333000181')   // '11.222.333/0001-81' */
export function formatCnpj(cnpj: string): string {
  return `${cnpj.slice(0, 2)}.${cnpj.slice(2, 5)}.${cnpj.slice(5, 8)}/${cnpj.slice(8, 12)}-${cnpj.slice(12)}`;
}
