/** Bank accounts of Colombia. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { stripPunctuation } from './digits.ts';
import type { RailWarning } from './refusals.ts';

/** `deposit` is the low-amount electronic deposit of a wallet such as Nequi. */
export const colombianAccountTypes = ['savings', 'checking', 'deposit'] as const;

/** Usual lengths of account numbers by bank code. Sources differ, so another length is only a warning. */
const usualLengths: Readonly<Record<string, readonly number[]>> = {
  '1001': [9, 11],
  '1007': [11],
  '1013': [9, 10, 16, 20],
  '1040': [11, 12],
  '1051': [12, 16],
  '1507': [10],
  '1551': [10],
};
/** Wallets whose account numbers are mobile numbers. */
const walletCodes: ReadonlySet<string> = new Set(['1507', '1551']);

/** @returns 3 to 20 digits, leading zeros kept */
export function parseColombianAccount(
  text: string,
): Result<string, 'characters_wrong' | 'length_wrong' | 'digits_repeated'> {
  const number = stripPunctuation(text);
  if (!/^[0-9]*$/.test(number)) return refuse('characters_wrong');
  if (number.length < 3 || number.length > 20) return refuse('length_wrong');
  return /^0+$/.test(number) ? refuse('digits_repeated') : accept(number);
}

/** Returns what is unusual about a valid account at its bank; empty if nothing is. */
export function findColombianAccountWarnings(account: {
  readonly bankCode: string;
  readonly accountType: string;
  readonly number: string;
}): readonly RailWarning[] {
  const { bankCode, accountType, number } = account;
  const isWallet = walletCodes.has(bankCode);
  const lengths = usualLengths[bankCode];
  const isUsual =
    lengths === undefined || (lengths.includes(number.length) && (!isWallet || number.startsWith('3')));
  return [
    ...(isUsual ? [] : (['length_unusual'] as const)),
    ...(isWallet && accountType === 'checking' ? (['account_type_unusual'] as const) : []),
  ];
}
