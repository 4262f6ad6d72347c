/** The market of the reference flows: Bitcoin against a dollar coin, 0.1 % and 0.2 % fees, rich accounts. */
import {
  accountId,
  customerAccountMin,
  houseAccounts,
  instrumentId,
  lots,
  minor,
  orderId,
  productId,
  ticks,
  userId,
} from '@salar/protocol';
import type { AccountId, Command } from '@salar/protocol';
import { flowAccounts } from './flow.ts';
import type { Flow } from './flow.ts';

const base = productId(1);
const quote = productId(2);
const instrument = instrumentId(1);

/** Two pairs: one with whole amounts, and one in which each amount must be divided and rounded. */
export const pairs = {
  whole: { tickSize: 100_000n, lotSize: 1000n },
  rounded: { tickSize: 10_000n, lotSize: 1000n },
} as const;
export type Pair = (typeof pairs)[keyof typeof pairs];

/** Returns the account ids of the first `count` customers. */
export function customers(count: number): AccountId[] {
  return Array.from({ length: count }, (_, i) => accountId(customerAccountMin + 1 + i));
}

/** Returns the commands that open the market and fund `accounts`. */
export function openingCommands(pair: Pair, accounts: readonly AccountId[]): Command[] {
  const fund = (account: AccountId, product: typeof base): Command => ({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: account,
    productId: product,
    amount: minor(10n ** 17n),
    key: `${account} ${product}`,
  });
  return [
    { type: 'DefineProduct', productId: base, symbol: 'BTC', name: 'Bitcoin', kind: 'crypto', decimals: 8 },
    { type: 'DefineProduct', productId: quote, symbol: 'USDT', name: 'Tether', kind: 'crypto', decimals: 6 },
    {
      type: 'DefineInstrument',
      instrumentId: instrument,
      symbol: 'BTCUSDT',
      baseProductId: base,
      quoteProductId: quote,
      tickSize: minor(pair.tickSize),
      lotSize: minor(pair.lotSize),
      quantityMin: lots(1n),
      notionalMin: minor(1n),
    },
    { type: 'DefineFeeSchedule', instrumentId: instrument, makerPpm: 1000, takerPpm: 2000 },
    ...accounts.flatMap((account): Command[] => [
      { type: 'OpenAccount', accountId: account, kind: 'customer' },
      fund(account, base),
      fund(account, quote),
    ]),
  ];
}

/**
 * Converts the flow to commands. Adds become limit orders; the nth add of the flow becomes order n, so cancels need no
 * map.
 *
 * @param accounts  a multiple of the flow's accounts: the orders of one account of the flow are shared out among
 *   several
 */
export function toCommands(flow: Flow, accounts: readonly AccountId[]): Command[] {
  const each = accounts.length / flowAccounts;
  return Array.from({ length: flow.count }, (_, row): Command => {
    const turn = (flow.id[row] ?? 0) % each;
    const account = accounts[(flow.account[row] ?? 0) - 1 + turn * flowAccounts];
    if (account === undefined) throw new Error('the market has a multiple of the accounts of the flow');
    if (flow.isCancel[row] === 1) {
      return { type: 'CancelOrder', accountId: account, orderId: orderId(flow.id[row] ?? 0) };
    }
    return {
      type: 'PlaceOrder',
      accountId: account,
      userId: userId(1),
      instrumentId: instrument,
      side: flow.isSell[row] === 1 ? 'sell' : 'buy',
      orderType: 'limit',
      terms: null,
      timeInForce: 'gtc',
      price: ticks(flow.price[row] ?? 0),
      quantity: lots(BigInt(flow.quantity[row] ?? 0)),
      clientOrderId: 0,
      isQuote: false,
    };
  });
}
