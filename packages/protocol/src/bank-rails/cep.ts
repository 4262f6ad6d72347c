/** CEP, the postal code of Brazil. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { stripPunctuation } from './digits.ts';

/**
 * Reads a postal code with or without its hyphen.
 *
 * @returns its eight digits
 * @example parseCep('01310-100')   // '01310100'
 */
export function parseCep(text: string): Result<string, 'characters_wrong' | 'length_wrong'> {
  const cep = stripPunctuation(text);
  if (!/^[0-9]*$/.test(cep)) return refuse('characters_wrong');
  return cep.length === 8 ? accept(cep) : refuse('length_wrong');
}
