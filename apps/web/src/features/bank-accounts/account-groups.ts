import type { BankCurrency } from '../../customer/use-bank-currencies.ts';
import type { Product } from '../../api/records/product.ts';
import type { WithdrawInfo } from '../../api/records/withdraw-info.ts';
import { toBankAccount } from './bank-account.ts';
import type { BankAccount } from './bank-account.ts';

/** The accounts of one currency. */
export type AccountGroup = {
  readonly productId: number;
  readonly symbol: string;
  /** Null where only saved accounts of the currency are left. */
  readonly product: Product | null;
  readonly accounts: readonly BankAccount[];
  /** Whether a bank pays this currency out, so that accounts can be added. */
  readonly canAdd: boolean;
};

/**
 * Groups bank accounts by currency: first every currency that a bank pays out, with or without accounts, then those
 * that only saved accounts still have.
 *
 * Wallet addresses are destinations as well, and are left out.
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
