/** CPF, the tax number of a person in Brazil: nine digits and two check digits. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { computeBrazilianCheckDigit, isRepeated, stripPunctuation } from './digits.ts';

export type TaxNumberRefusal = 'characters_wrong' | 'length_wrong' | 'digits_repeated' | 'check_digit_wrong';

const firstWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2];
const secondWeights = [11, ...firstWeights];

/**
 * Reads a CPF with or without punctuation.
 *
 * @returns its eleven digits
 * @example parseCpf('529.982.247-25')   // '52998224725'
 */
export function parseCpf(text: string): Result<string, TaxNumberRefusal> {
  const cpf = stripPunctuation(text);
  if (!/^[0-9]*$/.test(cpf)) return refuse('characters_wrong');
  if (cpf.length !== 11) return refuse('length_wrong');
  if (isRepeated(cpf)) return refuse('digits_repeated');
  const first = computeBrazilianCheckDigit(cpf.slice(0, 9), firstWeights);
  const second = computeBrazilianCheckDigit(cpf.slice(0, 9) + first, secondWeights);
  return cpf.endsWith(first + second) ? accept(cpf) : refuse('check_digit_wrong');
}

/** @example formatCpf('52998224725')   // '529.982.247-25' */
export function formatCpf(cpf: string): string {
  return `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
}
