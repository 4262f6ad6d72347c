import type { RowOf } from '../request.ts';

export type AccountType = 'Natural person' | 'Legal entity';

export type Account = {
  readonly accountId: number;
  readonly accountName: string;
  readonly accountType: AccountType;
  /** From 0 to 4. Deposits and withdrawals need level 1. */
  readonly verificationLevel: number;
  readonly isFrozen: boolean;
};

export function readAccount(row: RowOf<'GetAccountInfo'>): Account {
  return {
    accountId: row.integer('AccountId'),
    accountName: row.textOr('AccountName', ''),
    // Any other value counts as a natural person (product spec, section 3).
    accountType: row.textOr('AccountType', null) === 'Legal entity' ? 'Legal entity' : 'Natural person',
    verificationLevel: row.integerOr('VerificationLevel', 0),
    isFrozen: row.flag('Frozen'),
  };
}
