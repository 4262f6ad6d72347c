import type { BankCurrency } from '../../customer/use-bank-currencies.ts';
import type { Product } from '../../api/records/product.ts';
import type { WithdrawInfo } from '../../api/records/withdraw-info.ts';
import { toBankAccount } from './bank-account.ts';
import type { BankAccount } from './bank-account.ts';

/** The accounts of one currency. */
export type AccountGroup = {
  readonly productId: number;
  readonly symbol: string;
  /** Null where only saved accounts are left of it. */
  readonly product: Product | null;
  readonly accounts: readonly BankAccount[];
  /** A bank pays this currency out, so accounts can be added. */
  readonly canAdd: boolean;
};

/**
 * Every currency that a bank pays out, with or without accounts, then those that are only left in saved accounts.
 *
 * Wallet addresses are destinations, too, and are left out.
 */
export function groupAccounts(
  currencies: readonly BankCurrency[],
  infos: readonly WithdrawInfo[],
): AccountGroup[] {
  const banks = infos.filter((info) => info.kind === 'bank');
  const offered = currencies.map(({ product, providers }) => ({
    productId: product.productId,
    symbol: product.symbol,
    product,
    accounts: banks
      .filter(({ productId }) => productId === product.productId)
      .map((info) => toBankAccount(info, providers)),
    canAdd: true,
  }));
  const left = banks.filter(({ productId }) => !offered.some((group) => group.productId === productId));
  const leftIds = [...new Set(left.map(({ productId }) => productId))];
  return [
    ...offered,
    ...leftIds.map((productId) => {
      const accounts = left
        .filter((info) => info.productId === productId)
        .map((info) => toBankAccount(info, []));
      return { productId, symbol: accounts[0]?.symbol ?? '', product: null, accounts, canAdd: false };
    }),
  ];
}
