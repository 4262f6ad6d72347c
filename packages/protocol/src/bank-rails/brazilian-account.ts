/** Bank accounts of Brazil: branch number and account number in one string. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';

export const brazilianAccountTypes = ['checking', 'savings', 'payment'] as const;

export type BrazilianAccountRefusal =
  'branch_missing' | 'characters_wrong' | 'length_wrong' | 'digits_repeated' | 'check_digit_missing';

/**
 * Reads branch and account, separated by a slash or a blank. The account's check digit, which may be `X`, follows a
 * hyphen. A branch's own check digit is dropped, because transfers do not use it.
 *
 * @returns four digits of the branch, a slash, the account, a hyphen, its check digit
 * @example parseBrazilianAccount('123-4 / 56.789-x')   // '0123/56789-X'
 */
export function parseBrazilianAccount(text: string): Result<string, BrazilianAccountRefusal> {
  const compact = text
    .trim()
    .toUpperCase()
    .replaceAll('.', '')
    .replace(/\s*([/-])\s*/g, '$1');
  if (!/^[0-9X/ -]*$/.test(compact)) return refuse('characters_wrong');
  const [branchText, accountText, ...more] = compact.split(/[/ ]+/);
  if (branchText === undefined || accountText === undefined) return refuse('branch_missing');
  if (more.length > 0) return refuse('characters_wrong');
  const branch = /^([0-9]+)(?:-[0-9X])?$/.exec(branchText)?.[1];
  if (branch === undefined) return refuse('branch_missing');
  if (!accountText.includes('-')) return refuse('check_digit_missing');
  const [, account, check] = /^([0-9]+)-([0-9X])$/.exec(accountText) ?? [];
  if (account === undefined || check === undefined) return refuse('characters_wrong');
  if (branch.length > 4 || account.length > 12) return refuse('length_wrong');
  if (/^0+$/.test(account)) return refuse('digits_repeated');
  return accept(`${branch.padStart(4, '0')}/${account}-${check}`);
}
