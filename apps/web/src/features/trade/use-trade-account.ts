import { useSelector } from 'react-redux';
import { selectSessionToken } from '../../session/session-slice.ts';
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { useHoldings } from '../../customer/use-holdings.ts';

/** The verification level required to trade. */
const levelMin = 1;

/** The account behind the trading page: a visitor's, of a customer who may not trade yet, or a trader's. */
export function useTradeAccount() {
  const isVisitor = useSelector(selectSessionToken) === null;
  const { account, level, accountId } = useCustomer();
  const { holdings } = useHoldings();
  const findHolding = (productId: number) => holdings?.find((holding) => holding.productId === productId);
  return {
    standing: isVisitor
      ? ('visitor' as const)
      : account !== undefined && level < levelMin
        ? ('unverified' as const)
        : ('trader' as const),
    accountId: isVisitor ? null : accountId,
    findSymbol: (productId: number) => findHolding(productId)?.symbol,
    getDecimals: (productId: number) => findHolding(productId)?.decimals ?? 8,
    /** The available balances of both products; null while unknown. */
    availableFor: ({ baseId, quoteId }: Instrument) => {
      const base = findHolding(baseId);
      const quote = findHolding(quoteId);
      return base && quote ? { base: base.available, quote: quote.available } : null;
    },
  };
}

export type TradeAccount = ReturnType<typeof useTradeAccount>;
